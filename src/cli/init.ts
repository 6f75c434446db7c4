import { existsSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { makeFolder } from '../output/disk/folder.js'
import { reportIoError } from '../output/problems/run-problems.js'
import { EXIT, type ExitCode } from './exit.js'
import { type ApiFormat, initFiles } from './init-files.js'
import { type CommonFlags, type Environment, fail, openSession, printJson, printText } from './session.js'

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
  const session = openSession(flags, environment)
  const folder = resolve(dir)
  const paths = [...initFiles(TITLE, format).keys()]
  for (const path of paths.filter((each) => existsSync(join(folder, each)))) {
    const message = `"${join(dir, path)}" already exists`
    session.collector.report('SVC7040', { message, at: null, help: 'Choose another folder' })
  }
  if (session.collector.hasErrors) return fail(session)

  const asks = environment.terminal.isInteractive && session.form === 'text' && !session.isQuiet
  const title = asks ? await environment.terminal.ask(`Title of the API (${TITLE}): `) : ''
  try {
    for (const [path, text] of initFiles(title === '' ? TITLE : title, format))
      write(join(folder, path), text)
  } catch (error) {
    reportIoError(error, folder, session.collector)
    return fail(session)
  }

  if (session.form === 'json') printJson(session, { ok: true, created: paths })
  else printText(session, nextSteps(dir, paths))
  return EXIT.done
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
