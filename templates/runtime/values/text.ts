import { characterFault } from './characters.js'
import { bad, type Checked, good, type ValueRule, type ValueSpec } from './rule.js'

/** Text; its length counts code points, as PostgreSQL does. */
export const text: ValueRule = {
  check: (spec, value) => (typeof value === 'string' ? fitting(spec, value) : bad('must be a string')),
  parse: (_spec, value) => {
    const fault = characterFault(value)
    return fault === undefined ? good(value) : bad(fault)
  },
}

function fitting({ maxLength, choices }: ValueSpec, value: string): Checked {
  const fault = characterFault(value)
  if (fault !== undefined) return bad(fault)
  if (maxLength !== undefined && value.length > maxLength && Array.from(value).length > maxLength)
    return bad(`must not be longer than ${maxLength} characters`)
  if (choices !== undefined && !choices.includes(value)) return bad(`must be one of ${choices.join(', ')}`)
  return good(value)
}
