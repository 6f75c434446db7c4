import { BadRequest, type Fault, Forbidden } from '../errors.js'

/** How many faults the one line of an answer tells; `errors` has them all. */
const TOLD = 3

/** Gathers what is wrong with a query, so that one answer tells all of it (SPEC 7). */
export class Faults {
  readonly #bad = new Map<string, Fault>()
  readonly #hidden = new Map<string, Fault>()

  /** @param parameter name of the parameter at fault; empty for the query as a whole */
  add(parameter: string, message: string): void {
    note(this.#bad, { path: parameter, message })
  }

  /** A field that is there, but not for this caller. */
  hide(parameter: string, name: string): void {
    note(this.#hidden, { path: parameter, message: `"${name}" is not yours to see` })
  }

  /** Takes over what {@link refuse} threw elsewhere; throws anything else again. */
  absorb(error: unknown): void {
    if (error instanceof BadRequest) for (const fault of error.errors) note(this.#bad, fault)
    else if (error instanceof Forbidden) for (const fault of error.errors) note(this.#hidden, fault)
    else throw error
  }

  /** @throws Forbidden for fields that the caller may not see, whatever else is wrong; BadRequest with all faults */
  refuse(): void {
    if (this.#bad.size === 0 && this.#hidden.size === 0) return
    const [bad, hidden] = [[...this.#bad.values()], [...this.#hidden.values()]]
    if (hidden.length > 0) throw new Forbidden(told(hidden), { errors: hidden })
    if (bad.length > 0) throw new BadRequest(told(bad), { errors: bad })
  }
}

/** The same fault is told once. */
function note(faults: Map<string, Fault>, fault: Fault): void {
  faults.set(`${fault.path}: ${fault.message}`, fault)
}

function told(faults: readonly Fault[]): string {
  const lines = faults
    .slice(0, TOLD)
    .map(({ path, message }) => (path === '' ? message : `${path.slice(0, 100)}: ${message}`))
  return lines.join('; ') + (faults.length > TOLD ? `; and ${faults.length - TOLD} more` : '')
}
