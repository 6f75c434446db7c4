import type { Json, JsonSchema } from '../ir/index.js'

/** What a change of a field's JSON schema means for those who write it. */
export interface SchemaChange {
  readonly change: string
  readonly breaking: boolean
}

/** Tells whether what was valid may now be refused. */
type Rule = (before: Json | undefined, after: Json | undefined) => boolean

const isLower: Rule = (before, after) =>
  typeof after === 'number' && (typeof before !== 'number' || after < before)
const isHigher: Rule = (before, after) =>
  typeof after === 'number' && (typeof before !== 'number' || after > before)
const isAnother: Rule = (_before, after) => after !== undefined
const hasFewer: Rule = (before, after) =>
  Array.isArray(after) &&
  (!Array.isArray(before) || before.some((value) => !after.some((other) => isEqual(value, other))))

/** How each keyword of draft 4 restricts; one that is not here is taken to restrict in any form. */
const RULES: Readonly<Record<string, Rule>> = {
  maximum: isLower,
  maxLength: isLower,
  maxItems: isLower,
  maxProperties: isLower,
  minimum: isHigher,
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
  '$schema',
  'id',
])

/** Compares two schemas of a field, keyword by keyword; what only describes does not count. */
export function schemaChanges(before: JsonSchema, after: JsonSchema): readonly SchemaChange[] {
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
  if (before === undefined) return `has "${keyword}" now: ${JSON.stringify(after)}`
  if (after === undefined) return `has no "${keyword}" any more`
  return `"${keyword}" changed from ${JSON.stringify(before)} to ${JSON.stringify(after)}`
}

function listOf(value: Json | undefined): Json | undefined {
  return value === undefined || Array.isArray(value) ? value : [value]
}

function isEqual(a: Json | undefined, b: Json | undefined): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
