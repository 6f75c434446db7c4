import { dispatchOf } from '../ir/alternatives.js'
import { isObject, type Json, type JsonSchema, referredName, type Service } from '../ir/index.js'
import { referencesIn } from '../ir/repeated-schemas.js'
import { isMarked, schemaParts } from '../ir/schema-parts.js'
import { IN_PLACE, withSubschemas } from '../ir/subschemas.js'
import { oncePer } from '../ir/once.js'

/**
 * What a schema describes: what clients send, what the service returns, or what clients send to an operation on stored
 * items.
 */
export type Use = 'request' | 'response' | 'served'

/** The keyword of the properties that a use does not contain. */
const EXCLUDED: Readonly<Record<Use, string>> = {
  request: 'readOnly',
  response: 'writeOnly',
  served: 'readOnly',
}

type UseSource = Pick<Service, 'schemas' | 'requiredByUse'>
type Schemas = Readonly<Record<string, JsonSchema>>

/** Returns the uses that do not require all properties. All but requests have variants of the shared schemas. */
function usesOf({ schemas, requiredByUse: given }: UseSource): readonly Use[] {
  if (schemas === undefined || given === undefined) return []
  if (given === true) return ['request', 'response']
  return given === 'served' ? ['response', 'served'] : ['response']
}

/**
 * Returns a schema that does not require the properties that a request or a response does not contain, as OpenAPI 3.0
 * defines `readOnly` and `writeOnly` (Schema Object, Fixed Fields). In 3.1, responses do not require what they never
 * contain, and operations on stored items do not require what the service makes. References lead to the variants of the
 * shared schemas for this use.
 */
export function requiredByUse(schema: JsonSchema, service: UseSource, given: Use): JsonSchema {
  const { schemas = NO_SCHEMAS } = service
  const use = service.requiredByUse === true && given === 'served' ? 'request' : given
  if (!usesOf(service).includes(use)) return schema
  const renamed = variantsOf(service).get(use) ?? NO_NAMES
  return relaxed(schema, { schemas, use, renamed }, propertiesIn(schema, schemas))
}

/**
 * Returns a schema for the one type of its values in requests and responses: it requires what both require. In 3.1, it
 * requires all that the schema requires.
 */
export function requiredByAllUses(schema: JsonSchema, service: UseSource): JsonSchema {
  const { schemas = NO_SCHEMAS } = service
  if (service.requiredByUse !== true) return schema
  const properties = propertiesIn(schema, schemas)
  return usesOf(service).reduce(
    (left, use) => relaxed(left, { schemas, use, renamed: NO_NAMES }, properties),
    schema,
  )
}

/** Returns the shared schemas with their variants, by name. */
export const schemasByUse = oncePer((service: UseSource): Schemas => {
  const { schemas = NO_SCHEMAS } = service
  const all = Object.entries(schemas)
  return Object.fromEntries([
    ...all.map(([name, schema]) => [name, requiredByUse(schema, service, 'request')]),
    ...[...variantsOf(service)].flatMap(([use, names]) =>
      all
        .filter(([name]) => names.has(name))
        .map(([name, schema]) => [variantName(name, use), requiredByUse(schema, service, use)]),
    ),
  ])
})

const NO_SCHEMAS: Schemas = {}
const NO_NAMES: ReadonlySet<string> = new Set()

/** Returns a name that OpenAPI does not allow for components. */
function variantName(name: string, use: Use): string {
  return `${name}:${use}`
}

/** Returns the names of the schemas that have a variant, by use: those that require other properties, at any depth. */
const variantsOf = oncePer((service: UseSource): ReadonlyMap<Use, ReadonlySet<string>> => {
  const { schemas = NO_SCHEMAS } = service
  const uses = usesOf(service)
  // In OpenAPI 3.0, the schemas themselves are those of requests.
  const others = uses.filter((use) => use !== 'request')
  return new Map(
    others.map((use) => [use, differingIn(schemas, service.requiredByUse === true ? uses : [use])]),
  )
})

function differingIn(schemas: Schemas, uses: readonly Use[]): ReadonlySet<string> {
  const found = new Set<string>()
  const users = new Map<string, string[]>()
  for (const [name, schema] of Object.entries(schemas)) {
    const properties = propertiesIn(schema, schemas)
    const differs = (use: Use): boolean =>
      JSON.stringify(relaxed(schema, { schemas, use, renamed: NO_NAMES }, properties)) !==
      JSON.stringify(schema)
    if (uses.some(differs)) found.add(name)
    for (const used of referencesIn(schema)) users.set(used, [...(users.get(used) ?? []), name])
  }
  for (const name of found) for (const user of users.get(name) ?? []) found.add(user)
  return found
}

type Properties = ReadonlyMap<string, readonly Json[]>

/** Returns the schemas of the properties in a schema and in all its parts and alternatives. */
function propertiesIn(schema: JsonSchema, schemas: Schemas): Properties {
  const found = new Map<string, Json[]>()
  for (const part of schemaParts(schema, (name) => schemas[name]))
    for (const [name, property] of isObject(part['properties']) ? Object.entries(part['properties']) : [])
      found.set(name, [...(found.get(name) ?? []), property])
  return found
}

interface Relaxing {
  readonly schemas: Schemas
  readonly use: Use
  /** The shared schemas that have a variant for this use. */
  readonly renamed: ReadonlySet<string>
}

function relaxed(schema: JsonSchema, relaxing: Relaxing, properties: Properties): JsonSchema {
  const { schemas, use } = relaxing
  const find = (name: string): JsonSchema | undefined => schemas[name]
  const isLeftOut = (property: JsonSchema): boolean =>
    isMarked(property, EXCLUDED[use], find) ||
    // Nor do responses contain lists of which nobody can read the items.
    (use === 'response' && itemsIn(property, find).some((items) => isMarked(items, 'writeOnly', find)))
  const isExcluded = (name: Json): boolean =>
    typeof name === 'string' && (properties.get(name) ?? []).some((each) => isObject(each) && isLeftOut(each))
  const kept = Object.entries(schema).flatMap(([key, value]): [string, Json][] => {
    if (key === 'required' && Array.isArray(value)) {
      const names = value.filter((name: Json) => !isExcluded(name))
      return names.length === 0 ? [] : [[key, names]]
    }
    if (key === 'discriminator') return [[key, withMapping(value, schema, relaxing)]]
    return [[key, key === '$ref' ? referenceFor(value, relaxing) : value]]
  })
  return withSubschemas(Object.fromEntries(kept), (each, keyword) =>
    relaxed(each, relaxing, IN_PLACE.has(keyword) ? properties : propertiesIn(each, schemas)),
  )
}

function itemsIn(schema: JsonSchema, find: (name: string) => JsonSchema | undefined): readonly JsonSchema[] {
  return [...schemaParts(schema, find)].map((part) => part['items'] ?? null).filter(isObject)
}

/** Returns a reference to the variant of a shared schema, if it has one. */
function referenceFor(reference: Json, { use, renamed }: Relaxing): Json {
  const name = referredName(reference)
  return name !== null && renamed.has(name) ? `#/$defs/${variantName(name, use)}` : reference
}

/** Returns a discriminator that selects the variants of alternatives by the same values as the alternatives. */
function withMapping(discriminator: Json, schema: JsonSchema, relaxing: Relaxing): Json {
  const found = dispatchOf(schema, (name) => relaxing.schemas[name])
  if (found === null || !isObject(discriminator)) return discriminator
  const mapping = found.cases.flatMap(({ values, schema: { $ref = null } }) =>
    $ref === null ? [] : values.map((value) => [value, referenceFor($ref, relaxing)] as const),
  )
  return { ...discriminator, mapping: Object.fromEntries(mapping) }
}
