import { isObject } from '../json.js'
import { jsonFault } from './characters.js'
import { bad, good, type ValueRule } from './rule.js'

/** Any JSON. */
export const anything: ValueRule = {
  check: (_spec, value) => {
    const fault = jsonFault(value)
    return fault === undefined ? good(value) : bad(fault)
  },
  parse: () => bad('may be any JSON and has no value to compare with'),
}

/** A JSON object. */
export const dict: ValueRule = {
  check: (spec, value) => (isObject(value) ? anything.check(spec, value) : bad('must be an object')),
  parse: () => bad('is an object and has no value to compare with'),
}
