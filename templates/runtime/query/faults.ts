import { BadRequest, type Fault, Forbidden, MAX_LISTED, MAX_SUGGESTIONS } from '../errors.js'
import { didYouMean } from '../values/nearest.js'

/** How many faults the one line of an answer tells; `errors` has them all. */
const TOLD = 3

/** Gathers what is wrong with a query, so that one answer tells all of it (SPEC 7). */
export class Faults {
  readonly #bad: Fault[] = []
  readonly #hidden: Fault[] = []
  #unlisted = 0

  /** @param parameter name of the parameter at fault; empty for the query as a whole */
  add(parameter: string, message: string): void {
    if (this.#bad.length < MAX_LISTED) this.#bad.push({ path: parameter, message })
    else this.#unlisted += 1
  }

  /** {@link add} for a name that does not exist; suggests one of the names that do. */
  addUnknown(parameter: string, message: string, given: string, names: Iterable<string>): void {
    this.add(parameter, message + (this.#bad.length < MAX_SUGGESTIONS ? didYouMean(given, names) : ''))
  }

  /** A field that is there, but not for this caller. */
  hide(parameter: string, name: string): void {
    if (this.#hidden.length < MAX_LISTED)
      this.#hidden.push({ path: parameter, message: `"${name}" is not yours to see` })
  }

  /** Takes over what {@link refuse} threw elsewhere; throws anything else again. */
  absorb(error: unknown): void {
    if (error instanceof BadRequest) this.#bad.push(...error.errors)
    else if (error instanceof Forbidden) this.#hidden.push(...error.errors)
    else throw error
  }

  /** @throws Forbidden for fields that the caller may not see, whatever else is wrong; BadRequest with all faults */
  refuse(): void {
    if (this.#hidden.length > 0) {
      const errors = once(this.#hidden)
      throw new Forbidden(told(errors), { errors })
    }
    if (this.#bad.length > 0) {
      const errors = once(this.#bad)
      throw new BadRequest(told(errors), { errors, errorCount: errors.length + this.#unlisted })
    }
  }
}

/** The same fault is told once. */
function once(faults: readonly Fault[]): Fault[] {
  return [...new Map(faults.map((fault) => [`${fault.path}: ${fault.message}`, fault])).values()]
}

function told(faults: readonly Fault[]): string {
  const lines = faults
    .slice(0, TOLD)
    .map(({ path, message }) => (path === '' ? message : `${path.slice(0, 100)}: ${message}`))
  return lines.join('; ') + (faults.length > TOLD ? `; and ${faults.length - TOLD} more` : '')
}
