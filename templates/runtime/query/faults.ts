import { BadRequest, type Fault, Forbidden } from '../errors.js'

/** How many faults the one line of an answer tells; `errors` has them all. */
const TOLD = 3

/** Gathers what is wrong with a query, so that one answer tells all of it (SPEC 7). */
export class Faults {
  readonly #bad: Fault[] = []
  readonly #hidden: Fault[] = []

  /** @param parameter name of the parameter at fault; empty for the query as a whole */
  add(parameter: string, message: string): void {
    this.#bad.push({ path: parameter, message })
  }

  /** A field that is there, but not for this caller. */
  hide(parameter: string, name: string): void {
    this.#hidden.push({ path: parameter, message: `"${name}" is not yours to see` })
  }

  /** @throws BadRequest with all faults; Forbidden where nothing is wrong but fields that the caller may not see */
  refuse(): void {
    if (this.#bad.length > 0) throw new BadRequest(told(this.#bad), { errors: this.#bad })
    if (this.#hidden.length > 0) throw new Forbidden(told(this.#hidden), { errors: this.#hidden })
  }
}

function told(faults: readonly Fault[]): string {
  const lines = faults
    .slice(0, TOLD)
    .map(({ path, message }) => (path === '' ? message : `${path.slice(0, 100)}: ${message}`))
  return lines.join('; ') + (faults.length > TOLD ? `; and ${faults.length - TOLD} more` : '')
}
