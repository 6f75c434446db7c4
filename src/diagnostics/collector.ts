import type { Span } from '../source/span.js'
import { catalogue, type Code } from './catalogue/index.js'
import type { Diagnostic, Related } from './diagnostic.js'

/** What a check says beside the code: the severity comes from the catalogue. */
export interface Report {
  readonly message: string
  readonly at: Span | null
  readonly related?: readonly Related[]
  /** How to mend it; a function where it must be looked for, such as the name that was meant. */
  readonly help?: string | (() => string | undefined) | undefined
}

/** More places than these help nobody. */
const MOST_RELATED = 10

/** So many problems get a help that must be looked for: with more, looking would take longer than all else. */
const MOST_SOUGHT = 500

/** So many problems of one code tell enough: more than these are made, not written. */
const MOST_OF_A_CODE = 10_000

/**
 * Gathers the problems of one run, so that all are reported together (SPEC 3). The same problem at the same place, found twice
 * (by way of a trait that two resources use), is kept once.
 */
export class Collector {
  readonly #found = new Map<string, Diagnostic>()
  readonly #counts = new Map<Code, number>()
  readonly #muted = new Set<Code>()

  /** Takes note of a problem. The reader goes on; what depends on the faulty part is left out, so that no follow-on noise arises. */
  report(code: Code, { message, at, related = [], help }: Report): void {
    const count = this.#counts.get(code) ?? 0
    if (this.#muted.has(code) || count === MOST_OF_A_CODE) return
    const key = `${code} ${message} ${at?.file.path ?? ''} ${at?.start ?? ''}`
    if (this.#found.has(key)) return
    this.#counts.set(code, count + 1)
    this.#found.set(key, {
      code,
      severity: catalogue[code].severity,
      message,
      at,
      related: related.slice(0, MOST_RELATED),
      help: (typeof help === 'function' ? this.#sought(help) : help) ?? null,
    })
  }

  #sought(help: () => string | undefined): string | undefined {
    return this.#found.size < MOST_SOUGHT ? help() : undefined
  }

  /** Takes no further note of these: they could be but consequences of what was found so far. */
  mute(codes: readonly Code[]): void {
    for (const code of codes) this.#muted.add(code)
  }

  get hasErrors(): boolean {
    return [...this.#found.values()].some((diagnostic) => diagnostic.severity === 'error')
  }

  /** All problems, by file, place, then code; those without a place come first. */
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
