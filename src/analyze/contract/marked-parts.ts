import type { Collector } from '../../diagnostics/collector.js'
import { listed } from '../../naming/phrases.js'
import type { Span } from '../../source/span.js'
import { isObject, type JsonSchema, type Model, resolved } from '../../ir/index.js'
import { isMarked } from '../../ir/schema-parts.js'
import { type FindSchema, partsOf } from './schemas.js'

const MAX_DEPTH = 16

/** Keywords that apply a schema to each item or other member. */
const EACH = ['additionalProperties', 'unevaluatedProperties', 'items', 'unevaluatedItems', 'contains']

/**
 * Returns the parts of a stored field that the schema of a request or response marks, as JSON pointers in which `*` stands
 * for all other members and items, and that its component does not. Only what the component says of parts has an effect.
 */
export function unmarkedParts(
  member: string,
  schema: JsonSchema,
  keyword: 'readOnly' | 'writeOnly',
  field: string,
  model: Model,
  find: FindSchema,
): readonly string[] {
  const rules = (model.partRules ?? []).filter((rule) => rule[keyword])
  const isKnown = (pointer: string): boolean => rules.some(({ name }) => covers(name, pointer))
  return markedParts(schema, keyword, find)
    .filter((pointer) => !isKnown(`/${escaped(field)}${pointer}`))
    .map((pointer) => `/${escaped(member)}${pointer}`)
}

/** Returns whether a pointer, in which `*` stands for any name, selects another one or what contains that. */
function covers(rule: string, pointer: string): boolean {
  const names = pointer.split('/')
  const steps = rule.split('/')
  return steps.length <= names.length && steps.every((step, at) => step === '*' || step === names[at])
}

function markedParts(
  schema: JsonSchema,
  keyword: 'readOnly' | 'writeOnly',
  find: FindSchema,
): readonly string[] {
  const found = new Set<string>()
  const visited = new Set<JsonSchema>()
  const visit = (written: JsonSchema, path: string, depth: number): void => {
    const known = resolved(written, find)
    if (visited.has(known) || depth > MAX_DEPTH) return
    visited.add(known)
    for (const [name, part] of membersOf(known)) {
      const pointer = `${path}/${escaped(name)}`
      if (isMarked(part, keyword, find)) found.add(pointer)
      else visit(part, pointer, depth + 1)
    }
    for (const keyword of ['allOf', 'anyOf', 'oneOf'])
      for (const part of partsOf(known, keyword)) visit(part, path, depth + 1)
  }
  visit(schema, '', 0)
  return [...found]
}

/** Returns the schemas of the members and items of a value, by name. */
function membersOf(schema: JsonSchema): readonly (readonly [string, JsonSchema])[] {
  const { properties, patternProperties } = schema
  const named = isObject(properties) ? Object.entries(properties) : []
  const others = isObject(patternProperties) ? Object.values(patternProperties) : []
  return [...named, ...[...others, ...EACH.map((key) => schema[key])].map((each) => ['*', each] as const)]
    .map(([name, part]): [string, JsonSchema] | null => (isObject(part) ? [name, part] : null))
    .filter((each) => each !== null)
}

function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}

/** Warns about parts that a request must not write or a response must not show, although nothing prevents it. */
export function reportUnmarked(
  { id, at }: { readonly id: string; readonly at: Span },
  written: readonly string[],
  shown: ReadonlySet<string>,
  model: Model,
  collector: Collector,
): void {
  for (const [parts, keyword, effect] of [
    [written, 'readOnly', 'its body writes'],
    [[...shown], 'writeOnly', 'its response shows'],
  ] as const)
    if (parts.length > 0)
      collector.report('SVC8092', {
        message: `"${keyword}" of ${listed(parts.map((part) => `"${part}"`))} in ${id} has no effect: ${effect} ${parts.length === 1 ? 'this part' : 'these parts'}, because ${model.id} does not say so`,
        at,
        help: `Add "${keyword}: true" at the same ${parts.length === 1 ? 'place' : 'places'} in ${model.id}, or write the operation yourself with "x-operation: own"`,
      })
}
