import type { Collector } from '../../diagnostics/collector.js'
import {
  type ActionBody,
  type Contract,
  type Field,
  type Json,
  type JsonSchema,
  type Model,
  resolved,
} from '../../ir/index.js'
import { isMarked } from '../../ir/schema-parts.js'
import { writeRuleOf } from '../../ir/lookup.js'
import { isKeyNameOf } from '../../naming/key-names.js'
import { looseKey } from '../../naming/loose-match.js'
import { listed } from '../../naming/phrases.js'
import { isJson } from '../actions/bodies.js'
import { copiedComponent } from './copies.js'
import { isDerived } from './links.js'
import { relatedByKey } from './related-keys.js'
import {
  type Alternatives,
  defaultIn,
  type FindSchema,
  itemsOf,
  objectSchema,
  type ObjectSchema,
  onlyValue,
  typesIn,
} from './schemas.js'
import { describes, isOfType } from './shape.js'
import { type ContractSource, OwnOperation, type Served } from './source.js'
import { unmarkedParts } from './marked-parts.js'
import { takesNumbers, type Unstorable, unstorableIn } from './unstorable.js'

/** Returns how the request's body contains an item, or `own` if it contains something else. */
export function requestOf(
  bodies: readonly ActionBody[],
  { action, scope = [] }: Pick<Served, 'action' | 'scope'>,
  model: Model,
  { find, models, hasHandlers, declares, relationship, isNamed }: ContractSource,
): Requested | OwnOperation {
  if (bodies.length === 0) return NO_BODY
  const json =
    bodies.find(({ mediaType }) => isJson(mediaType)) ??
    bodies.find(({ mediaType }) => mediaType === 'application/x-www-form-urlencoded')
  if (json === undefined)
    return new OwnOperation(
      'accepts neither JSON nor a form',
      'content: { application/json: … }, in the body',
    )
  if (json.schema === null) return NO_BODY
  const object = objectSchema(json.schema, find)
  const noItem = new OwnOperation(
    `has no property of ${model.id} in its body`,
    `properties of ${model.id}, in the schema of the body`,
  )
  if (object === null) return noItem
  if (relationship !== null)
    return linkageIn(object, relationship, model, { find, models }) ?? noLinkage(relationship, model, 'body')
  const inner = [...object.properties].filter(
    ([name, property]) =>
      name !== 'attributes' &&
      (describes(property, model, { find, models }) ||
        isResource(property, model, find) ||
        (!isMember(name, model) && hasMember(property, model, find))),
  )
  const changes = [...object.properties].find(
    ([name, property]) => !isMember(name, model) && isListOfChanges(property, find),
  )
  if (changes !== undefined && !isNamed)
    return new OwnOperation(
      `describes changes in "${changes[0]}" of its body, not properties of ${model.id}`,
      `properties of ${model.id}, in the schema of the body`,
    )
  const [only, ...others] = inner
  const isWrapped = only !== undefined && others.length === 0 && object.properties.size === 1
  const resource = isWrapped ? objectSchema(only[1], find) : object
  const attributes = resource?.properties.get('attributes')
  const hasAttributes = attributes !== undefined && !isMember('attributes', model)
  const declaring = hasAttributes ? objectSchema(attributes, find) : resource
  if (declaring === null) return noItem
  const linked = hasAttributes ? relationshipsIn(resource, find) : []
  const related = linked.filter(([name]) => model.relations.some((end) => end.name === name))
  const id = hasAttributes ? resource?.properties.get('id') : undefined
  const identity = id === undefined ? [] : [['id', id] as const]
  const described = withRequired({
    ...declaring,
    properties: new Map([...identity, ...declaring.properties, ...related]),
  })
  const names = [
    ...model.fields.map(({ name }) => name),
    ...model.relations.map(({ name }) => name),
  ].toSorted()
  const renamed = new Map(
    [...described.properties].flatMap(([name, property]): [member: string, field: string][] => {
      if (names.includes(name)) return []
      const field = otherSpelling(name, property, { described, model, find })
      if (field !== undefined) return [[name, field]]
      if (objectSchema(property, find) !== null) return []
      const end = relatedByKey(name, itemsOf(property, find) !== null, model, models)
      if (end === undefined || property['readOnly'] === true) return []
      return writeRuleOf(model, end.name)?.readOnly === true ? [] : [[name, end.name]]
    }),
  )
  const declared = new Set(
    [...described.properties].flatMap(([name, property]) => {
      const own = renamed.get(name) ?? name
      // The rules of the model reject what it says itself.
      const isRuled = writeRuleOf(model, own)?.readOnly === true
      return !isRuled && isMarked(property, 'readOnly', find) ? [] : [own]
    }),
  )
  // Nobody can write what the component lacks, such as the password of users who do not log in to the service.
  const isAdded = (name: string): boolean => writeRuleOf(model, name)?.readOnly === true && !declares(name)
  const lacking = new Set([...declared].filter(isAdded))
  // The path says what the fields of its parameters are.
  const isWritten = (name: string): boolean =>
    declared.has(name) && !lacking.has(name) && scope.every(({ field }) => field !== name)
  const written = names.filter(isWritten)
  const unwritten = names.filter((name) => !isWritten(name))
  if (written.length === 0) return noItem
  const keys = model.relations.flatMap(({ name, target, many }): [string, string][] => {
    const property = described.properties.get(name)
    const key = models.get(target)?.key
    if (property === undefined || key === undefined || !isWritten(name)) return []
    // Requests set it by its key.
    if (property['readOnly'] === true && [...renamed.values()].includes(name)) return []
    const item = many ? itemsOf(property, find) : property
    return item !== null && objectSchema(item, find)?.properties.has(key) === true ? [[name, key]] : []
  })
  const anew = model.relations.find(({ name, target, many }) => {
    const property = described.properties.get(name) ?? {}
    const key = models.get(target)?.key ?? ''
    const item = (many ? itemsOf(property, find) : property) ?? {}
    const isKey = typesIn(item, find).some((type) => type === 'string' || type === 'integer')
    const object = isWritten(name) && !isKey ? objectSchema(item, find) : null
    return object !== null && !object.properties.has(key) && resolved(property, find)['readOnly'] !== true
  })
  if (anew !== undefined && !hasHandlers)
    return new OwnOperation(
      `contains new items of ${anew.target} in "${anew.name}", not the keys of existing ones`,
      `the key, ${models.get(anew.target)?.key ?? ''}, in the schema of "${anew.name}", if the items exist already`,
    )
  // A merge patch merges whatever the result is (RFC 7396).
  const merges = action !== 'update' || bodies.some(({ mediaType }) => mediaType.includes('merge-patch'))
  const alternatives = (merges ? [] : written).flatMap((name): [string, Alternatives][] => {
    const [found] = objectSchema(described.properties.get(name) ?? {}, find)?.alternatives ?? []
    return found === undefined ? [] : [[name, found]]
  })
  // A request that changes some members keeps the others.
  const defaults = (action === 'update' ? [] : [...described.properties]).flatMap(([name, property]) => {
    const value = defaultIn(property, find) ?? null
    const own = renamed.get(name) ?? name
    const field = model.fields.find((each) => each.name === own)
    // Keys of related items are text without braces.
    const isMade = field === undefined && typeof value === 'string' && value.startsWith('{{')
    const isSet = value === null || property['readOnly'] === true || isMade || isSameDefault(field, value)
    // A request that leaves out what nobody can write is allowed.
    return isSet || !isWritten(own) || writeRuleOf(model, own)?.readOnly === true
      ? []
      : [[name, value] as const]
  })
  const decimals = [...described.properties].flatMap(([name, property]): [string, number][] => {
    const field = model.fields.find((each) => each.name === (renamed.get(name) ?? name))
    return field !== undefined && takesNumbers(field, property, find)
      ? [[name, field.constraints.scale ?? 0]]
      : []
  })
  const takesOthers = described.isOpen || [...declared].some((name) => !names.includes(name))
  return {
    contract: {
      ...(isWrapped ? { wrapper: only[0] } : {}),
      ...(hasAttributes ? { hasAttributes } : {}),
      ...(related.length === 0 ? {} : { relationships: related.map(([name]) => name) }),
      written,
      ...(object.required.size === 0 ? {} : { demanded: [...object.required] }),
      ...(takesOthers ? { takesOthers } : {}),
      ...(unwritten.length === 0 ? {} : { unwritten }),
      ...(keys.length === 0 ? {} : { keys: Object.fromEntries(keys) }),
      ...(renamed.size === 0 ? {} : { renamed: Object.fromEntries(renamed) }),
      ...(alternatives.length === 0 ? {} : { alternatives: Object.fromEntries(alternatives) }),
      ...(defaults.length === 0 ? {} : { defaults: Object.fromEntries(defaults) }),
      ...(decimals.length === 0 ? {} : { decimals: Object.fromEntries(decimals) }),
    },
    unstored: [...described.properties, ...linked].flatMap(([name, property]) => {
      const isFixed =
        property['readOnly'] === true ||
        property['x-value'] !== undefined ||
        isDerived(name, property, find) ||
        onlyValue(property, find) !== undefined
      const field = renamed.get(name) ?? name
      return (names.includes(field) && !lacking.has(field)) || isFixed ? [] : [name]
    }),
    unstorable: unstorableIn(described.properties, renamed, model, { find, isWhole: action !== 'update' }),
    unmarked: [...described.properties].flatMap(([name, property]) => {
      const field = renamed.get(name) ?? name
      const isStored = model.fields.some((each) => each.name === field && each.stored)
      const isRuled = writeRuleOf(model, field)?.readOnly === true
      return isStored && isWritten(field) && !isRuled
        ? unmarkedParts(name, property, 'readOnly', field, model, find)
        : []
    }),
  }
}

/** Returns the linkage (`data`) of the relationships in a resource object of JSON:API that clients can write. */
function relationshipsIn(
  resource: ObjectSchema | null,
  find: FindSchema,
): readonly (readonly [name: string, data: JsonSchema])[] {
  const relationships = objectSchema(resource?.properties.get('relationships') ?? {}, find)
  return [...(relationships?.properties ?? [])].flatMap(([name, property]) => {
    const data = objectSchema(property, find)?.properties.get('data')
    return data === undefined || isMarked(property, 'readOnly', find) ? [] : [[name, data] as const]
  })
}

/** Returns how a body contains the identifiers of the items in one relationship, as in JSON:API, or null if it does not. */
function linkageIn(
  { properties, required }: ObjectSchema,
  relationship: string,
  { fields, relations }: Model,
  { find, models }: Pick<ContractSource, 'find' | 'models'>,
): Requested | null {
  const end = relations.find(({ name }) => name === relationship)
  const key = models.get(end?.target ?? '')?.key
  const data = properties.get('data')
  const described = data && (end?.many === true ? itemsOf(data, find) : data)
  if (key === undefined || !described || objectSchema(described, find)?.properties.has(key) !== true)
    return null
  return {
    ...NO_BODY,
    contract: {
      written: [relationship],
      demanded: [...required],
      unwritten: [...fields, ...relations]
        .map(({ name }) => name)
        .filter((name) => name !== relationship)
        .toSorted(),
      keys: { data: key },
      renamed: { data: relationship },
    },
  }
}

/** Returns why an operation on one relationship, as in JSON:API, is the user's: a body of it does not identify the items. */
export function noLinkage(
  relationship: string,
  { relations }: Model,
  body: 'body' | 'response',
): OwnOperation {
  const isMany = relations.some(({ name, many }) => name === relationship && many)
  const identifier = '{ type: object, properties: { id: …, type: … } }'
  return new OwnOperation(
    `has no ${isMany ? 'list of identifiers' : 'single identifier'} in "data" of its ${body}, although "${relationship}" is ${isMany ? 'a list' : 'one item'}`,
    `data: ${isMany ? `{ type: array, items: ${identifier} }` : identifier}, in the schema of the ${body}`,
  )
}

/** Adds properties for the names that are only in "required". Their values can be anything. */
function withRequired(object: ObjectSchema): ObjectSchema {
  const bare = [...object.required].filter((name) => !object.properties.has(name))
  return {
    ...object,
    properties: new Map([...object.properties, ...bare.map((name) => [name, {}] as const)]),
  }
}

/** Returns whether new items have a value for a field without a request that contains it. */
function isSameDefault(field: Field | undefined, value: Json): boolean {
  const known = field?.default
  return known?.kind === 'literal' && JSON.stringify(known.value) === JSON.stringify(value)
}

/** Returns the field whose name a member of a request has in another spelling: `title_text` for `TitleText`. */
function otherSpelling(
  name: string,
  property: JsonSchema,
  {
    described,
    model,
    find,
  }: { readonly described: ObjectSchema; readonly model: Model; readonly find: FindSchema },
): string | undefined {
  const same = model.fields.filter((field) => looseKey(field.name) === looseKey(name))
  const [field, ...others] = same
  const isOnly = field !== undefined && others.length === 0 && !described.properties.has(field.name)
  if (!isOnly || writeRuleOf(model, field.name)?.readOnly === true) return undefined
  return isOfType(typesIn(property, find), field.name, model) ? field.name : undefined
}

/** What a request's body contains. */
interface Requested {
  readonly contract: Pick<
    Contract,
    | 'wrapper'
    | 'hasAttributes'
    | 'relationships'
    | 'written'
    | 'demanded'
    | 'unwritten'
    | 'keys'
    | 'renamed'
    | 'alternatives'
    | 'defaults'
    | 'decimals'
    | 'takesOthers'
  >
  /** The members that the model does not have. */
  readonly unstored: readonly string[]
  /** The members with values that the fields cannot have. */
  readonly unstorable: readonly Unstorable[]
  /** The parts of its fields that only the request marks `readOnly`, as JSON pointers. */
  readonly unmarked: readonly string[]
}

/** Returns whether a member contains operations on parts of an item, as in SCIM or a JSON Patch. */
function isListOfChanges(schema: JsonSchema, find: FindSchema): boolean {
  const item = itemsOf(schema, find)
  const properties = item === null ? undefined : objectSchema(item, find)?.properties
  return (
    properties !== undefined && properties.has('op') && (properties.has('path') || properties.has('value'))
  )
}

const NO_BODY: Requested = { contract: {}, unstored: [], unstorable: [], unmarked: [] }

/** Warns about members of a request that have no effect. */
export function reportUnstored(
  { id, at }: Served,
  unstored: readonly string[],
  model: Model,
  { models, find, collector }: ContractSource,
): void {
  if (unstored.length === 0) return
  const [copy] = unstored.flatMap((name) => storedCopy(name, model, { models, find }) ?? [])
  const [end] = unstored
    .flatMap(
      (name) => relatedByKey(name, false, model, models) ?? relatedByKey(name, true, model, models) ?? [],
    )
    .filter(({ name }) => writeRuleOf(model, name)?.readOnly === true)
  const related =
    copy &&
    `Write "x-relation: ${copy.component}" next to "${copy.field}" of ${model.id}, which stores a copy`
  const remedy =
    related ??
    (end === undefined
      ? `Add ${unstored.length === 1 ? 'the property' : 'the properties'} to ${model.id}`
      : `Remove "readOnly" from "${end.name}" of ${model.id}, which nobody can write otherwise`)
  const names = listed(unstored.map((name) => `"${name}"`))
  collector.report('SVC8085', {
    message: `Nothing stores ${names} in the body of ${id}, because ${model.id} has no such ${unstored.length === 1 ? 'property' : 'properties'}`,
    at,
    help: `${remedy}, read ${unstored.length === 1 ? 'it' : 'them'} in a handler in "x-event-handlers", or write the operation yourself with "x-operation: own"`,
  })
}

/** Returns the object in a model that a member such as `carrierId` could be the key of, if it is stored as a copy of an item. */
function storedCopy(
  name: string,
  model: Model,
  { models, find }: Pick<ContractSource, 'models' | 'find'>,
): { readonly field: string; readonly component: string } | null {
  const field = model.fields.find((each) => each.type === 'dict' && isKeyNameOf(name, each.name, false))
  const component = field === undefined ? null : copiedComponent(field, { models, find })
  return field === undefined || component === null ? null : { field: field.name, component }
}

/** Warns about values that a request allows and that are an error, because no field can store them. */
export function reportUnstorable(
  { id, at }: Served,
  unstorable: readonly Unstorable[],
  model: Model,
  collector: Collector,
): void {
  if (unstorable.length === 0) return
  const members = listed(unstorable.map(({ member, values }) => `${listed(values, 'or')} in "${member}"`))
  collector.report('SVC8090', {
    message: `The body of ${id} allows ${members}, which ${model.id} cannot store; such a request is rejected`,
    at,
    help: `Allow the same values in ${model.id} and in the body, or write the operation yourself with "x-operation: own"`,
  })
}

/** Returns whether a schema describes a resource object of JSON:API with attributes of the model. */
function isResource(schema: JsonSchema, model: Model, find: FindSchema): boolean {
  const attributes = objectSchema(schema, find)?.properties.get('attributes')
  return attributes !== undefined && hasMember(attributes, model, find)
}

/** Returns whether a schema describes an object with a member of the model's items. */
function hasMember(schema: JsonSchema, model: Model, find: FindSchema): boolean {
  const object = objectSchema(schema, find)
  return object !== null && [...object.properties.keys()].some((name) => isMember(name, model))
}

function isMember(name: string, { fields, relations }: Model): boolean {
  return fields.some((field) => field.name === name) || relations.some((end) => end.name === name)
}
