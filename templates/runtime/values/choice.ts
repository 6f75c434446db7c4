import type { Json } from '../json.js'
import { characterFault } from './characters.js'
import { bad, type Checked, good, type ValueRule } from './rule.js'

/** One of the choices, which may be of any JSON type; in a query string it stands as text. */
export const choice: ValueRule = {
  check: ({ choices }, value) =>
    oneOf(choices, (each) => each === value || isSameStructure(each, value), value),
  parse: ({ choices }, text) => oneOf(choices, (each) => plain(each) === text, text),
}

function isSameStructure(a: Json, b: Json): boolean {
  return typeof a === 'object' && typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b)
}

function oneOf(choices: readonly Json[] | undefined, matches: (each: Json) => boolean, given: Json): Checked {
  const fault = typeof given === 'string' ? characterFault(given) : undefined
  if (fault !== undefined) return bad(fault)
  if (choices === undefined) return good(given)
  const found = choices.find(matches)
  return found === undefined ? bad(`must be one of ${choices.map(plain).join(', ')}`) : good(found)
}

function plain(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
