import { isObject, type JsonSchema, referredName, type Service } from '../ir/index.js'
import { changesIn, type PartChange, SchemaComparison } from './contracts/schema-comparison.js'
import type { Located } from './contracts/flat-schema.js'

/** The schema of a field in its service. */
export interface FieldSchema {
  readonly service: Pick<Service, 'schemas'>
  readonly schema: JsonSchema
}

/**
 * Compares two schemas for a field, ignoring annotations. A change is breaking if it breaks clients that write the field
 * or, if clients see it, those that read it; its rule is the one that says so.
 */
export function schemaChanges(
  before: FieldSchema,
  after: FieldSchema,
  isSeen: boolean,
): readonly PartChange[] {
  const comparison = new SchemaComparison()
  const pair = { before: located(before), after: located(after) }
  const places = ['request-property', ...(isSeen ? (['response-property'] as const) : [])] as const
  const units = places.map((place) => comparison.unit({ ...pair, place }))
  comparison.settle()
  const found = new Map<string, PartChange>()
  for (const change of units.flatMap((unit) => changesIn(unit))) {
    const key = `${change.at} ${change.change}`
    const known = found.get(key)
    if (known === undefined || (change.breaking && !known.breaking)) found.set(key, change)
  }
  return [...found.values()]
}

function located({ service: { schemas = {} }, schema }: FieldSchema): Located {
  return {
    schema,
    find: (reference) => {
      const name = referredName(reference)
      const target = name === null ? undefined : schemas[name]
      return isObject(target) ? target : undefined
    },
  }
}
