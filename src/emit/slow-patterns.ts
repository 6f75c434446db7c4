import { isLinear } from '../../templates/runtime/values/schema-pattern.js'
import { isObject } from './json.js'
import type { Json } from '../ir/index.js'

/**
 * Returns whether a JSON schema contains patterns, at any depth, that require more than JavaScript's engine: those that
 * could take more than linear time, and those that must run only on strings within `maxLength`.
 */
export function hasSlowPatterns(schema: Json): boolean {
  if (Array.isArray(schema)) return schema.some(hasSlowPatterns)
  if (!isObject(schema)) return false
  const { pattern, maxLength, patternProperties } = schema
  if (typeof pattern === 'string' && (maxLength !== undefined || !isLinear(pattern))) return true
  if (isObject(patternProperties) && !Object.keys(patternProperties).every(isLinear)) return true
  return Object.values(schema).some(hasSlowPatterns)
}
