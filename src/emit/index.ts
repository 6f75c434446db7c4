import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Service } from '../ir/index.js'
import { migrationFiles, withInternalModels } from '../migrate/index.js'
import type { EmittedFile, Previous } from '../output/file.js'
import { format } from './format.js'
import { jsonText } from './json-text.js'
import { openapiDocument } from './openapi/index.js'
import { OUTPUTS } from './outputs.js'
import { SCAFFOLD_FILES, scaffoldView } from './scaffold.js'
import { render, templatePath } from './templates.js'
import { exampleTestFiles, testFiles } from './views/tests.js'

/** What the emitter knows beside the IR. */
export interface EmitContext {
  /** Secrets that stand in the RAML, by key of `service.ini`; they go nowhere else (SPEC 10). */
  readonly secrets: ReadonlyMap<string, string>
  readonly previous: Previous
}

/**
 * All files of the emitted project, formatted, by path. Same input, same bytes (SPEC 4).
 * @param service the IR
 */
export async function emit(
  service: Service,
  { secrets, previous }: EmitContext,
): Promise<ReadonlyMap<string, EmittedFile>> {
  const files: EmittedFile[] = []
  const add = (file: EmittedFile): void => void files.push(file)
  for (const { owner, template, files: filesOf } of OUTPUTS) {
    for (const { path, source, view } of await filesOf(service))
      add({ path, owner, source, text: render(template, view) })
  }
  for (const { path, template, view } of testFiles(service))
    add({ path, owner: 'generator', source: 'tests', text: render(template, view) })
  for (const { path, template, source, view } of exampleTestFiles(service))
    add({ path, owner: 'scaffold', source, text: render(template, view) })
  const scaffold = scaffoldView(service, secrets)
  for (const path of SCAFFOLD_FILES)
    add({ path, owner: 'scaffold', source: 'scaffold', text: render(`scaffold/${path}`, scaffold) })
  const ready = [...runtimeFiles(service), ...migrations(service, previous), await openapiFile(service)]
  return new Map([...(await formatted(files)), ...ready].map((file) => [file.path, file]))
}

/** How many files are formatted at once, on threads of the formatter's own; more would only take memory. */
const AT_ONCE = 8

async function formatted(files: readonly EmittedFile[]): Promise<EmittedFile[]> {
  const done: EmittedFile[] = []
  for (let start = 0; start < files.length; start += AT_ONCE) {
    const some = files.slice(start, start + AT_ONCE)
    done.push(
      ...(await Promise.all(
        some.map(async (file) => ({ ...file, text: await format(file.path, file.text) })),
      )),
    )
  }
  return done
}

async function openapiFile(service: Service): Promise<EmittedFile> {
  const path = 'openapi.json'
  const document = openapiDocument(service)
  const text = jsonText(document) ?? (await format(path, JSON.stringify(document)))
  return { path, owner: 'generator', source: 'service', text }
}

/** The folders of the runtime that a service uses, with all that is in them. */
function runtimeFolders(service: Service): readonly string[] {
  return [
    'body',
    'events',
    'http',
    'query',
    'repository',
    'server',
    'settings',
    'text',
    'values',
    service.engine === 'svc_sqla' ? 'sql' : 'mongo',
    ...(service.auth === null ? [] : ['auth']),
  ]
}

/** Copies of `templates/runtime`, which are formatted already. */
function runtimeFiles(service: Service): EmittedFile[] {
  const root = templatePath('runtime')
  const paths = [
    ...readdirSync(root),
    ...runtimeFolders(service).flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(
        (path) => `${folder}/${path.replaceAll('\\', '/')}`,
      ),
    ),
  ]
  return paths
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .map((path) => ({
      path: `src/generated/runtime/${path}`,
      owner: 'generator',
      source: 'runtime',
      text: readFileSync(join(root, path), 'utf8'),
    }))
}

/** The next migration, where the stored shape has changed since the last run. Those before it stay as they are. */
function migrations(service: Service, previous: Previous): EmittedFile[] {
  const before = previous.service === null ? null : withInternalModels(previous.service)
  const number = 1 + Math.max(0, ...previous.migrations.map((path) => Number(/(\d+)_/.exec(path)?.[1] ?? 0)))
  return migrationFiles(before, withInternalModels(service), number).map(({ path, text }): EmittedFile => ({
    path,
    owner: 'migration',
    source: 'migration',
    text,
  }))
}
