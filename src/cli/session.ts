import { relative } from 'node:path'
import { Collector } from '../diagnostics/collector.js'
import { type Paint, plain } from '../diagnostics/paint.js'
import { toJson } from '../diagnostics/format-json.js'
import { formatText } from '../diagnostics/format-text.js'
import { toSarif } from '../diagnostics/format-sarif.js'
import type { RunContext } from '../run.js'
import type { Stages } from '../stages.js'
import type { SourceFile } from '../source/span.js'
import { readVersion } from '../version.js'
import { EXIT, type ExitCode } from './exit.js'
import type { Terminal } from './terminal.js'

export interface CommonFlags {
  readonly json?: boolean
  readonly quiet?: boolean
  readonly color?: boolean
  readonly format?: string
}

export interface Environment {
  readonly terminal: Terminal
  readonly stages?: Stages | undefined
}

/** One run of a command: its problems and its output settings. */
export interface Session extends RunContext {
  readonly terminal: Terminal
  readonly form: 'text' | 'json' | 'sarif'
  readonly isQuiet: boolean
  readonly paint: { readonly out: Paint; readonly err: Paint }
}

export function openSession(flags: CommonFlags, { terminal, stages }: Environment): Session {
  const isText = flags.json !== true && flags.format !== 'sarif'
  return {
    terminal,
    stages,
    collector: new Collector(),
    filesRead: new Set(),
    form: isText ? 'text' : flags.json === true ? 'json' : 'sarif',
    isQuiet: flags.quiet === true,
    paint: flags.color === false ? { out: plain, err: plain } : terminal.paint,
    onStage: (stage) => {
      if (terminal.showsProgress && isText && flags.quiet !== true)
        terminal.err(`${CLEAR_LINE}${stage}…${TO_START}`)
    },
  }
}

const TO_START = '\r'
const CLEAR_LINE = `${TO_START}\u001b[K`

/** Prints a JSON document on standard output: either indented or, if it is one of several documents, on one line. */
export function printJson({ terminal }: Pick<Session, 'terminal'>, value: unknown, isOneLine = false): void {
  terminal.out(`${JSON.stringify(value, null, isOneLine ? 0 : 2)}\n`)
}

/** Prints a text result on standard output, unless `--quiet` is set. */
export function printText({ terminal, isQuiet }: Session, text: string): void {
  if (terminal.showsProgress && !isQuiet) terminal.err(CLEAR_LINE)
  if (!isQuiet) terminal.out(text)
}

/** Prints a hint if the user is at a terminal. */
export function printHint({ terminal, isQuiet, form }: Session, text: string): void {
  if (terminal.showsProgress && !isQuiet && form === 'text') terminal.err(text)
}

/** Writes the diagnostics to standard error, or as a SARIF log to standard output. */
export function showDiagnostics({ collector, form, terminal, paint }: Session): void {
  const diagnostics = collector.sorted()
  if (form === 'sarif') printJson({ terminal }, toSarif(diagnostics, readVersion()))
  else if (diagnostics.length > 0) {
    terminal.err(`${terminal.showsProgress ? CLEAR_LINE : ''}${formatText(diagnostics, paint.err, fromHere)}`)
  }
}

/** Returns the path of a file relative to the working directory, so that terminals and editors open it. */
function fromHere({ path }: SourceFile): string {
  return relative(process.cwd(), path).replaceAll('\\', '/')
}

/** Prints the diagnostics of a failed run, with `--json` as `{ok: false, diagnostics}`, and returns the exit code. */
export function fail(session: Session, isOneLine = false): ExitCode {
  if (session.form === 'json') {
    printJson(session, { ok: false, diagnostics: toJson(session.collector.sorted()) }, isOneLine)
  } else {
    showDiagnostics(session)
  }
  return session.collector.sorted().some(({ code }) => code === 'SVC7001' || code === 'SVC7090')
    ? EXIT.internal
    : EXIT.failed
}
