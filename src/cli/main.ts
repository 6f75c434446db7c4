import { CommanderError } from 'commander'
import type { Code } from '../diagnostics/catalog/index.js'
import type { Stages } from '../stages.js'
import { ConfigError } from './config.js'
import { EXIT, type ExitCode, UsageError } from './exit.js'
import { buildProgram } from './program.js'
import { Session } from './session.js'
import { noticeUpdate } from './update-notice.js'
import { processTerminal, type Terminal } from './terminal.js'

/**
 * Runs svcgen.
 * @param argv the arguments after the program's name
 * @param stages replace those of svcgen in tests
 * @returns the exit code. Does not throw on invalid input
 */
export async function main(
  argv: readonly string[],
  terminal: Terminal = processTerminal(),
  stages?: Stages,
): Promise<ExitCode> {
  let exit: ExitCode = EXIT.done
  const program = buildProgram({ terminal, stages }, (code) => {
    exit = code
  })
  try {
    await program.parseAsync(argv, { from: 'user' })
    await noticeUpdate(argv, terminal)
    return exit
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return EXIT.done
    if (error instanceof CommanderError && error.code === 'commander.help') return EXIT.internal
    return failWith(error, argv, terminal)
  }
}

function failWith(error: unknown, argv: readonly string[], terminal: Terminal): ExitCode {
  const flags = { json: argv.includes('--json'), color: !argv.includes('--no-color') }
  if (error instanceof ConfigError) return new Session(flags, { terminal }, error.collector).fail()
  const session = new Session(flags, { terminal })
  const [code, message, help] = describe(error)
  session.collector.report(code, { message, at: null, help })
  if (code === 'SVC7090' && process.env['SVCGEN_DEBUG'] === '1' && error instanceof Error) {
    terminal.err(`${error.stack}\n`)
  }
  return session.fail()
}

function describe(error: unknown): readonly [Code, string, string] {
  if (error instanceof CommanderError || error instanceof UsageError) {
    const [first = '', ...rest] = error.message.replace(/^error: /, '').split('\n')
    const hint = rest.join(' ').replace(/^\((.*)\)$/, '$1')
    return ['SVC7001', first, hint === '' ? 'Run svcgen --help for usage' : hint]
  }
  const message = error instanceof Error ? error.message : String(error)
  return ['SVC7090', `Internal error: ${message}`, 'Run again with SVCGEN_DEBUG=1 to see the stack trace']
}
