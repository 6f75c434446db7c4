import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { execa } from 'execa'
import type { FastifyInstance } from 'fastify'
import { Client } from 'pg'
import { parse, stringify } from 'yaml'
import { FEATURE_NAMES } from '../features.js'
import { isObject, type Json } from '../ir/index.js'
import { writeFiles } from './check-project.js'
import { compileProject } from './compile-project.js'
import { applyDiff, type Block, commandsIn, type Form, type ShownCommand } from './doc-page.js'
import { emitApi } from './emit-fixture.js'

/** The folder of the project, as it is named on the pages. */
const PROJECT = 'service/'

/** The API of the recipes in each form. */
const APIS: Record<Form, string> = { RAML: 'clinic/api.raml', OpenAPI: 'clinic/api.yaml' }

const CACHE = fileURLToPath(new URL('../../.cache', import.meta.url))

/** The address shown on the pages. Tests replace it with that of the service. */
const SHOWN_ADDRESS = 'localhost:3000'

/** Creates a folder for the project of the recipes and its API. It is inside the repository, to find the packages. */
export function cookbookFolder(): string {
  mkdirSync(CACHE, { recursive: true })
  return mkdtempSync(join(CACHE, 'cookbook-'))
}

/**
 * Builds one project with the API and the code of all recipes in a folder. A block of RAML adds resources if an earlier
 * block has the same title, and a block of YAML adds members.
 * @returns the folder of the project
 */
export async function buildCookbook(home: string, form: Form, blocks: readonly Block[]): Promise<string> {
  const isOwn = ({ title }: Block): boolean => title?.startsWith(PROJECT) ?? false
  const api = filesIn(blocks.filter((block) => !isOwn(block)))
  writeFiles(home, api)
  const emitted = await emitApi(join(home, APIS[form]), 'svc_sqla', false, FEATURE_NAMES)
  if (emitted.service === null) throw new Error(emitted.diagnostics)
  const project = join(home, PROJECT)
  const generated = [...emitted.files].map(([path, text]) => [PROJECT + path, text] as const)
  const files = [...filesIn(blocks.filter(isOwn), new Map(generated))]
  writeFiles(project, new Map(files.map(([path, text]) => [path.slice(PROJECT.length), text])))
  await compileProject(project)
  return project
}

/**
 * Returns the files that blocks with titles create, change or, in the case of RAML and YAML, continue.
 * @param existing the files before that, keyed by path
 */
function filesIn(
  blocks: readonly Block[],
  existing: ReadonlyMap<string, string> = new Map(),
): ReadonlyMap<string, string> {
  const files = new Map(existing)
  for (const { language, title, text } of blocks) {
    if (title === null || language === 'console') continue
    files.set(title, changed(language, title, files.get(title) ?? '', text))
  }
  return files
}

function changed(language: string, title: string, present: string, text: string): string {
  if (language === 'diff') return applyDiff(title, present, text)
  if (language === 'raml') return present + text
  if (language === 'yaml') return stringify(merged(parse(present) ?? {}, parse(text)))
  return text
}

/** Adds the members of an object to those of another one, at all levels. Other values are replaced. */
function merged(present: Json | undefined, added: Json): Json {
  if (!isObject(present) || !isObject(added)) return added
  const changes = Object.entries(added).map(([key, value]) => [key, merged(present[key], value)] as const)
  return { ...present, ...Object.fromEntries(changes) }
}

/** A database on which recipes run. */
export interface RecipeDatabase {
  readonly name: string
  readonly url: string
  /** Creates a database with the same content. */
  copy(): Promise<RecipeDatabase>
  drop(): Promise<void>
}

let count = 0

/** Returns a database in a file, which the service creates. */
export function sqliteDatabase(folder: string): RecipeDatabase {
  count += 1
  const path = join(folder, `recipe-${count}.db`)
  return {
    name: 'SQLite',
    url: `sqlite:${path}`,
    copy: async () => {
      const copied = sqliteDatabase(folder)
      copyFileSync(path, copied.url.slice('sqlite:'.length))
      return copied
    },
    drop: async () => rmSync(path, { force: true }),
  }
}

/** Creates a database on a PostgreSQL server. */
export async function postgresDatabase(server: string, template = 'template1'): Promise<RecipeDatabase> {
  count += 1
  const name = `recipe_${process.pid}_${count}_${Date.now()}`
  const administer = async (statement: string): Promise<void> => {
    const client = new Client({ connectionString: server })
    await client.connect()
    await client.query(statement)
    await client.end()
  }
  await administer(`CREATE DATABASE "${name}" TEMPLATE "${template}"`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return {
    name: 'PostgreSQL',
    url: url.href,
    copy: () => postgresDatabase(server, name),
    drop: () => administer(`DROP DATABASE "${name}" WITH (FORCE)`),
  }
}

/** The settings of the services in the cookbook. */
const SETTINGS = {
  migrate: 'auto',
  auth_tkt_secret: 'a secret of the cookbook, long enough',
  'system.user': 'root',
  'system.password': 'correct horse',
  'system.email': 'root@example.com',
  'own.sms_secret': 'secret',
}

/** A running service of the cookbook. */
export interface RecipeService {
  /** `127.0.0.1:PORT` */
  readonly address: string
  /** Runs the commands of `console` blocks in the folder of the project. */
  follow(blocks: readonly Block[]): Promise<readonly ShownCommand[]>
  close(): Promise<void>
}

/** Starts the service in this process. */
export async function startCookbook(
  project: string,
  { url }: RecipeDatabase,
  settings: Readonly<Record<string, string>> = {},
): Promise<RecipeService> {
  process.chdir(project)
  process.env['SVC_DATABASE_URL'] = url
  const { buildApp }: { buildApp: (settings: object) => Promise<FastifyInstance> } = await import(
    pathToFileURL(join(project, 'dist/src/app.js')).href
  )
  const level = process.env['TEST_LOG_LEVEL'] ?? 'silent'
  const app = await buildApp({ ...SETTINGS, 'database.url': url, 'log.level': level, ...settings })
  const address = (await app.listen({ host: '127.0.0.1', port: 0 })).replace('http://', '')
  const run = async (command: string): Promise<string> => {
    const { all } = await execa(command.replaceAll(SHOWN_ADDRESS, address), {
      shell: 'bash',
      cwd: project,
      all: true,
      reject: false,
      timeout: 20_000,
      env: { SVC_DATABASE_URL: url, SVC_LOG_LEVEL: 'silent' },
    })
    return all.replaceAll(address, SHOWN_ADDRESS)
  }
  return {
    address,
    follow: async (blocks) => {
      const commands: ShownCommand[] = []
      for (const { command, shown } of blocks.flatMap(({ language, text }) =>
        language === 'console' ? commandsIn(text) : [],
      ))
        commands.push({ command, shown, printed: await run(command) })
      return commands
    },
    close: () => app.close(),
  }
}
