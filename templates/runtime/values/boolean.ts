import { bad, good, type ValueRule } from './rule.js'

/** True or false. */
export const boolean: ValueRule = {
  check: (_spec, value) => (typeof value === 'boolean' ? good(value) : bad('must be true or false')),
  parse: (_spec, text) =>
    text === 'true' || text === 'false' ? good(text === 'true') : bad('must be true or false'),
}
