import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { plain } from '../diagnostics/paint.js'
import { main } from '../cli/main.js'
import type { Terminal } from '../cli/terminal.js'
import type { Stages } from '../stages.js'
import { temporaryFolder } from './temporary-folder.js'

/** A command's output and exit code. */
export interface CommandResult {
  readonly exit: number
  readonly out: string
  readonly err: string
}

/** A folder in which a test runs commands. */
export interface Sandbox {
  readonly path: string
  write(path: string, text: string): void
  read(path: string): string
  has(path: string): boolean
  remove(path: string): void
  /** Returns the contents of all files in a folder except `.svcgen`, keyed and sorted by path. */
  files(folder: string): Readonly<Record<string, string>>
  /** Runs svcgen. Arguments that start with `./` are paths in the sandbox. */
  run(args: string, terminal?: Partial<Terminal>): Promise<CommandResult>
  /** Runs svcgen with arguments that can contain spaces. */
  runArgv(argv: readonly string[], terminal?: Partial<Terminal>): Promise<CommandResult>
  end(): void
}

/** Creates an empty sandbox, with these stages instead of those of svcgen. */
export function makeSandbox(stages?: Stages): Sandbox {
  const path = temporaryFolder()
  const at = (relative: string): string => join(path, relative)
  return {
    path,
    write(relative, text) {
      mkdirSync(dirname(at(relative)), { recursive: true })
      writeFileSync(at(relative), text)
    },
    read: (relative) => readFileSync(at(relative), 'utf8'),
    has: (relative) => existsSync(at(relative)),
    remove: (relative) => rmSync(at(relative), { recursive: true }),
    files: (folder) => filesBelow(at(folder), ''),
    run: (args, terminal) => runArgv(args.split(' '), terminal),
    runArgv,
    end: () => rmSync(path, { recursive: true, force: true }),
  }

  async function runArgv(args: readonly string[], terminal: Partial<Terminal> = {}): Promise<CommandResult> {
    const printed = { out: '', err: '' }
    const recorder: Terminal = {
      out: (text) => void (printed.out += text),
      err: (text) => void (printed.err += text),
      paint: { out: plain, err: plain },
      showsProgress: false,
      isInteractive: false,
      ask: () => Promise.resolve(''),
      onStop: () => {},
      ...terminal,
    }
    const argv = args.map((arg) => (arg.startsWith('./') ? at(arg) : arg))
    const exit = await main(argv, recorder, stages)
    return { exit, ...printed }
  }
}

function filesBelow(folder: string, prefix: string): Readonly<Record<string, string>> {
  if (!existsSync(folder)) return {}
  const entries = readdirSync(folder, { withFileTypes: true }).toSorted((a, b) => (a.name < b.name ? -1 : 1))
  return Object.assign(
    {},
    ...entries.map((entry) => {
      const path = `${prefix}${entry.name}`
      if (path === '.svcgen') return {}
      if (entry.isDirectory()) return filesBelow(join(folder, entry.name), `${path}/`)
      return { [path]: readFileSync(join(folder, entry.name), 'utf8') }
    }),
  )
}
