import type { Span } from '../source/span.js'
import { entryOf, type Code } from './catalog/index.js'
import type { Diagnostic, Related } from './diagnostic.js'

/** A problem as reported by a check. The catalog determines its severity. */
export interface NewDiagnostic {
  readonly message: string
  readonly at: Span | null
  readonly related?: readonly Related[]
  /** How to fix the problem. A function if this is expensive to compute, as a search for similar names is. */
  readonly help?: string | (() => string | undefined) | null | undefined
}

const MAX_RELATED = 10

/** Number of problems after which functions no longer compute help, which would take longer than the run. */
const MAX_WITH_COMPUTED_HELP = 500

/** Maximum number of problems with the same code. Only generated input exceeds it. */
const MAX_PER_CODE = 10_000

/** Collects the problems in a run. One found twice at a location, as in a trait with two uses, is recorded once. */
export class Collector {
  readonly #found = new Map<string, Diagnostic>()
  readonly #counts = new Map<Code, number>()
  /** Returns a message with the keys as the document spells them. */
  spelling: (text: string) => string = (text) => text

  /** Adds a problem. The caller continues without the invalid part, so that it does not cause further errors. */
  report(code: Code, { message: written, at, related = [], help }: NewDiagnostic): void {
    const message = this.spelling(written)
    const count = this.#counts.get(code) ?? 0
    if (count === MAX_PER_CODE) return
    const key = `${code} ${message} ${at?.file.path ?? ''} ${at?.start ?? ''}`
    if (this.#found.has(key)) return
    this.#counts.set(code, count + 1)
    this.#found.set(key, {
      code,
      severity: entryOf(code).severity,
      message,
      at,
      related: related
        .slice(0, MAX_RELATED)
        .map((each) => ({ ...each, message: this.spelling(each.message) })),
      help: this.#helpOf(help),
    })
  }

  #helpOf(help: NewDiagnostic['help']): string | null {
    const text = typeof help === 'function' ? this.#computed(help) : help
    return text === null || text === undefined ? null : this.spelling(text)
  }

  #computed(help: () => string | undefined): string | undefined {
    return this.#found.size < MAX_WITH_COMPUTED_HELP ? help() : undefined
  }

  get hasErrors(): boolean {
    return [...this.#found.values()].some((diagnostic) => diagnostic.severity === 'error')
  }

  /** Returns all problems, sorted by file, position and code. Problems without a position come first. */
  sorted(): readonly Diagnostic[] {
    return [...this.#found.values()].sort(
      (a, b) =>
        compare(a.at?.file.name ?? '', b.at?.file.name ?? '') ||
        (a.at?.start ?? 0) - (b.at?.start ?? 0) ||
        compare(a.code, b.code) ||
        compare(a.message, b.message),
    )
  }
}

function compare(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
