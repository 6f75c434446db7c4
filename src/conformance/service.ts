import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { FastifyInstance } from 'fastify'
import type { Engine, Service } from '../ir/index.js'
import { emitApi } from '../testing/emit-fixture.js'
import { buildProject } from './build.js'
import type { TestEngine } from './engines.js'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** Inside the repository, so that emitted projects find the installed packages. */
const CACHE = join(ROOT, '.cache')

/** An answer, its JSON parsed. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  // The suite looks into answers of any shape; what is not there is undefined, and fails its expectation.
  readonly body: Body
}

/** JSON of an answer. */
export type Body = { readonly [name: string]: Body } & { readonly [index: number]: Body }

/** A running service of a fixture, spoken to without a network. */
export interface TestService {
  readonly engine: TestEngine
  send(
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Answer>
  close(): Promise<void>
}

/** Where a fixture's project for one engine is built; files of `code` are put over the emitted ones. */
export async function buildFixture(
  fixture: string,
  engine: Engine,
  code: Readonly<Record<string, string>> = {},
): Promise<string> {
  return (await buildApi(join(ROOT, 'fixtures', fixture, 'api.raml'), engine, code)).folder
}

/** An API's project that is built. */
export interface BuiltProject {
  readonly folder: string
  readonly service: Service
}

/** Builds the project of an API for one engine. @throws Error with the diagnostics where there is something wrong with the API */
export async function buildApi(
  api: string,
  engine: Engine,
  code: Readonly<Record<string, string>> = {},
): Promise<BuiltProject> {
  const { files, diagnostics, service } = await emitApi(api, engine)
  if (service === null) throw new Error(diagnostics)
  mkdirSync(CACHE, { recursive: true })
  const folder = mkdtempSync(join(CACHE, `${basename(dirname(api))}-`))
  await buildProject(folder, new Map([...files, ...Object.entries(code)]))
  return { folder, service }
}

/** Starts the built project on a database of its own. */
export async function startService(
  folder: string,
  engine: TestEngine,
  settings: Readonly<Record<string, string | number | boolean>> = {},
): Promise<TestService> {
  const database = await engine.create()
  process.chdir(folder)
  const { buildApp }: { buildApp: (settings: object) => Promise<FastifyInstance> } = await import(
    pathToFileURL(join(folder, 'dist/src/app.js')).href
  )
  const app = await buildApp({ 'log.level': 'silent', ...database.settings, ...settings })
  return {
    engine,
    send: (method, path, body, headers = {}) => send(app, method, path, body, headers),
    close: async () => {
      await app.close()
      await database.drop()
    },
  }
}

/** Removes what {@link buildFixture} made. */
export function removeProject(folder: string): void {
  process.chdir(ROOT)
  if (existsSync(folder)) rmSync(folder, { recursive: true, force: true })
}

async function send(
  app: FastifyInstance,
  method: string,
  path: string,
  body: unknown,
  headers: Readonly<Record<string, string>>,
): Promise<Answer> {
  const payload =
    body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }
  const answer = await app.inject({
    method: method as 'GET',
    url: path,
    headers: {
      host: 'localhost',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...payload,
  })
  const isJson = String(answer.headers['content-type']).includes('json') && answer.payload !== ''
  return {
    status: answer.statusCode,
    headers: answer.headers,
    body: isJson ? JSON.parse(answer.payload) : {},
  }
}
