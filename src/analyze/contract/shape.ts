import {
  effectiveSchema,
  isNumeric,
  type JsonSchema,
  type Member,
  type Model,
  type RelationEnd,
  resolved,
  type Shape,
  type Template,
} from '../../ir/index.js'
import { isMarked } from '../../ir/schema-parts.js'
import { componentModel } from '../../naming/model-names.js'
import { otherParts } from './field-parts.js'
import { isCertain, isDerived, isLinked, linkMember, type LinkSource, reportMissingLink } from './links.js'
import { unmarkedParts } from './marked-parts.js'
import { isHidden, relatedByKey } from './related-keys.js'
import {
  type FindSchema,
  isNullable,
  isOneOf,
  itemsOf,
  type ObjectSchema,
  objectSchema,
  onlyValue,
  partsOf,
  typesIn,
} from './schemas.js'

/** What the schemas of a document are compared with. */
export interface ShapeSource extends LinkSource {
  /** Reports a member that a part of its own schema forbids, and the component that this part is. */
  readonly reportForbidden?: (member: string, part: string | null) => void
  /** Reports a member that is required, although items of the model need not have a value. */
  readonly reportOptional?: (member: string) => void
  /** Reports a part of a field that the schema of the response does not allow. */
  readonly reportUnallowed?: (part: string) => void
  /** Reports a part of a field that only the response marks `writeOnly`. */
  readonly reportUnmarked?: (part: string) => void
  /**
   * Reports a value of `x-member` that the service does not know.
   * @param ofItem whether items have something of the value's first name, if the member is one of the items
   */
  readonly reportFact?: (member: string, fact: string, ofItem?: 'known' | 'unknown') => void
  /** Receives the names of the components that the items of a response are. */
  readonly seeItems?: (components: ReadonlySet<string>) => void
  /** Receives the properties of a schema of which most, but not these, are those of the items. */
  readonly seeOthers?: (names: readonly string[]) => void
  /** Whether `x-operation` says what the operation does. */
  readonly isNamed?: boolean
  /** Returns whether clients can ask for the related items in a member; undefined if they can ask for none. */
  readonly expands: ((member: string) => boolean) | undefined
  /** Whether a parameter of the list contains the item before which a page ends. */
  readonly goesBack: boolean
  /**
   * Records that documents contain documents of related items.
   * @param path the model of the requested document, and those of the documents in it, to the one with the relation
   */
  readonly nest: (path: readonly Model[], relation: string) => void
  /** Records that documents contain a relation, as keys or documents. */
  readonly show: (model: Model, relation: string) => void
}

/**
 * Returns whether a schema describes items of a model: it is the model's own schema, contains it, or all its properties
 * are the model's, of the same types, or the keys of its related items. If the document says what the operation does with
 * the items (`isNamed`), most of its properties.
 */
export function describes(
  schema: JsonSchema,
  model: Model,
  source: Pick<ShapeSource, 'find' | 'models' | 'isNamed'>,
): boolean {
  const others = othersIn(schema, model, source)
  const most = (objectSchema(schema, source.find)?.properties.size ?? 0) / 2
  return others !== null && (others.length === 0 || (source.isNamed === true && others.length < most))
}

/** Returns the properties of a schema that items of a model do not have; null if it describes no object. */
export function othersIn(
  schema: JsonSchema,
  model: Model,
  { find, models }: Pick<ShapeSource, 'find' | 'models'>,
): readonly string[] | null {
  const object = objectSchema(schema, find)
  if (object === null || isComponent(schema, model, find)) return object && []
  const isKnown = (name: string, property: JsonSchema): boolean =>
    isDerived(name, property, find) ||
    (has(model, name)
      ? isOfType(typesIn(property, find), name, model)
      : relatedByKey(name, itemsOf(property, find) !== null, model, models) !== undefined)
  return [...object.properties].flatMap(([name, property]) => (isKnown(name, property) ? [] : [name]))
}

/** Returns whether a schema is the model's own, or contains it. */
export function isComponent(schema: JsonSchema, model: Model, find: FindSchema): boolean {
  const names = objectSchema(schema, find)?.names ?? []
  return [...names].some((name) => componentModel(name) === model.id)
}

/** Returns whether a property with these JSON types can show a field. */
export function isOfType(types: readonly string[], name: string, { fields }: Model): boolean {
  const json = fields.find((field) => field.name === name)?.json ?? {}
  const stored = [effectiveSchema(json)['type'] ?? []].flat().map(String)
  return types.length === 0 || types.some((type) => isOneOf(type, stored))
}

function has({ fields, relations }: Model, name: string): boolean {
  return fields.some((field) => field.name === name) || relations.some((end) => end.name === name)
}

/** Maximum number of levels of related items in a document. */
const MAX_LEVELS = 4

/** A document that contains others, in one of its relations. */
interface Step {
  readonly model: Model
  readonly end: string
}

/** Where a member is: in which documents, from the outermost one, and whether its own schema requires it. */
interface Place {
  readonly above: readonly Step[]
  readonly isRequired: boolean
}

/**
 * Returns what a document of a model contains according to a schema.
 * @param above the documents that contain it
 */
export function shapeOf(
  object: ObjectSchema,
  model: Model,
  source: ShapeSource,
  above: readonly Step[] = [],
): Shape {
  const members: Record<string, Member> = {}
  const nullable: string[] = []
  const filled: string[] = []
  const required = new Set([...object.required, ...object.sometimesRequired])
  for (const [name, schema] of object.properties) {
    if (isHidden(name, model, source.relations) || isMarked(schema, 'writeOnly', source.find)) continue
    // The type of a resource object of JSON:API is not the attribute of this name.
    const isResourceType = name === 'type' && isResource(object) && !has(model, 'attributes')
    const shown = isResourceType
      ? constantMember(schema, source.find)
      : memberOf(name, schema, model, source, { above, isRequired: required.has(name) })
    const isAsked = above.length === 0 && !required.has(name) && source.expands?.(name) === true
    const member = isAsked ? onDemand(shown) : shown
    if (member === undefined) {
      if (required.has(name)) source.report(name)
      continue
    }
    members[name] = member
    if (!required.has(name) && needsItems(schema, source.find)) filled.push(name)
    if (isNullable(schema, source.find)) nullable.push(name)
    else if (above.length === 0 && object.required.has(name) && member === 'value' && !isCertain(name, model))
      source.reportOptional?.(name)
    else if (required.has(name)) reportMissingLink(name, member, model, source)
  }
  for (const name of required) if (!object.properties.has(name)) source.report(name)
  for (const [name, part] of object.forbidden)
    if (Object.hasOwn(members, name)) source.reportForbidden?.(name, part)
  return {
    members,
    ...(nullable.length === 0 ? {} : { nullable }),
    ...(filled.length === 0 ? {} : { filled }),
    ...(object.alternatives.length === 0 ? {} : { alternatives: object.alternatives }),
  }
}

/** Returns whether a schema refuses empty lists. */
function needsItems(schema: JsonSchema, find: FindSchema): boolean {
  return Number(effectiveSchema(resolved(schema, find))['minItems'] ?? 0) > 0
}

/** Returns whether an object is a resource object of JSON:API or the identifier of one. */
function isResource({ properties }: ObjectSchema): boolean {
  return properties.has('attributes') || [...properties.keys()].every((name) => IDENTIFIER.has(name))
}

/** The members of a resource identifier of JSON:API. */
const IDENTIFIER: ReadonlySet<string> = new Set(['id', 'type', 'meta'])

/** Returns the member for related items that a document contains only if clients ask for them. */
function onDemand(member: Member | undefined): Member | undefined {
  const isDocument =
    member !== undefined &&
    member !== 'value' &&
    (('document' in member && member.only === undefined) || 'documents' in member)
  return isDocument ? { ...member, isOnDemand: true } : member
}

function memberOf(
  name: string,
  schema: JsonSchema,
  model: Model,
  source: ShapeSource,
  place: Place,
): Member | undefined {
  if ((name === 'attributes' || name === '_embedded') && !has(model, name)) {
    const object = objectSchema(schema, source.find)
    if (object === null) return undefined
    const part = shapeOf(object, model, source, place.above)
    const needs = name === '_embedded' && !place.isRequired ? [...object.required] : []
    return { part, ...(needs.length === 0 ? {} : { needs }) }
  }
  if (name === 'relationships' && !has(model, name))
    return relationshipsMember(schema, model, source, place.above)
  const path = schema['x-member']
  if (typeof path === 'string') return takenMember(name, path, schema, model, source, place)
  const end = model.relations.find((each) => each.name === name)
  if (end !== undefined) return relatedMember(end, schema, model, source, place)
  const field = model.fields.find((each) => each.name === name)
  if (field === undefined && isDerived(name, schema, source.find))
    return linkMember(name, schema, model, source)
  const keys = field === undefined ? keysMember(name, schema, model, source, place) : undefined
  if (keys !== undefined) return keys
  if (schema['x-value'] !== undefined) return { constant: schema['x-value'] }
  if (field?.stored === true) {
    const { lacking, unallowed } = otherParts(name, schema, field.json, source.find)
    for (const part of lacking) source.report(part)
    for (const part of unallowed) source.reportUnallowed?.(part)
    for (const part of unmarkedParts(name, schema, 'writeOnly', name, model, source.find))
      source.reportUnmarked?.(part)
    return 'value'
  }
  return constantMember(schema, source.find)
}

/** Returns the member that shows what `x-member` names, and reports it if the items have nothing of this name and type. */
function takenMember(
  name: string,
  path: string,
  schema: JsonSchema,
  model: Model,
  source: ShapeSource,
  place: Place,
): Member | undefined {
  const member = memberAt(path.split('.'), schema, model, source, place)
  const [first = ''] = path.split('.')
  if (member === undefined) source.reportFact?.(name, path, has(model, first) ? 'known' : 'unknown')
  const isCount = member !== undefined && member !== 'value' && 'count' in member
  if (
    member !== undefined &&
    !isCount &&
    place.above.length === 0 &&
    place.isRequired &&
    !isCertain(first, model)
  )
    if (!isNullable(schema, source.find)) source.reportOptional?.(first)
  return member
}

/**
 * Returns the member for a field, a part of a field, a member of a related item, or the number of related items. Undefined if
 * there is none.
 */
function memberAt(
  [name = '', ...rest]: readonly string[],
  schema: JsonSchema,
  model: Model,
  source: ShapeSource,
  place: Place,
): Member | undefined {
  if (isHidden(name, model, source.relations)) return undefined
  const end = model.relations.find((each) => each.name === name)
  if (end === undefined) {
    const field = model.fields.find((each) => each.name === name && each.stored)
    const types = field && typesAt(rest, field.json, source.find)
    const shown = typesIn(schema, source.find).filter((type) => type !== 'null')
    const isShown = types && (shown.length === 0 || shown.some((type) => isOneOf(type, types)))
    return isShown === true ? { at: [name, ...rest] } : undefined
  }
  const related = source.models.get(end.target)
  const [next, ...others] = rest
  if (related === undefined || next === undefined || place.above.length >= MAX_LEVELS) return undefined
  const isCount = end.many && next === 'count' && others.length === 0
  if (end.many && !(isCount && isNumber(schema, source.find))) return undefined
  source.show(model, name)
  if (isCount) return { count: name }
  if (next === related.key)
    return rest.length > 1 ? undefined : { ...keyMember(related, schema, source), of: name }
  const above = [...place.above, { model, end: name }]
  const member = memberAt(rest, schema, related, source, { ...place, above })
  if (member === undefined) return undefined
  source.nest(
    above.map((step) => step.model),
    name,
  )
  const isField = member !== 'value' && 'at' in member && member.at.length === 1
  return { document: { members: { [next]: isField ? 'value' : member } }, of: name, only: next }
}

function isNumber(schema: JsonSchema, find: FindSchema): boolean {
  return typesIn(schema, find).some((type) => type === 'integer' || type === 'number')
}

/** Returns the JSON types of a part of a value; none if its schema allows all. Undefined if responses contain no such part. */
function typesAt(
  path: readonly string[],
  schema: JsonSchema,
  find: FindSchema,
): readonly string[] | undefined {
  const [name, ...rest] = path
  if (name === undefined) return typesIn(schema, find)
  const object = objectSchema(schema, find)
  const property = object?.properties.get(name)
  if (property !== undefined)
    return isMarked(property, 'writeOnly', find) ? undefined : typesAt(rest, property, find)
  return object?.properties.size === 0 ? [] : undefined
}

/** Returns the member for the key of an item. */
function keyMember(
  related: Model,
  schema: JsonSchema,
  source: ShapeSource,
): { readonly key: string; readonly asText?: true } {
  return { key: related.key, ...(isText(related, schema, source) ? { asText: true } : {}) }
}

/** Returns the member for relationships in JSON:API, whose `data` identifies the related items. */
function relationshipsMember(
  schema: JsonSchema,
  model: Model,
  source: ShapeSource,
  above: readonly Step[],
): Member | undefined {
  const object = objectSchema(schema, source.find)
  // Identifiers contain no further items.
  const place = { above, isRequired: true }
  const members = [...(object?.properties ?? [])].flatMap(([name, property]): [string, Member][] => {
    const end = model.relations.find((each) => each.name === name)
    const data = objectSchema(property, source.find)?.properties.get('data')
    const isWriteOnly = [property, data ?? {}].some((each) => isMarked(each, 'writeOnly', source.find))
    if (isWriteOnly || isHidden(name, model, source.relations)) return []
    const isWhole =
      end !== undefined && data !== undefined && (itemsOf(data, source.find) !== null) === end.many
    const shown =
      isWhole &&
      (identifierMember(end, data, model, source) ?? relatedMember(end, data, model, source, place))
    if (!shown || shown === 'value') {
      if (object?.required.has(name) === true) source.report(`relationships/${name}`)
      else source.leaveOut?.(`relationships/${name}`)
      return []
    }
    const nullable = isNullable(data, source.find) ? { nullable: ['data'] } : {}
    return [[name, { part: { members: { data: { ...shown, of: name } }, ...nullable } }]]
  })
  return members.length === 0 ? undefined : { part: { members: Object.fromEntries(members) } }
}

/** Returns the member that identifies related items by `id` and `type`, or undefined if a schema describes more of them. */
function identifierMember(
  { name, target, many }: RelationEnd,
  schema: JsonSchema,
  model: Model,
  source: ShapeSource,
): Member | undefined {
  const related = source.models.get(target)
  const described = (many ? itemsOf(schema, source.find) : schema) ?? {}
  const object = expandedSchema(described, target, source.find)
  const id = object?.properties.get(related?.key ?? '')
  const type = object?.properties.get('type')
  const typeName = type && (type['x-value'] ?? onlyValue(type, source.find))
  const isIdentifier =
    object !== null &&
    [...object.properties.keys()].every((each) => IDENTIFIER.has(each)) &&
    !object.required.has('meta')
  if (!isIdentifier || related === undefined || id === undefined || typeof typeName !== 'string')
    return undefined
  source.show(model, name)
  return { ...keyMember(related, id, source), type: typeName }
}

/** Returns the body that shows the identifiers of the items in one relationship (`data`), or null if a schema describes none. */
export function linkageTemplate(
  schema: JsonSchema,
  relation: string,
  model: Model,
  source: ShapeSource,
): Template | null {
  const linkage = relationshipsMember({ properties: { [relation]: schema } }, model, source, [])
  const member =
    linkage !== undefined && linkage !== 'value' && 'part' in linkage
      ? linkage.part.members[relation]
      : undefined
  if (member === undefined || member === 'value' || !('part' in member)) return null
  for (const name of objectSchema(schema, source.find)?.required ?? [])
    if (name !== 'data') source.report(name)
    else if (member.part.nullable?.includes(name) !== true && !isLinked(relation, model, source.relations))
      source.reportMissingLink?.(name, relation)
  return { item: member.part }
}

function constantMember(schema: JsonSchema, find: FindSchema): Member | undefined {
  const constant = schema['x-value'] ?? onlyValue(schema, find)
  return constant === undefined ? undefined : { constant }
}

/** Returns the member for the keys of related items that another property contains: `assignee_id` beside `assignee`. */
function keysMember(
  name: string,
  schema: JsonSchema,
  model: Model,
  source: ShapeSource,
  place: Place,
): Member | undefined {
  const described = itemsOf(schema, source.find)
  const end = relatedByKey(name, described !== null, model, source.models)
  if (end === undefined || expandedSchema(described ?? schema, end.target, source.find) !== null)
    return undefined
  const member = relatedMember(end, schema, model, source, place)
  return member !== undefined && member !== 'value' && 'key' in member
    ? { ...member, of: end.name }
    : undefined
}

function relatedMember(
  end: RelationEnd,
  schema: JsonSchema,
  model: Model,
  source: ShapeSource,
  { above, isRequired }: Place,
): Member | undefined {
  const { name, target, many } = end
  const related = source.models.get(target)
  if (related === undefined) return undefined
  source.show(model, name)
  const described = (many ? itemsOf(schema, source.find) : schema) ?? {}
  const object = expandedSchema(described, target, source.find)
  const isChoice = isExpandable(described, source.find)
  const key = keyMember(related, described, source)
  // Clients choose only members of the items themselves.
  if (object === null || (isChoice && (above.length > 0 || source.expands === undefined))) return key
  if (above.length >= MAX_LEVELS || (!isRequired && isRepeated(end, model, source, above))) return undefined
  const path = [...above, { model, end: name }]
  source.nest(
    path.map((step) => step.model),
    name,
  )
  const shape = shapeOf(object, related, source, path)
  if (isChoice) return { ...key, expanded: shape }
  return many ? { documents: shape } : { document: shape }
}

/**
 * Returns whether a list of related items would be in a list of the same relation, as the posts of the author of a post of an
 * author. Such documents contain the same items again and again, so that a few items make them very large. The lists of a tree
 * do not, because each item is in one of them.
 */
function isRepeated(
  { name, relation, many }: RelationEnd,
  model: Model,
  { relations }: ShapeSource,
  above: readonly Step[],
): boolean {
  const isSame = (step: Step | undefined): boolean => step?.model === model && step.end === name
  const isTree = relations.find(({ id }) => id === relation)?.kind !== 'many-to-many' && isSame(above.at(-1))
  return many && !isTree && above.some(isSame)
}

/** Returns whether a schema describes the integer keys of a model's items as text. */
function isText({ key, fields }: Model, schema: JsonSchema, { find }: ShapeSource): boolean {
  const field = fields.find(({ name }) => name === key)
  const types = typesIn(schema, find)
  return (
    field !== undefined &&
    isNumeric(field.type) &&
    types.includes('string') &&
    !types.some((type) => type === 'integer' || type === 'number')
  )
}

/** Returns whether a schema allows the key of an item as well as the item. */
function isExpandable(schema: JsonSchema, find: FindSchema): boolean {
  return typesIn(schema, find).some((type) => type === 'string' || type === 'integer')
}

/**
 * Returns the object schema of an item, also next to the schema of its key, where both can be null, and of what is left of a
 * deleted item.
 */
function expandedSchema(schema: JsonSchema, model: string, find: FindSchema): ObjectSchema | null {
  const alternatives = [...partsOf(schema, 'anyOf'), ...partsOf(schema, 'oneOf')]
  const items = alternatives.flatMap((each) => expandedSchema(each, model, find) ?? [])
  const own = items.filter(({ names }) => [...names].some((name) => componentModel(name) === model))
  const [item, ...others] = own.length > 0 ? own : items
  return item !== undefined && others.length === 0 ? item : objectSchema(schema, find)
}
