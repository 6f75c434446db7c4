import { existsSync, lstatSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { makeFolder } from '../output/disk/folder.js'
import { reportIoError } from '../output/problems/run-problems.js'
import { EXIT, type ExitCode } from './exit.js'
import { type CommonFlags, type Environment, Session } from './session.js'
import { editorSchemaText } from '../schema/editor/editor-schema.js'
import { readSample } from '../version.js'

const TITLE = 'Stories'

export interface InitFlags extends CommonFlags {
  readonly openapi?: boolean
}

/** `svcgen init`: writes a sample API, whose title it asks for on a terminal, to a folder. Never overwrites files. */
export async function initCommand(
  dir: string,
  flags: InitFlags,
  environment: Environment,
): Promise<ExitCode> {
  const format: ApiFormat = flags.openapi === true ? 'openapi' : 'raml'
  const session = new Session(flags, environment)
  const folder = resolve(dir)
  const paths = [...initFiles(TITLE, format).keys()]
  for (const path of paths.filter((each) => existsSync(join(folder, each)))) {
    const message = `"${join(dir, path)}" already exists`
    session.collector.report('SVC7040', { message, at: null, help: 'Choose another folder' })
  }
  for (const path of linksIn(folder, paths)) {
    const message = `"${join(dir, path)}" is a symbolic link`
    session.collector.report('SVC7040', { message, at: null, help: 'Choose another folder' })
  }
  if (session.collector.hasErrors) return session.fail()

  const asks = environment.terminal.isInteractive && session.form === 'text' && !session.isQuiet
  const title = asks ? await environment.terminal.ask(`Title of the API (${TITLE}): `) : ''
  try {
    for (const [path, text] of initFiles(title === '' ? TITLE : title, format))
      write(join(folder, path), text)
  } catch (error) {
    reportIoError(error, folder, session.collector)
    return session.fail()
  }

  if (session.form === 'json') session.printJson({ ok: true, created: paths })
  else session.printText(nextSteps(dir, paths))
  return EXIT.done
}

/** Returns the paths of symbolic links that files would be written through. */
function linksIn(folder: string, paths: readonly string[]): readonly string[] {
  const all = paths.flatMap((path) =>
    path.split('/').map((_, index, steps) => steps.slice(0, index + 1).join('/')),
  )
  return [...new Set(['', ...all])].filter(
    (path) => existsSync(join(folder, path)) && lstatSync(join(folder, path)).isSymbolicLink(),
  )
}

function write(path: string, text: string): void {
  makeFolder(dirname(path))
  writeFileSync(path, text, { flag: 'wx' })
}

function nextSteps(dir: string, paths: readonly string[]): string {
  const api = relative('.', join(dir, paths[0] ?? ''))
  return `${paths.map((path) => `created ${join(dir, path)}\n`).join('')}
Next:
  svcgen generate ${api} -o service
  cd service && npm install && npm start
`
}

/** The path of the JSON schema that describes model schemas for editors. */
const SCHEMA = '.vscode/model-schema.json'

const settings = `{
  "json.schemas": [{ "fileMatch": ["/schemas/*.json"], "url": "./${SCHEMA}" }]
}
`

type ApiFormat = 'raml' | 'openapi'

/**
 * Returns the files of an API in `samples/`, by path, with the API first. The OpenAPI document is a contract whose only line
 * for svcgen is `x-stored: true`. For RAML, they include VS Code settings for validating model schemas.
 */
export function initFiles(title: string, format: ApiFormat): ReadonlyMap<string, string> {
  const isRaml = format === 'raml'
  const api = isRaml ? 'api.raml' : 'api.yaml'
  const schemas = ['schemas/user.json', 'schemas/story.json', 'schemas/publication.json']
  const own = isRaml ? [...schemas, 'seed/User.ndjson', 'seed/Story.ndjson'] : ['seed/Story.ndjson']
  const sample = (path: string): string => readSample(isRaml ? path : `openapi/${path}`)
  return new Map([
    [api, sample(api).replace(/(?<=^ *title: ).*$/m, () => JSON.stringify(title))],
    ['svcgen.config.yaml', readSample('svcgen.config.yaml')],
    ...own.map((path) => [path, sample(path)] as const),
    ...(isRaml
      ? ([
          [SCHEMA, editorSchemaText()],
          ['.vscode/settings.json', settings],
        ] as const)
      : []),
  ])
}
