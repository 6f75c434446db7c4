import type { Collector } from '../../diagnostics/collector.js'
import { didYouMean } from '../../diagnostics/nearest.js'
import {
  effectiveSchema,
  type Engine,
  type FieldType,
  isObject,
  type JsonSchema,
  matchesPattern,
} from '../../ir/index.js'
import { isKeyNameOf } from '../../naming/key-names.js'
import { looseKey } from '../../naming/loose-match.js'
import { singularOf } from '../../naming/plural.js'
import { snakeCase, words } from '../../naming/words.js'
import type { ModelSchema } from '../../schema/index.js'
import type { Settings } from '../../schema/settings/settings.js'
import type { DatabaseType } from '../../schema/settings/settings-table.js'
import type { Span } from '../../source/span.js'
import type { StoredProperty } from './stored-properties.js'

/** The tags of handlers that can set fields of new items. */
export const SETS_NEW_ITEMS: ReadonlySet<string> = new Set(['before_create', 'before_set'])

/** How the operations of an API use the items of a model. */
export interface KeyUses {
  readonly parameters: readonly ItemParameter[]
  /** Whether an operation creates items. */
  readonly isCreatable: boolean
  /** Whether an operation has a key of its own (`x-item`), with which a PUT creates its item. */
  readonly isFixed: boolean
  /** The properties in the bodies that create items and that clients can write. */
  readonly created: ReadonlySet<string>
  /** The properties that each body that creates items requires. */
  readonly demanded: ReadonlySet<string>
  /** The properties in the bodies that change items and that clients can write. */
  readonly updated: ReadonlySet<string>
  /** The models whose items are above the paths that create items: Seller for `POST /sellers/{id}/offers`. */
  readonly above: ReadonlySet<string>
  /** The models whose items are above each path that creates items. */
  readonly within: ReadonlySet<string>
}

/** A parameter at the end of an item path. */
export interface ItemParameter {
  readonly name: string
  /** The property that it contains, as `x-key` next to it says, or null. */
  readonly property: string | null
  readonly path: string
  /** The last segment of the path of the collection. */
  readonly collection: string
  readonly at: Span | null
  /** Whether there are operations at the path itself that can be served. Those that return lists cannot. */
  readonly hasMethods: boolean
  /** Whether a PUT at the path creates the item. */
  readonly isCreated: boolean
  /** Whether this is another name that operations below the path have for the parameter. */
  readonly isOther: boolean
}

export interface InferredKey {
  readonly property: StoredProperty
  readonly type: FieldType
  /** What new items without a key get, unless the database generates it. */
  readonly made: 'uuid' | 'counter' | null
  /** The property by which paths find the items although it is not the key, so that its values are unique. */
  readonly found: string | null
}

/** Returns the property that identifies the items of a component, or null if it has none. Reports unclear keys. */
export function inferredKey(
  model: string,
  schema: ModelSchema,
  properties: readonly StoredProperty[],
  {
    uses: { parameters, isCreatable, isFixed, created, demanded },
    engine,
  }: { readonly uses: KeyUses; readonly engine: Engine },
  collector: Collector,
): InferredKey | null {
  const { keyName } = schema
  const declared = keyName && properties.find(({ name }) => name === keyName.name)
  const relatedBy = (name: string): string | undefined =>
    schema.properties.find(
      (each) =>
        (each.related?.many === false || each.settings?.type === 'relationship') &&
        (looseKey(each.name) === looseKey(name) || isKeyNameOf(name, each.name, false)),
    )?.name
  const related = keyName === null ? undefined : relatedBy(keyName.name)
  if (keyName !== null && declared === undefined && related !== undefined)
    collector.report('SVC8081', {
      message: `"x-key" of ${model} names "${related}", which is a relationship and identifies no items`,
      at: keyName.at,
      help: helpForRelated(related),
    })
  else if (keyName !== null && declared === undefined)
    collector.report('SVC8081', {
      message: `Unknown property "${keyName.name}" in "x-key" of ${model}`,
      at: keyName.at,
      help: () =>
        didYouMean(
          keyName.name,
          properties.map(({ name }) => name),
        ),
    })
  const named = parameters.map((parameter) => {
    const property = propertyNamedBy(parameter, model, properties)
    // What paths below call the parameter can have another meaning, unless it is exactly the name of a property.
    const isCertain =
      !parameter.isOther ||
      parameter.property !== null ||
      looseKey(parameter.name) === looseKey(property?.name ?? '')
    return { parameter, property: isCertain ? property : undefined }
  })
  // A property that is unique together with others finds items below those, but does not identify them.
  const isPart = ({ name }: StoredProperty): boolean =>
    schema.uniqueTogether.some((group) => group.some((each) => each.name === name))
  const candidates = named.flatMap(({ property }) => (property && !isPart(property) ? [property] : []))
  const first = candidates.find(({ settings }) => !settings.unique) ?? candidates[0]
  const isFoundOnly =
    keyName === null &&
    first !== undefined &&
    created.has(first.name) &&
    candidates.every((each) => each === first) &&
    parameters.every(({ isCreated }) => !isCreated) &&
    parameters.some(({ path }) => path.indexOf('{') === path.lastIndexOf('{'))
  const made = isFoundOnly ? idOfService(schema, properties) : undefined
  const property =
    declared ??
    made ??
    first ??
    properties.find(({ name }) => name === 'id') ??
    properties.find(({ name }) => looseKey(name) === 'id') ??
    // Users are stored by their login names.
    (schema.authModel === null ? undefined : properties.find(({ name }) => name === 'username')) ??
    properties.find(
      ({ name, settings: { type } }) =>
        looseKey(withId(name)) === `${looseKey(model)}id` && (type === 'string' || INTEGERS.has(type)),
    ) ??
    null
  const unknown = named.find(
    ({ parameter, property }) =>
      !property && parameter.hasMethods && (keyName === null || parameter.property !== null),
  )
  if (unknown !== undefined && (related === undefined || unknown.parameter.name !== keyName?.name)) {
    const { name, property: written } = unknown.parameter
    reportUnknown(model, unknown.parameter, { properties, related: relatedBy(written ?? name) }, collector)
  }
  const other = named.find(
    (each) =>
      (each.parameter.hasMethods || each.parameter.isOther) &&
      each.property !== undefined &&
      each.property !== property &&
      !(made !== undefined && each.property === first) &&
      !each.property.settings.unique &&
      !isPart(each.property),
  )
  if (other?.property !== undefined && property !== null)
    collector.report('SVC8081', {
      message: `"${other.parameter.path}" identifies items of ${model} by "${other.property.name}", but their key is "${property.name}"`,
      at: other.parameter.at,
      related: [{ message: 'The key is here', at: property.nameAt }],
      help: `Write "x-key: ${other.property.name}" in ${model}, "x-db-settings: { unique: true }" next to "${other.property.name}", or make the operations your own with "x-operation: own"`,
    })
  const paths = named
    .filter((each) => each.parameter.hasMethods && (each.property ?? property) === property)
    .map(({ parameter }) => parameter.path)
  const [nested] = paths
  const isNested = nested !== undefined && paths.every((path) => path.indexOf('{') < path.lastIndexOf('{'))
  if (property !== null && keyName === null && isNested && created.has(property.name))
    collector.report('SVC8088', {
      message: `"${property.name}" identifies the items of ${model} among all of them, but the path "${nested}" contains what is above them, too`,
      at: property.nameAt,
      help: `Write "x-key: ${property.name}" in ${model} if no two items have the same; otherwise write "x-unique-together" with "${property.name}" and the property that refers to the items above, and give ${model} another key, such as "${property.name === 'id' ? 'uid' : 'id'}: { type: string, format: uuid, readOnly: true }", or make the operations your own with "x-operation: own"`,
    })
  return (
    property && {
      property,
      found: made === undefined ? null : (first?.name ?? null),
      ...generated(
        model,
        property,
        {
          isCreated: isFixed || created.has(property.name),
          isRegistered: isRegistered(schema, property, isCreatable),
          isDemanded: demanded.has(property.name),
          isCreatable,
          engine,
        },
        collector,
      ),
    }
  )
}

/**
 * Returns the property "id" if all items have one and only the service can make it: it is the key, and paths find the items by
 * another property, such as `/shops/{slug}`. Users have the name as their key with which they log in.
 */
function idOfService(
  { authModel, eventHandlers }: ModelSchema,
  properties: readonly StoredProperty[],
): StoredProperty | undefined {
  const id = properties.find(({ name }) => looseKey(name) === 'id')
  const isSetByHandlers = eventHandlers.some(({ tag }) => SETS_NEW_ITEMS.has(tag.name))
  if (id === undefined || authModel !== null || isSetByHandlers) return undefined
  const { readOnly, format } = effectiveSchema(id.json)
  const { type, default: given } = id.settings
  const isMade = (type !== 'relationship' && INTEGERS.has(type)) || (type === 'string' && format === 'uuid')
  return id.required && readOnly === true && isMade && given === null ? id : undefined
}

/** Returns whether users register with a key: one that cannot be generated, or a name if only registration creates users. */
function isRegistered(
  { authModel }: ModelSchema,
  { name, json, settings }: StoredProperty,
  isCreatable: boolean,
): boolean {
  const isName = !isCreatable && effectiveSchema(json)['format'] !== 'uuid' && !/id$/i.test(name)
  return (
    authModel !== null &&
    settings.type === 'string' &&
    json['readOnly'] !== true &&
    (isName || refusal(json) !== null)
  )
}

/** Returns the property that a parameter at the end of an item's path names, or that `x-key` next to it names. */
export function propertyNamedBy<Property extends { readonly name: string }>(
  parameter: Pick<ItemParameter, 'name' | 'collection' | 'property'>,
  model: string,
  properties: readonly Property[],
): Property | undefined {
  if (parameter.property !== null) return properties.find(({ name }) => name === parameter.property)
  return (
    properties.find(({ name }) => looseKey(name) === looseKey(parameter.name)) ??
    properties.find(({ name }) => isNamedBy(name, parameter, model)) ??
    properties.find(({ name }) => isNamedBy(name, { ...parameter, name: withId(parameter.name) }, model))
  )
}

/** Returns a name such as `petId` for `petUuid` and `petPk`. */
function withId(name: string): string {
  return name.replace(/(?:uuid|guid|uid|pk)$/i, 'Id')
}

/**
 * Returns whether a parameter names a property of another name: `petId` of Pet, `pet_id` below `/pets`, `id_pet`, `pet`, `pk` and
 * `uuid` name `id`, and `id` of Event names `eventId`.
 */
function isNamedBy(
  property: string,
  { name, collection }: Pick<ItemParameter, 'name' | 'collection'>,
  model: string,
): boolean {
  const own = new Set([...wordsIn(model), ...wordsIn(collection)])
  if (property === 'id' && (GENERIC.has(looseKey(name)) || wordsIn(name).every((word) => own.has(word))))
    return true
  if ([model, singularOf(collection)].some((each) => looseKey(each + property) === looseKey(name)))
    return true
  const shorter = (long: string, short: string): boolean => {
    const [all, end] = [wordsIn(long), wordsIn(short)]
    const length = all.length - end.length
    if (length <= 0) return false
    const isOwn = (others: readonly string[]): boolean => others.every((word) => own.has(word))
    const isEnd = all.slice(length).join() === end.join() && isOwn(all.slice(0, length))
    return isEnd || (all.slice(0, end.length).join() === end.join() && isOwn(all.slice(end.length)))
  }
  return shorter(name, property) || shorter(property, name)
}

/** The names of parameters that identify items of any kind. */
const GENERIC: ReadonlySet<string> = new Set(['guid', 'pk', 'resourceid', 'uid', 'uuid'])

function wordsIn(name: string): readonly string[] {
  return words(name).map((word) => singularOf(word.toLowerCase()))
}

/** The names of properties that often identify items. */
const IDENTIFYING = /^(?:uid|uuid|guid|key|name|code|slug|handle|number)$/i

function reportUnknown(
  model: string,
  { name, property, path, at }: ItemParameter,
  {
    properties,
    related,
  }: { readonly properties: readonly StoredProperty[]; readonly related?: string | undefined },
  collector: Collector,
): void {
  if (related !== undefined) {
    collector.report('SVC8081', {
      message: `The parameter "${name}" of "${path}" names the relationship "${related}" of ${model}, which identifies no items`,
      at,
      help: helpForRelated(related),
    })
    return
  }
  const isKey = (type: DatabaseType): boolean => type === 'string' || INTEGERS.has(type)
  // Neither secrets nor columns that only "x-scope" names identify items.
  const isSecret = ({ name: each, json }: StoredProperty): boolean =>
    json['writeOnly'] === true || json['format'] === 'password' || /password|secret/i.test(each)
  const names = properties
    .filter((each) => isKey(each.settings.type) && !isSecret(each))
    .map((each) => each.name)
  const similar = names
    .filter((each) => looseKey(name).endsWith(looseKey(each)))
    .toSorted((a, b) => b.length - a.length)
  const ids = names.filter((each) => looseKey(each) === 'id')
  const [example = 'id'] = [...similar, ...ids, ...names.filter((each) => IDENTIFYING.test(each)), ...names]
  collector.report('SVC8081', {
    message: `${property === null ? `The parameter "${name}"` : `"x-key: ${property}"`} of "${path}" names no property of ${model}`,
    at,
    help: `Add the property, rename the parameter, write the property that identifies items as "x-key: ${example}" in ${model} or next to the parameter, or make the operations your own with "x-operation: own"`,
  })
}

function helpForRelated(name: string): string {
  return `Remove "x-relation" from "${name}" if it is the key, or use another property; with "x-db-settings: { unique: true }" next to "${name}", a path below the related item, such as "/users/{userId}/settings", is that of the only item`
}

/** Returns the type of a key and what makes it. Reports a key that nobody can set. */
function generated(
  model: string,
  { name, nameAt, json, settings }: StoredProperty,
  {
    isCreated,
    isRegistered,
    isDemanded,
    isCreatable,
    engine,
  }: Readonly<Record<'isCreated' | 'isRegistered' | 'isDemanded' | 'isCreatable', boolean>> & {
    readonly engine: Engine
  },
  collector: Collector,
): Pick<InferredKey, 'type' | 'made'> {
  const type = keyTypeOf(settings, nameAt)
  const isSet = isCreated || isRegistered || settings.default !== null
  if (INTEGERS.has(type) && !isSet)
    return engine === 'svc_mongodb' ? { type: 'integer', made: 'counter' } : { type: 'id_field', made: null }
  if (INTEGERS.has(type)) return { type, made: isDemanded || settings.default !== null ? null : 'counter' }
  const isText = type === 'string' || type === 'text'
  const why = isText ? refusal(json) : 'its values are listed'
  if (why !== null && !isSet && isCreatable)
    collector.report('SVC8082', {
      message: `The body that creates a ${model} does not contain its key "${name}", which cannot be a generated UUID, because ${why}`,
      at: nameAt,
      help: `Write the function that makes it, as in "x-db-settings: { default: '{{new_${snakeCase(name)}}}' }", or add the property to the body`,
    })
  if (isText && why !== null && isCreated && !isDemanded && !isRegistered && settings.default === null)
    collector.report('SVC8086', {
      message: `A request that creates a ${model} must contain its key "${name}", because ${why}, so that it cannot be a generated UUID`,
      at: nameAt,
      help: `Add "${name}" to "required", or write the function that makes it, as in "x-db-settings: { default: '{{new_${snakeCase(name)}}}' }"`,
    })
  const isUuid = why === null && settings.default === null && !isDemanded && !isRegistered
  return { type, made: isUuid ? 'uuid' : null }
}

/**
 * Returns the type of a key. Numbers that identify items are integers, also where a document has only "number", as generated
 * ones often do. A type in the settings is at a place of its own.
 */
function keyTypeOf({ type, typeAt }: Settings, nameAt: Span): FieldType {
  if (type === 'relationship') return 'pickle'
  return type === 'float' && typeAt === nameAt ? 'big_integer' : type
}

const INTEGERS: ReadonlySet<DatabaseType> = new Set(['integer', 'big_integer', 'small_integer'])

/** Examples of generated keys. */
const UUIDS = ['3f3e3e1a-c824-4d63-b37a-d8d698862f1d', 'a1b2c3d4-0000-4fff-8abc-0123456789ab']

/** Returns why the schema of a key, or a part of it, refuses UUIDs, or null if it allows them. */
function refusal({ minLength, maxLength, pattern, allOf }: JsonSchema): string | null {
  if (typeof maxLength === 'number' && maxLength < 36) return `it has at most ${maxLength} characters`
  if (typeof minLength === 'number' && minLength > 36) return `it has at least ${minLength} characters`
  const isRefused = typeof pattern === 'string' && !UUIDS.every((uuid) => matchesPattern(pattern, uuid))
  if (isRefused) return `its pattern is "${pattern}"`
  const parts = Array.isArray(allOf) ? allOf.filter(isObject) : []
  return parts.map(refusal).find((reason) => reason !== null) ?? null
}
