import { isLinear } from '../../templates/runtime/values/schema-pattern.js'
import { hasPart } from './bounded-schema.js'
import { type Json, isObject } from '../ir/index.js'

/**
 * Returns whether a JSON schema contains patterns, at any depth, that require more than JavaScript's engine: those that
 * could take more than linear time, and those that must run only on strings within `maxLength`.
 */
export function hasSlowPatterns(schema: Json): boolean {
  return hasPart(schema, ({ pattern, maxLength, patternProperties }) => {
    if (typeof pattern === 'string' && (maxLength !== undefined || !isLinear(pattern))) return true
    return isObject(patternProperties) && !Object.keys(patternProperties).every(isLinear)
  })
}
