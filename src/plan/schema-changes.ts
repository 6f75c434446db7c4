import type { Json, JsonSchema } from '../ir/index.js'
import type { ApiChange } from './change.js'

type Rule = (before: Json | undefined, after: Json | undefined) => boolean

const isLower: Rule = (before, after) =>
  typeof after === 'number' && (typeof before !== 'number' || after < before)
const isHigher: Rule = (before, after) =>
  typeof after === 'number' && (typeof before !== 'number' || after > before)
const isAnother: Rule = (_before, after) => after !== undefined
const hasFewer: Rule = (before, after) =>
  Array.isArray(after) &&
  (!Array.isArray(before) || before.some((value) => !after.some((other) => isEqual(value, other))))

/** Whether a change of a keyword restricts values. For other keywords, any change except removing them does. */
const RULES: Readonly<Record<string, Rule>> = {
  maximum: isLower,
  maxLength: isLower,
  maxItems: isLower,
  maxProperties: isLower,
  exclusiveMaximum: isLower,
  minimum: isHigher,
  exclusiveMinimum: isHigher,
  minLength: isHigher,
  minItems: isHigher,
  minProperties: isHigher,
  enum: hasFewer,
  type: (before, after) => hasFewer(listOf(before), listOf(after)),
}

const ANNOTATIONS: ReadonlySet<string> = new Set([
  'title',
  'description',
  'default',
  'example',
  'examples',
  'deprecated',
])

/**
 * Compares two schemas for a field, keyword by keyword, ignoring annotations. A change is breaking for clients that
 * write the field.
 */
export function schemaChanges(before: JsonSchema, after: JsonSchema): readonly Omit<ApiChange, 'where'>[] {
  const keywords = [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted()
  return keywords
    .filter((keyword) => !ANNOTATIONS.has(keyword) && !isEqual(before[keyword], after[keyword]))
    .map((keyword) => {
      const rule = RULES[keyword] ?? isAnother
      return {
        change: words(keyword, before[keyword], after[keyword]),
        breaking: rule(before[keyword], after[keyword]),
      }
    })
}

function words(keyword: string, before: Json | undefined, after: Json | undefined): string {
  if (before === undefined) return `"${keyword}" added: ${JSON.stringify(after)}`
  if (after === undefined) return `"${keyword}" removed`
  return `"${keyword}" changed from ${JSON.stringify(before)} to ${JSON.stringify(after)}`
}

function listOf(value: Json | undefined): Json | undefined {
  return value === undefined || Array.isArray(value) ? value : [value]
}

function isEqual(a: Json | undefined, b: Json | undefined): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
