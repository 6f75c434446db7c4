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

const TO_START = '\r'
const CLEAR_LINE = `${TO_START}\u001b[K`

/** One run of a command: its problems and its output settings. */
export class Session implements RunContext {
  readonly terminal: Terminal
  readonly stages: Stages | undefined
  readonly collector: Collector
  readonly filesRead = new Set<string>()
  readonly form: 'text' | 'json' | 'sarif'
  readonly isQuiet: boolean
  readonly paint: { readonly out: Paint; readonly err: Paint }

  constructor(flags: CommonFlags, { terminal, stages }: Environment, collector = new Collector()) {
    this.terminal = terminal
    this.stages = stages
    this.collector = collector
    this.form = flags.json === true ? 'json' : flags.format === 'sarif' ? 'sarif' : 'text'
    this.isQuiet = flags.quiet === true
    this.paint = flags.color === false ? { out: plain, err: plain } : terminal.paint
  }

  readonly onStage = (stage: string): void => {
    if (this.#showsProgress && this.form === 'text') this.terminal.err(`${CLEAR_LINE}${stage}…${TO_START}`)
  }

  get #showsProgress(): boolean {
    return this.terminal.showsProgress && !this.isQuiet
  }

  /** Prints a JSON document on standard output: either indented or, if it is one of several documents, on one line. */
  printJson(value: unknown, isOneLine = false): void {
    this.terminal.out(`${JSON.stringify(value, null, isOneLine ? 0 : 2)}\n`)
  }

  /** Prints a text result on standard output, unless `--quiet` is set. */
  printText(text: string): void {
    if (this.#showsProgress) this.terminal.err(CLEAR_LINE)
    if (!this.isQuiet) this.terminal.out(text)
  }

  /** Prints a hint if the user is at a terminal. */
  printHint(text: string): void {
    if (this.#showsProgress && this.form === 'text') this.terminal.err(text)
  }

  /** Writes the diagnostics to standard error, or as a SARIF log to standard output. */
  showDiagnostics(): void {
    const diagnostics = this.collector.sorted()
    if (this.form === 'sarif') this.printJson(toSarif(diagnostics, readVersion()))
    else if (diagnostics.length > 0) {
      const clear = this.terminal.showsProgress ? CLEAR_LINE : ''
      this.terminal.err(`${clear}${formatText(diagnostics, this.paint.err, fromHere)}`)
    }
  }

  /** Prints the diagnostics of a failed run, with `--json` as `{ok: false, diagnostics}`, and returns the exit code. */
  fail(isOneLine = false): ExitCode {
    const diagnostics = this.collector.sorted()
    if (this.form === 'json') this.printJson({ ok: false, diagnostics: toJson(diagnostics) }, isOneLine)
    else this.showDiagnostics()
    return diagnostics.some(({ code }) => code === 'SVC7001' || code === 'SVC7090')
      ? EXIT.internal
      : EXIT.failed
  }
}

/** Returns the path of a file relative to the working directory, so that terminals and editors open it. */
function fromHere({ path }: SourceFile): string {
  return relative(process.cwd(), path).replaceAll('\\', '/')
}
