import { isHidden } from './related-keys.js'
import type { Collector } from '../../diagnostics/collector.js'
import {
  type ActionBody,
  type ActionResponse,
  CALLER_KEY,
  type Contract,
  effectiveSchema,
  isNumeric,
  isObject,
  type Json,
  type JsonSchema,
  type Model,
  type ParameterRole,
  type Relation,
  type Route,
  successes,
  type Template,
} from '../../ir/index.js'
import { looseKey } from '../../naming/loose-match.js'
import { componentModel } from '../../naming/model-names.js'
import { listed } from '../../naming/phrases.js'
import { isForm, isJson } from '../actions/bodies.js'
import type { UnnamedAction } from '../actions/custom-action.js'
import { fieldsOf } from '../actions/form-fields.js'
import { bodyTemplate, type Content, FACT_NAMES, matchableIn, membersIn, shows } from './body.js'
import { errorsOf } from './errors.js'
import { headersOf } from './headers.js'
import { rolesOf } from './operation-parameters.js'
import { orderOf } from './order.js'
import { expandsIn } from './parameters/members.js'
import { hasBefore } from './parameters/paging.js'
import { searchRole } from './parameters/roles.js'
import { reportUnmarked } from './marked-parts.js'
import { noLinkage, reportUnstorable, reportUnstored, requestOf } from './request.js'
import { type FindSchema, itemsOf, objectSchema, type ObjectSchema, onlyValue, typesIn } from './schemas.js'
import { isOfType, linkageTemplate, type ShapeSource } from './shape.js'
import { propertyNamedBy } from '../models/inferred-key.js'
import {
  type ContractSource,
  listsUnknown,
  OwnOperation,
  type Served,
  type UnnamedContract,
} from './source.js'

/**
 * Returns how a route answers as the document declares, why it is not the service's operation if the declared bodies do not
 * describe items of the model, and null if the document declares no response that the service must keep.
 */
export function contractOf(
  route: Served,
  operation: UnnamedAction,
  source: ContractSource,
): UnnamedContract | OwnOperation | null {
  const declared2xx = successes(operation.responses)
  // A 201 beside another status says that a PUT created the item.
  const success =
    (route.action === 'replace' || route.action === 'update'
      ? declared2xx.find(({ code }) => code !== 201)
      : undefined) ?? declared2xx[0]
  if (success === undefined) return null
  const [declared] = success.bodies
  const isEmpty = declared === undefined && (success.code === 204 || operation.method !== 'GET')
  if (!isEmpty && (declared === undefined || declared.schema === null || saysNothing(declared.schema)))
    return null
  const model = source.models.get(route.model)
  if (model === undefined) return null
  if (!SERVED.has(route.kind))
    return isEmpty
      ? null
      : new OwnOperation(
          `returns a part of ${model.id}`,
          "no schema in the response, if svcgen's form is meant",
        )
  const json = success.bodies.find(({ mediaType }) => isJson(mediaType))
  if (!isEmpty && json === undefined)
    return new OwnOperation('declares no JSON in its success response', 'content: { application/json: … }')
  const request = requestOf(operation.bodies, route, model, source)
  const changes = route.action === 'update' || route.action === 'replace'
  if (changes && operation.bodies.length === 0)
    return new OwnOperation(
      'declares no body',
      // Below another item, it usually adds the item to a list of that one.
      route.parents.length > 0 ? '' : 'requestBody: { content: { application/json: { schema: … } } }',
    )
  if (request instanceof OwnOperation) return request
  const keyInBody = source.fixedKey === null ? keyInBodyOf(route) : null
  if (keyInBody !== null && request.contract.written?.includes(keyInBody) !== true)
    return new OwnOperation(`has no "${keyInBody}" in its body`, `${keyInBody}, in the schema of the body`)
  const content: Content = route.action === 'index' ? 'items' : 'item'
  const missing: string[] = []
  const omitted: string[] = []
  const forbidden = new Map<string, string | null>()
  const unallowed = new Set<string>()
  const unmarked = new Set<string>()
  const optional: string[] = []
  const linked: string[] = []
  const ownPath = source.pathOf(model.id)
  const isList = content === 'items'
  let component: string | undefined
  let others: readonly string[] = []
  const shapes: ShapeSource = {
    ...source,
    expands: expandsIn(operation.queryParameters, source.find),
    goesBack: hasBefore({ ...source, model, parameters: operation.queryParameters }),
    report: (member) => missing.push(member),
    reportForbidden: (member, part) => forbidden.set(member, part),
    leaveOut: (member) => omitted.push(member),
    reportUnallowed: (part) => unallowed.add(part),
    reportUnmarked: (part) => unmarked.add(part),
    reportOptional: (member) => optional.push(member),
    reportMissingLink: (member, property) => {
      linked.push(property)
      source.collector.report('SVC8100', {
        message: `The response of ${route.id} requires the link "${member}", which items of ${model.id} without "${property}" do not have`,
        at: route.at,
        help: `Require "${property}" in the component, allow null for the link, or do not require it`,
      })
    },
    seeItems: (names) => {
      component = [...names].find((name) => componentModel(name) === model.id)
    },
    reportLink: (link, name, isHidden) =>
      source.collector.report('SVC8071', {
        message: `"x-link: ${link}" in the response of ${route.id} contains "${name}", which ${isHidden ? 'is "writeOnly"' : `is not a property of ${model.id}`}`,
        at: route.at,
        help: isHidden
          ? `Remove "writeOnly" from "${name}", so that the link can contain it`
          : `Name properties of the component in braces, as in "/orders/{id}/lines"${ownPath === undefined ? '' : `, or write the end of the path in the URLs of its items: "${ownPath.slice(1)}"`}`,
      }),
    reportFact: (member, fact, ofItem) =>
      source.collector.report('SVC8071', {
        ...unknownValue(fact, `"${member}" in the response of ${route.id}`, model, source.relations, ofItem),
        at: route.at,
      }),
    seeOthers: (names) => {
      others = names
    },
  }
  const body =
    json?.schema === undefined || json.schema === null
      ? undefined
      : source.relationship === null
        ? bodyTemplate(json.schema, content, model, shapes)
        : linkageTemplate(json.schema, source.relationship, model, shapes)
  const template =
    body === null && json?.schema && source.relationship === null
      ? withoutItem(json.schema, route, model, source.find, {
          report: (member) => missing.push(member),
          leaveOut: (member) => omitted.push(member),
        })
      : body
  if (template === null && others.length > 0)
    return new OwnOperation(
      `returns ${listed(others.map((name) => `"${name}"`))} as well, which ${model.id} lacks`,
      `x-operation: ${isList ? 'list' : route.action}, if it returns items of ${model.id}`,
    )
  if (template === null && source.relationship !== null)
    return noLinkage(source.relationship, model, 'response')
  if (template === null)
    return new OwnOperation(
      `returns something other than ${isList ? `a list of ${model.id}` : `the component ${model.id}`}`,
      route.action === 'create' && isScalar(json?.schema ?? null, source.find)
        ? `x-member: ${model.key}, in the schema of the response, if it is the key`
        : `$ref to ${model.id}, in the response`,
    )
  const mark = route.action === 'delete' ? deletedMark(template, model) : undefined
  if (mark !== undefined && !source.isNamed)
    return new OwnOperation(
      `returns the item with "${mark}", as if it kept the item`,
      'x-operation: delete, if it removes the item',
    )
  if (!source.hasHandlers) reportUnstored(route, request.unstored, model, source)
  reportUnstorable(route, request.unstorable, model, source.collector)
  reportUnmarked(route, request.unmarked, unmarked, model, source.collector)
  reportRefusedKeys(route, operation, model, source)
  report(source.collector, route, missing)
  if (!source.hasHandlers) reportOptional(route, optional, model, source)
  if (forbidden.size > 0) {
    const parts = [...new Set([...forbidden.values()].flatMap((name) => name ?? []))]
    source.collector.report('SVC8076', {
      message: `The response of ${route.id} declares ${listed([...forbidden.keys()].map((name) => `"${name}"`))}, which another part of the schema forbids`,
      at: route.at,
      help: `Remove "additionalProperties: false" from ${parts.length === 0 ? 'the part in "allOf"' : listed(parts)}; in OpenAPI 3.1, "unevaluatedProperties: false" beside "allOf" has the wanted meaning`,
    })
  }
  if (unallowed.size > 0)
    source.collector.report('SVC8076', {
      message: `The response of ${route.id} does not allow ${listed([...unallowed].map((name) => `"${name}"`))}, which items of ${model.id} have`,
      at: route.at,
      help: 'Remove "additionalProperties: false" from the part of the response, declare the same properties there, or write the operation yourself with "x-operation: own"',
    })
  const {
    missing: missingHeaders,
    omitted: omittedHeaders,
    ...headers
  } = headersOf(success, route.action, model, source.find, ownPath !== undefined)
  omitted.push(...omittedHeaders)
  if (missingHeaders.length > 0)
    source.collector.report('SVC8071', {
      message: `The response of ${route.id} requires ${missingHeaders.length === 1 ? 'the header' : 'the headers'} ${listed(missingHeaders.map((name) => `"${name}"`))}, which the service has no value for`,
      at: route.at,
      help: `Name ${isList ? 'the value' : 'the property'} with "x-member", or a constant with "x-value", in the schema of the header, do not require it, or write the operation yourself with "x-operation: own"`,
    })
  if (omitted.length > 0)
    source.addLack({
      message: `leaves out ${listed(omitted.map((name) => `"${name}"`))}`,
      line: omitted.every((name) => name.includes('links/'))
        ? 'x-link: /path/{id}, next to the link'
        : 'x-value: … or x-member: …, next to the property or in the schema of the header',
    })
  const created =
    route.action === 'replace'
      ? createdBy(route, declared2xx, success, { model, shapes, template, fixedKey: source.fixedKey })
      : undefined
  if (created instanceof OwnOperation) source.addLack(created.lack)
  const item = itemSchemaIn(json?.schema ?? null, template, source.find)
  const described = component === undefined ? undefined : source.find(component)
  const own = isObject(described) ? objectSchema(described, source.find) : null
  const matchable = matchableIn(template, own?.alternatives ?? [])
  const queries = isList && source.takesQueries ? queriesOf(matchable, model) : undefined
  // The URL of the next page contains its cursor. Where pages also end before an item, cursors are keys.
  const hasCursor =
    !shapes.goesBack &&
    (['cursor', 'next', 'links'].some((fact) => shows(template, fact)) ||
      Object.values(headers.responseHeaders ?? {}).includes('link'))
  const declaredRoles = rolesOf(
    route,
    operation,
    {
      template,
      matchable,
      hasCursor,
      model,
      written: request.contract,
      required: item && [...item.required, ...item.sometimesRequired],
      requiredParts: ['attributes', 'relationships'].flatMap((name) => [
        ...(objectSchema(item?.properties.get(name) ?? {}, source.find)?.required ?? []),
      ]),
    },
    source,
  )
  const order = isList ? orderOf(route, declaredRoles, model, source) : undefined
  const isFiltered = Object.values(declaredRoles).some(({ as }) => SELECTING_ROLES.has(as))
  if (isList && source.isSelection && !source.isNamed && !isFiltered) return listsUnknown(model.id)
  const roles = queries === undefined ? declaredRoles : { ...ownRoles(matchable, model), ...declaredRoles }
  const isWhole = isList && Object.values(declaredRoles).every(({ as }) => !PAGING_ROLES.has(as))
  const hasUnknown = operation.queryParameters.some(({ name }) => declaredRoles[name] === undefined)
  if (isWhole && !hasUnknown)
    source.collector.report('SVC8075', {
      message: `${route.id} returns all items of ${model.id}, because it declares no limit`,
      at: route.at,
      help: 'Add a parameter such as "limit" or "page"',
    })
  const errors = errorsOf(operation.responses, {
    ...source,
    operation: operation.operationId ?? route.id,
    at: route.at,
    addUnknown: (members) =>
      source.addLack({
        message: `has no value for ${listed(members)} in errors, which your function in src/errors.ts makes`,
        line: 'x-value: …, next to the property',
      }),
  })
  return {
    operation: { ...operation, bodies: operation.bodies.map((body) => withFields(body, source.find)) },
    ...(isList ? { isList } : {}),
    ...(isWhole ? { isWhole } : {}),
    ...(isList || Object.keys(roles).length > 0 ? { roles } : {}),
    ...(order === undefined ? {} : { order }),
    ...queries,
    ...request.contract,
    ...(keyInBody === null ? {} : { keyInBody }),
    ...(source.relationship === null ? {} : { relationship: source.relationship }),
    ...fixedKeyOf(route, model, source.fixedKey),
    status: success.code,
    ...(component === undefined ? {} : { returnsComponent: true }),
    ...(forbidden.size + unallowed.size > 0 ? { isImpossible: true } : {}),
    ...(json === undefined || json.mediaType === 'application/json' ? {} : { type: json.mediaType }),
    ...(template === undefined ? {} : { body: template }),
    ...(created === undefined || created instanceof OwnOperation ? {} : { created }),
    ...(item === undefined ? {} : { required: [...new Set([...item.required, ...linked])] }),
    ...headers,
    ...(errors === undefined ? {} : { errors }),
  }
}

/** Returns the key of the only item at a path, which an operation creates or concerns. */
function fixedKeyOf(
  { action }: Served,
  { key, fields }: Model,
  fixed: string | null,
): Pick<Contract, 'fixedKey' | 'newKey'> {
  if (fixed === null) return {}
  if (action !== 'create') return { fixedKey: { [key]: fixed } }
  const type = fields.find(({ name }) => name === key)?.type
  return { newKey: { [key]: type !== undefined && isNumeric(type) ? Number(fixed) : fixed } }
}

/** Returns a body whose form has the fields of all alternatives of its schema; the schema then says which it must have. */
function withFields(body: ActionBody, find: FindSchema): ActionBody {
  const { mediaType, schema, form, kept } = body
  const object = isForm(mediaType) && schema !== null && form.length === 0 ? objectSchema(schema, find) : null
  return object === null
    ? body
    : { ...body, form: fieldsOf(object.properties, object.required, find, kept?.['encoding']) }
}

/**
 * Returns the response of a PUT that declares 201 for a new item beside its other success (RFC 9110, section 9.3.4), or why it
 * creates none. A PUT of the only item at its path always creates it.
 */
function createdBy(
  { kind, lookup, param, path }: Served,
  declared2xx: ReturnType<typeof successes<ActionResponse>>,
  success: ReturnType<typeof successes<ActionResponse>>[number],
  {
    model,
    shapes,
    template,
    fixedKey,
  }: {
    readonly model: Model
    readonly shapes: ShapeSource
    /** The success response for an existing item. */
    readonly template: Template | undefined
    readonly fixedKey: string | null
  },
): Contract['created'] | OwnOperation {
  const isOnly = fixedKey !== null && fixedKey !== CALLER_KEY
  const response = declared2xx.find(({ code }) => code === 201)
  if (isOnly && (response === undefined || response === success))
    return { status: success.code, ...(template === undefined ? {} : { body: template }) }
  if (response === undefined || response === success) return undefined
  const key = model.fields.find(({ name }) => name === model.key)
  const isAtKey = isOnly || (lookup === undefined && path.includes(`{${param ?? ''}}`))
  if (kind !== 'singular' && (!isAtKey || key?.type === 'id_field'))
    return new OwnOperation(
      isAtKey
        ? 'never answers 201, because the service makes the keys'
        : 'never answers 201, because the path has no key',
      isAtKey ? `a key that clients choose, ${model.key}, in the path` : 'the key, in the path',
    )
  const schema = response.bodies.find(({ mediaType }) => isJson(mediaType))?.schema ?? null
  const body = schema === null ? undefined : bodyTemplate(schema, 'item', model, shapes)
  if (body === null)
    return new OwnOperation(
      `never answers 201, because that response is not the component ${model.id}`,
      `$ref to ${model.id}, in the response`,
    )
  return body === undefined ? {} : { body }
}

/** The names of fields, without case and separators, that mark items as deleted. */
const DELETED = /^(?:is|date)?(?:archived|deleted|trashed)(?:at|on|date|time)?$/

/** Returns the field in a response that marks items as deleted. */
function deletedMark(template: Template | undefined, { fields }: Model): string | undefined {
  const shown = membersIn(template)
  return fields.map(({ name }) => name).find((name) => shown.has(name) && DELETED.test(looseKey(name)))
}

/** Returns the schema of the item, or of the items, in a response. */
function itemSchemaIn(
  schema: JsonSchema | null,
  template: Template | undefined,
  find: FindSchema,
): ObjectSchema | undefined {
  if (schema === null || template === undefined) return undefined
  const described = 'items' in template ? itemsOf(schema, find) : schema
  const object = described === null ? null : objectSchema(described, find)
  if (object === null) return undefined
  if ('item' in template || 'items' in template) return object
  const members = 'object' in template ? Object.entries(template.object) : []
  return members
    .map(([name, each]) => itemSchemaIn(object.properties.get(name) ?? null, each, find))
    .find((found) => found !== undefined)
}

/** Returns the fields that svcgen's own query parameters can use, those that the response shows, and others like them. */
function queriesOf(
  shown: ReadonlySet<string>,
  { fields, relations }: Model,
): Pick<Contract, 'queries' | 'unqueried'> {
  const names = [...fields.filter(({ stored }) => stored), ...relations].map(({ name }) => name).toSorted()
  const queries = names.filter((name) => shown.has(name))
  const unqueried = names.filter(
    (name) => !shown.has(name) && queries.some((field) => name.startsWith(`${field}__`)),
  )
  return { queries, ...(unqueried.length === 0 ? {} : { unqueried }) }
}

/** Returns the meanings of svcgen's own query parameters. */
function ownRoles(matchable: ReadonlySet<string>, model: Model): Readonly<Record<string, ParameterRole>> {
  const search = searchRole({ model, matchable })
  return {
    _limit: { as: 'limit' },
    _start: { as: 'offset' },
    _page: { as: 'page', base: 0 },
    _after: { as: 'cursor' },
    ...(search === undefined ? {} : { q: search }),
  }
}

/** Returns the member of the body that identifies an item whose key is not in the path, or null. */
function keyInBodyOf({ kind, param, path }: Served): string | null {
  return kind === 'item' && param !== null && !path.includes(`{${param}}`) ? param : null
}

/** The kinds of routes whose paths are those of collections and their items. */
const SERVED: ReadonlySet<Route['kind']> = new Set(['collection', 'item', 'singular'])

/** Returns whether a schema allows any object, so that it does not say what a response contains. */
function saysNothing({ type, additionalProperties = true, ...others }: JsonSchema): boolean {
  return (
    (type === undefined || type === 'object') &&
    additionalProperties === true &&
    Object.keys(others).every((name) => SAYS_NOTHING.has(name))
  )
}

/** The keywords that allow any value. */
const SAYS_NOTHING: ReadonlySet<string> = new Set([
  'deprecated',
  'description',
  'example',
  'examples',
  'title',
])

/**
 * Returns a body that contains constants and the key of the item instead of the item itself, or null if the schema describes
 * something else. That of a DELETE says that the item was deleted, and others contain the key.
 */
function withoutItem(
  schema: JsonSchema,
  { action }: Served,
  model: Model,
  find: FindSchema,
  { report, leaveOut }: Required<Pick<ShapeSource, 'report' | 'leaveOut'>>,
): Template | null {
  // A list, and the answer to the GET of an item, contain items.
  if (action === 'index' || action === 'show') return null
  const { id, key, fields } = model
  const isDelete = action === 'delete'
  const constant = schema['x-value'] ?? onlyValue(schema, find)
  if (isDelete && constant !== undefined) return { constant }
  const types = typesIn(schema, find)
  const keyIn = (property: JsonSchema): Template => ({
    fact: typesIn(property, find).includes('string') ? 'key' : 'keyNumber',
  })
  // A text can also be a message, but not one in the form of the key.
  const { format } = effectiveSchema(schema, find)
  const isCertain = !types.includes('string') || (format !== undefined && format === formatOf(model))
  const isValue = types.length === 1 && !types.includes('object') && !types.includes('array')
  const isKey = isValue && isCertain && isOfType(types, key, model)
  if (action === 'create' && (schema['x-member'] === key || isKey)) return keyIn(schema)
  const object = objectSchema(schema, find)
  if (object === null) return isDelete && types.includes('object') ? { object: {} } : null
  let hasKey = false
  const others: string[] = []
  const members = [...object.properties].flatMap(([name, property]): [string, Template][] => {
    const isFlag =
      isDelete && /^(?:is)?deleted$/.test(looseKey(name)) && typesIn(property, find).includes('boolean')
    const value = property['x-value'] ?? onlyValue(property, find) ?? (isFlag ? true : undefined)
    if (value !== undefined) return [[name, { constant: value }]]
    const isNamed = propertyNamedBy({ name, collection: '', property: null }, id, fields)?.name === key
    if (isNamed && typesIn(property, find).every((type) => type !== 'object' && type !== 'array')) {
      hasKey = true
      return [[name, keyIn(property)]]
    }
    others.push(name)
    return []
  })
  if (!isDelete && (!hasKey || others.length > 0)) return null
  for (const name of others)
    if (object.required.has(name)) report(name)
    else leaveOut(name)
  return { object: Object.fromEntries(members) }
}

function isScalar(schema: JsonSchema | null, find: FindSchema): boolean {
  const types = schema === null ? [] : typesIn(schema, find)
  return types.includes('string') || types.includes('integer')
}

/** Returns the format of the keys of a model's items. */
function formatOf({ key, fields }: Model): Json | undefined {
  return effectiveSchema(fields.find(({ name }) => name === key)?.json ?? {})['format']
}

/** Warns about a parameter at the end of the path of an item that accepts no value of the property by which it finds items. */
function reportRefusedKeys(
  { id, at, param, lookup }: Served,
  { uriParameters }: UnnamedAction,
  model: Model,
  { find, collector }: ContractSource,
): void {
  const parameter = uriParameters.find(({ name }) => name === param)
  const field = model.fields.find(({ name }) => name === (lookup?.field ?? model.key))
  const accepted = parameter === undefined ? [] : typesIn(parameter.schema, find)
  const types = field === undefined ? [] : typesIn(field.json, find)
  const isNumber = (type: string): boolean => type === 'integer' || type === 'number'
  // Every number can be written as text.
  if (field === undefined || !types.every((type) => type === 'string') || types.length === 0) return
  if (accepted.length === 0 || !accepted.every(isNumber)) return
  collector.report('SVC8095', {
    message: `The parameter "${param}" of ${id} accepts only numbers, but "${field.name}" of ${model.id}, by which it finds items, is text`,
    at,
    help: `Declare "type: integer" for "${field.name}", or "type: string" for the parameter`,
  })
}

/** Returns what is wrong with a value of `x-member`, and what to write instead. */
function unknownValue(
  value: string,
  where: string,
  model: Model,
  relations: readonly Relation[],
  ofItem: 'known' | 'unknown' | undefined,
): { readonly message: string; readonly help: string } {
  const { id } = model
  const [name = '', part] = value.split('.')
  const subject = `"x-member: ${value}" of ${where}`
  const message = `${subject} names no known value`
  if (ofItem !== undefined && isHidden(name, model, relations))
    return {
      message: `${subject} shows what is in "${name}", which is "writeOnly"`,
      help: `Remove "writeOnly" from "${name}", which responses then contain if they declare it`,
    }
  if (ofItem === undefined)
    return { message, help: `Use ${listed(FACT_NAMES, 'or')}, or "x-value" for a constant` }
  const help = `Name a property of ${id}, a part of one, as in "address.city", a property of a related item, as in "owner.name", or the number of related items, as in "comments.count"`
  if (ofItem === 'known') return { message: `${message} of this type`, help }
  return {
    message: `${message}, because "${name}" is not a stored property or a relationship of ${id}`,
    help:
      part === undefined
        ? help
        : `${help}; links are not relationships: if "${name}" is one, add a property with the key of the item that it leads to, as in "${name}_id: { type: string, x-relation: … }", and write "x-member: ${name}_id.${part}"`,
  }
}

function report(collector: Collector, { id, at }: Served, missing: readonly string[]): void {
  if (missing.length === 0) return
  const names = listed([...new Set(missing)].map((name) => `"${name}"`))
  collector.report('SVC8071', {
    message: `The response of ${id} requires ${names}, which the service has no value for`,
    at,
    help: missing.every((name) => name.includes('links/'))
      ? 'Write "x-link" with a path next to the link, as in "x-link: /orders/{id}/lines", do not require it, or write the operation yourself with "x-operation: own"'
      : missing.some((name) => name.startsWith('relationships/'))
        ? 'Write "x-relation: <component>" next to the "data" of a relationship, "x-link" with a path next to its links, and "x-value" next to a "type" without a constant, do not require them, or write the operation yourself with "x-operation: own"'
        : 'Name the value with "x-member" or "x-value" next to the property, store it in the component, or write the operation yourself with "x-operation: own"',
  })
}

/** Warns about members that a response requires although the component does not. */
function reportOptional(
  { id, at, scope = [] }: Served,
  members: readonly string[],
  model: Model,
  { optionalIn, collector }: ContractSource,
): void {
  const isSet = (name: string): boolean => scope.some(({ field }) => field === name)
  const optional = members.length === 0 ? [] : optionalIn(model.id)
  const names = optional.filter((name) => members.includes(name) && !isSet(name))
  if (names.length > 0)
    collector.report('SVC8100', {
      message: `The response of ${id} requires ${listed(names.map((name) => `"${name}"`))}, which items of ${model.id} need not have`,
      at,
      help: `Require ${names.length === 1 ? 'it' : 'them'} in ${model.id}, add a default, allow null in the response, or do not require ${names.length === 1 ? 'it' : 'them'} there`,
    })
}

/** What parameters that select items mean. */
const SELECTING_ROLES: ReadonlySet<ParameterRole['as']> = new Set([
  'comparisons',
  'filter',
  'filters',
  'own',
  'search',
])

/** What parameters that select a page mean. */
const PAGING_ROLES: ReadonlySet<ParameterRole['as']> = new Set([
  'limit',
  'page',
  'offset',
  'cursor',
  'after',
  'before',
  'paging',
])
