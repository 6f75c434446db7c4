import type { Collector } from '../../diagnostics/collector.js'
import {
  type ActionBody,
  type ActionResponse,
  type Contract,
  type Field,
  type Json,
  type JsonSchema,
  type Model,
  type Parameter,
  type ParameterRole,
  type Relation,
  type Route,
  type Template,
  resolved,
  successes,
} from '../../ir/index.js'
import { dispatchOf } from '../../ir/alternatives.js'
import { writeRuleOf } from '../../ir/lookup.js'
import { looseKey } from '../../naming/loose-match.js'
import { componentModel } from '../../naming/model-names.js'
import { listed } from '../../naming/phrases.js'
import { snakeCase } from '../../naming/words.js'
import type { Span } from '../../source/span.js'
import { isJson } from '../actions/bodies.js'
import type { UnnamedAction } from '../actions/custom-action.js'
import { type Content, FACT_NAMES, bodyTemplate, expandableIn, membersIn, shows } from './body.js'
import { type ErrorBody, errorsOf } from './errors.js'
import { headersOf } from './headers.js'
import { expandsIn, membersNamedBy } from './parameters/members.js'
import { roleOf, searchRole } from './parameters/roles.js'
import type { ListFilter, NoRole } from './parameters/source.js'
import { itemRole, type WrittenMembers } from './item-parameters.js'
import { isLinking } from './links.js'
import { relatedByKey } from './related-keys.js'
import {
  defaultIn,
  type FindSchema,
  isMarked,
  itemsOf,
  type ObjectSchema,
  objectSchema,
  onlyValue,
  partsOf,
  typesIn,
} from './schemas.js'
import { describes, isOfType, type ShapeSource } from './shape.js'
import { unstorableIn, type Unstorable } from './unstorable.js'

export interface ContractSource {
  readonly models: ReadonlyMap<string, Model>
  readonly relations: readonly Relation[]
  readonly find: FindSchema
  /** Returns where a parameter is declared. */
  readonly placeOf: (parameter: string) => Span
  readonly nest: (model: string, relation: string, depth: number) => void
  /** The path of the service. */
  readonly basePath: string
  /** Records that a function of the user's says which items a parameter of a list selects. */
  readonly addFilter: (filter: ListFilter) => void
  /** Records the body of an error that a function of the user's makes. */
  readonly addErrorBody: (body: ErrorBody) => void
  /** Whether `x-operation` says what the operation does. */
  readonly isNamed: boolean
  /** Whether the path alone says which items a list contains, as in `/items/archived` beside `/items`. */
  readonly isSelection: boolean
  /** Whether the operation also takes svcgen's own query parameters. */
  readonly takesQueries: boolean
  /** Records what a served operation leaves out of its response. */
  readonly addLack: (lack: Lack) => void
  /** Returns whether a header or query parameter contains the credentials of a security scheme. */
  readonly isCredential: (parameter: string, place: 'header' | 'query') => boolean
  /** Whether handlers of the model can read what nothing stores. */
  readonly hasHandlers: boolean
  readonly collector: Collector
}

type Served = Pick<Route, 'id' | 'path' | 'kind' | 'action' | 'model' | 'param' | 'lookup' | 'scope'> & {
  readonly at: Span
}

/** A contract whose name is not known yet, because it depends on the other operations. */
export type UnnamedContract = Omit<Contract, 'operation'> & { readonly operation: UnnamedAction }

/** What an operation lacks so that stored items answer it as declared, and the line that adds it. */
export interface Lack {
  readonly message: string
  readonly line: string
  /** Whether this is reported as an error. */
  readonly isError?: true
}

/** Why an operation whose path is that of stored items is not the service's. */
export class OwnOperation {
  readonly lack: Lack

  constructor(message: string, line: string) {
    this.lack = { message, line }
  }
}

/** Returns why a list is the user's operation if its path alone says which items it contains. */
export function listsUnknown(model: string): OwnOperation {
  return new OwnOperation(
    `does not say which items of ${model} it lists`,
    'x-operation: list, if it lists all of them',
  )
}

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
  if (model === undefined || !SERVED.has(route.kind)) return null
  const json = success.bodies.find(({ mediaType }) => isJson(mediaType))
  if (!isEmpty && json === undefined)
    return new OwnOperation('declares no JSON in its success response', 'content: { application/json: … }')
  const request = requestOf(operation.bodies, route, model, source)
  const changes = route.action === 'update' || route.action === 'replace'
  if (changes && operation.bodies.length === 0)
    return new OwnOperation(
      'declares no body',
      'requestBody: { content: { application/json: { schema: … } } }',
    )
  if (request instanceof OwnOperation) return request
  const keyInBody = keyInBodyOf(route)
  if (keyInBody !== null && request.contract.written?.includes(keyInBody) !== true)
    return new OwnOperation(`has no "${keyInBody}" in its body`, `${keyInBody}, in the schema of the body`)
  const content: Content = route.action === 'index' ? 'items' : 'item'
  const missing: string[] = []
  const omitted: string[] = []
  const forbidden = new Map<string, string | null>()
  let returnsComponent = false
  const shapes: ShapeSource = {
    ...source,
    expands: expandsIn(operation.queryParameters, source.find),
    report: (member) => missing.push(member),
    reportForbidden: (member, part) => forbidden.set(member, part),
    leaveOut: (member) => omitted.push(member),
    seeItems: (names) => {
      returnsComponent = [...names].some((name) => componentModel(name) === model.id)
    },
    reportLink: (link, name) =>
      source.collector.report('SVC8071', {
        message: `"x-link: ${link}" in the response of ${route.id} contains "${name}", which is not a property of ${model.id}`,
        at: route.at,
        help: 'Name properties of the component in braces, as in "/orders/{id}/lines"',
      }),
    reportFact: (member, fact) =>
      source.collector.report('SVC8071', {
        message: `"x-member: ${fact}" of "${member}" in the response of ${route.id} names no known value`,
        at: route.at,
        help: `Use ${listed(FACT_NAMES, 'or')}, or "x-value" for a constant`,
      }),
  }
  const body =
    json?.schema === undefined || json.schema === null
      ? undefined
      : bodyTemplate(json.schema, content, model, shapes)
  const template =
    body === null && route.action === 'delete' && json?.schema
      ? confirmation(json.schema, model, source.find, {
          report: (member) => missing.push(member),
          leaveOut: (member) => omitted.push(member),
        })
      : body
  if (template === null)
    return new OwnOperation(
      `returns something other than ${content === 'items' ? `a list of ${model.id}` : `the component ${model.id}`}`,
      `$ref to ${model.id}, in the response`,
    )
  const mark = route.action === 'delete' ? deletedMark(template, model) : undefined
  if (mark !== undefined && !source.isNamed)
    return new OwnOperation(
      `returns the item with "${mark}", as if it kept the item`,
      'x-operation: delete, if it removes the item',
    )
  if (!source.hasHandlers) reportUnstored(route, request.unstored, model, source)
  reportUnstorable(route, request.unstorable, model, source.collector)
  report(source.collector, route, missing)
  if (forbidden.size > 0) {
    const parts = [...new Set([...forbidden.values()].flatMap((name) => name ?? []))]
    source.collector.report('SVC8076', {
      message: `The response of ${route.id} declares ${listed([...forbidden.keys()].map((name) => `"${name}"`))}, which another part of the schema forbids`,
      at: route.at,
      help: `Remove "additionalProperties: false" from ${parts.length === 0 ? 'the part in "allOf"' : listed(parts)}; in OpenAPI 3.1, "unevaluatedProperties: false" beside "allOf" has the wanted meaning`,
    })
  }
  const isList = content === 'items'
  const {
    missing: missingHeaders,
    omitted: omittedHeaders,
    ...headers
  } = headersOf(success, isList, model, source.find)
  omitted.push(...omittedHeaders)
  if (missingHeaders.length > 0)
    source.collector.report('SVC8071', {
      message: `The response of ${route.id} requires ${missingHeaders.length === 1 ? 'the header' : 'the headers'} ${listed(missingHeaders.map((name) => `"${name}"`))}, which the service has no value for`,
      at: route.at,
      help: `Name ${isList ? 'the value' : 'the property'} with "x-member", or a constant with "x-value", in the schema of the header, do not require it, or write the operation yourself with "x-operation: own"`,
    })
  const lackOfMembers =
    omitted.length === 0
      ? undefined
      : {
          message: `leaves out ${listed(omitted.map((name) => `"${name}"`))}`,
          line: omitted.every((name) => name.includes('links/'))
            ? 'x-link: /path/{id}, next to the link'
            : 'x-value: … or x-member: …, next to the property or in the schema of the header',
        }
  if (lackOfMembers !== undefined) source.addLack(lackOfMembers)
  const created =
    route.action === 'replace' ? createdBy(route, declared2xx, success, { model, shapes }) : undefined
  if (created instanceof OwnOperation) source.addLack(created.lack)
  const required = requiredIn(json?.schema ?? null, template, source.find)
  const queries = isList && source.takesQueries ? queriesOf(template, model) : undefined
  // The URL of the next page contains its cursor.
  const hasCursor =
    ['cursor', 'next'].some((fact) => shows(template, fact)) ||
    Object.values(headers.responseHeaders ?? {}).includes('link')
  const declaredRoles = rolesOf(
    route,
    operation,
    { template, hasCursor, model, written: request.contract, required },
    source,
  )
  const isFiltered = Object.values(declaredRoles).some(({ as }) => SELECTING_ROLES.has(as))
  if (isList && source.isSelection && !source.isNamed && !isFiltered) return listsUnknown(model.id)
  const roles = queries === undefined ? declaredRoles : { ...ownRoles(template, model), ...declaredRoles }
  const isWhole = isList && Object.values(declaredRoles).every(({ as }) => !PAGING_ROLES.has(as))
  if (isWhole)
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
        message: `${lackOfMembers === undefined ? '' : `${lackOfMembers.message}; `}has no value for ${listed(members.map((name) => `"${name}"`))} in errors, which your function in src/errors.ts makes`,
        line: lackOfMembers?.line ?? 'x-value: …, next to the property',
      }),
  })
  return {
    operation,
    ...(isList ? { isList } : {}),
    ...(isWhole ? { isWhole } : {}),
    ...(isList || Object.keys(roles).length > 0 ? { roles } : {}),
    ...(queries === undefined ? {} : { queries }),
    ...request.contract,
    ...(keyInBody === null ? {} : { keyInBody }),
    status: success.code,
    ...(returnsComponent ? { returnsComponent } : {}),
    ...(forbidden.size > 0 ? { isImpossible: true } : {}),
    ...(json === undefined || json.mediaType === 'application/json' ? {} : { type: json.mediaType }),
    ...(template === undefined ? {} : { body: template }),
    ...(created === undefined || created instanceof OwnOperation ? {} : { created }),
    ...(isList || required === undefined ? {} : { required }),
    ...headers,
    ...(errors === undefined ? {} : { errors }),
  }
}

/**
 * Returns the response of a PUT that declares 201 for a new item beside its other success (RFC 9110, section 9.3.4), or why it
 * creates none.
 */
function createdBy(
  { lookup, param, path }: Served,
  declared2xx: ReturnType<typeof successes<ActionResponse>>,
  success: ActionResponse,
  { model, shapes }: { readonly model: Model; readonly shapes: ShapeSource },
): Contract['created'] | OwnOperation {
  const response = declared2xx.find(({ code }) => code === 201)
  if (response === undefined || response === success) return undefined
  const key = model.fields.find(({ name }) => name === model.key)
  const isAtKey = lookup === undefined && path.includes(`{${param ?? ''}}`)
  if (!isAtKey || key?.type === 'id_field')
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
const DELETED = /^(?:is|date)?deleted(?:at|on|date|time)?$/

/** Returns the field in a response that marks items as deleted. */
function deletedMark(template: Template | undefined, { fields }: Model): string | undefined {
  const shown = membersIn(template)
  return fields.map(({ name }) => name).find((name) => shown.has(name) && DELETED.test(looseKey(name)))
}

/** Returns the members that the item, or the items, in a response must have. */
function requiredIn(
  schema: JsonSchema | null,
  template: Template | undefined,
  find: FindSchema,
): readonly string[] | undefined {
  if (schema === null || template === undefined) return undefined
  const described = 'items' in template ? itemsOf(schema, find) : schema
  const object = described === null ? null : objectSchema(described, find)
  if (object === null) return undefined
  if ('item' in template || 'items' in template) return [...object.required]
  const members = 'object' in template ? Object.entries(template.object) : []
  return members
    .map(([name, each]) => requiredIn(object.properties.get(name) ?? null, each, find))
    .find((names) => names !== undefined)
}

/** Returns the fields that svcgen's own query parameters can use: those that the response shows. */
function queriesOf(template: Template | undefined, { fields, relations }: Model): readonly string[] {
  const shown = membersIn(template)
  return [...fields.filter(({ stored }) => stored), ...relations]
    .map(({ name }) => name)
    .filter((name) => shown.has(name))
    .toSorted()
}

/** Returns the meanings of svcgen's own query parameters. */
function ownRoles(template: Template | undefined, model: Model): Readonly<Record<string, ParameterRole>> {
  const search = searchRole({ model, shown: membersIn(template) })
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
const SERVED: ReadonlySet<Route['kind']> = new Set(['collection', 'item'])

/** Returns whether a schema allows any object, so that it does not say what a response contains. */
function saysNothing({ type, description: _description, ...others }: JsonSchema): boolean {
  return (type === undefined || type === 'object') && Object.keys(others).length === 0
}

/** Returns a body that says that an item was deleted, or null if the schema describes something else: constants, and its key. */
function confirmation(
  schema: JsonSchema,
  { key }: Model,
  find: FindSchema,
  { report, leaveOut }: Required<Pick<ShapeSource, 'report' | 'leaveOut'>>,
): Template | null {
  const constant = schema['x-value'] ?? onlyValue(schema, find)
  if (constant !== undefined) return { constant }
  const object = objectSchema(schema, find)
  if (object === null) return typesIn(schema, find).includes('object') ? { object: {} } : null
  const members = [...object.properties].flatMap(([name, property]): [string, Template][] => {
    const value = property['x-value'] ?? onlyValue(property, find)
    if (value !== undefined) return [[name, { constant: value }]]
    if (name === key)
      return [[name, { fact: typesIn(property, find).includes('string') ? 'key' : 'keyNumber' }]]
    if (object.required.has(name)) report(name)
    else leaveOut(name)
    return []
  })
  return { object: Object.fromEntries(members) }
}

/** Returns how the request's body contains an item, or `own` if it contains something else. */
function requestOf(
  bodies: readonly ActionBody[],
  { action, scope = [] }: Pick<Served, 'action' | 'scope'>,
  model: Model,
  { find, models, hasHandlers }: ContractSource,
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
  const inner = [...object.properties].filter(
    ([name, property]) =>
      name !== 'attributes' &&
      (describes(property, model, { find, models }) || isResource(property, model, find)),
  )
  const [only, ...others] = inner
  const isWrapped = only !== undefined && others.length === 0 && object.properties.size === 1
  const resource = isWrapped ? objectSchema(only[1], find) : object
  const attributes = resource?.properties.get('attributes')
  const hasAttributes = attributes !== undefined && !isMember('attributes', model)
  const described = hasAttributes ? objectSchema(attributes, find) : resource
  if (described === null) return noItem
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
  // The path says what the fields of its parameters are.
  const isWritten = (name: string): boolean =>
    declared.has(name) && scope.every(({ field }) => field !== name)
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
      `the key, ${models.get(anew.target)?.key ?? ''}, in the schema of "${anew.name}"`,
    )
  // A merge patch merges whatever the result is (RFC 7396).
  const merges = action !== 'update' || bodies.some(({ mediaType }) => mediaType.includes('merge-patch'))
  const alternatives = (merges ? [] : written).flatMap((name): [string, Alternatives][] => {
    const found = alternativesIn(described.properties.get(name) ?? {}, find)
    return found === null ? [] : [[name, found]]
  })
  // A request that changes some members keeps the others.
  const defaults = (action === 'update' ? [] : [...described.properties]).flatMap(([name, property]) => {
    const value = defaultIn(property, find) ?? null
    const field = model.fields.find((each) => each.name === (renamed.get(name) ?? name))
    const isSet = value === null || property['readOnly'] === true || isSameDefault(field, value)
    return isSet || !isWritten(renamed.get(name) ?? name) ? [] : [[name, value] as const]
  })
  const takesOthers = described.isOpen || [...declared].some((name) => !names.includes(name))
  const unstored = new Set([...described.properties.keys(), ...described.required])
  return {
    contract: {
      ...(isWrapped ? { wrapper: only[0] } : {}),
      ...(hasAttributes ? { hasAttributes } : {}),
      written,
      ...(takesOthers ? { takesOthers } : {}),
      ...(unwritten.length === 0 ? {} : { unwritten }),
      ...(keys.length === 0 ? {} : { keys: Object.fromEntries(keys) }),
      ...(renamed.size === 0 ? {} : { renamed: Object.fromEntries(renamed) }),
      ...(alternatives.length === 0 ? {} : { alternatives: Object.fromEntries(alternatives) }),
      ...(defaults.length === 0 ? {} : { defaults: Object.fromEntries(defaults) }),
    },
    unstored: [...unstored].filter((name) => {
      const property = described.properties.get(name) ?? {}
      const isFixed =
        property['readOnly'] === true ||
        isLinking(name, property, find) ||
        onlyValue(property, find) !== undefined
      return !names.includes(renamed.get(name) ?? name) && !isFixed
    }),
    unstorable: unstorableIn(described.properties, renamed, model, find),
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

type Alternatives = NonNullable<Contract['alternatives']>[string]

/** Returns the alternatives of an object that the value of a property selects, or null if it has none. */
function alternativesIn(schema: JsonSchema, find: FindSchema): Alternatives | null {
  const known = resolved(schema, find)
  const parts = ['oneOf', 'anyOf', 'allOf'].flatMap((keyword) => partsOf(known, keyword))
  const [only, ...others] = parts.filter(({ type }) => type !== 'null')
  if (only !== undefined && others.length === 0) return alternativesIn(only, find)
  const found = dispatchOf(known, find)
  if (found === null) return null
  const cases = found.cases.map(({ values, schema: each }) => ({
    values,
    members: [...(objectSchema(each, find)?.properties.keys() ?? [])],
  }))
  const all = new Set(cases.flatMap(({ members }) => members))
  return {
    property: found.property,
    others: Object.fromEntries(
      cases.flatMap(({ values, members }) =>
        values.map((value) => [value, [...all].filter((name) => !members.includes(name)).sort()]),
      ),
    ),
  }
}

/** What a request's body contains. */
interface Requested {
  readonly contract: Pick<
    Contract,
    | 'wrapper'
    | 'hasAttributes'
    | 'written'
    | 'unwritten'
    | 'keys'
    | 'renamed'
    | 'alternatives'
    | 'defaults'
    | 'takesOthers'
  >
  /** The members that the model does not have. */
  readonly unstored: readonly string[]
  /** The members with values that the fields cannot have. */
  readonly unstorable: readonly Unstorable[]
}

const NO_BODY: Requested = { contract: {}, unstored: [], unstorable: [] }

/** Warns about members of a request that have no effect. */
function reportUnstored(
  { id, at }: Served,
  unstored: readonly string[],
  model: Model,
  { models, collector }: ContractSource,
): void {
  if (unstored.length === 0) return
  const [end] = unstored.flatMap(
    (name) => relatedByKey(name, false, model, models) ?? relatedByKey(name, true, model, models) ?? [],
  )
  const remedy =
    end === undefined
      ? `Add ${unstored.length === 1 ? 'the property' : 'the properties'} to ${model.id}`
      : `Remove "readOnly" from "${end.name}" of ${model.id}, which nobody can write otherwise`
  const names = listed(unstored.map((name) => `"${name}"`))
  collector.report('SVC8085', {
    message: `Nothing stores ${names} in the body of ${id}, because ${model.id} has no such ${unstored.length === 1 ? 'property' : 'properties'}`,
    at,
    help: `${remedy}, read ${unstored.length === 1 ? 'it' : 'them'} in a handler in "x-event-handlers", or write the operation yourself with "x-operation: own"`,
  })
}

/** Warns about values that a request allows and that are an error, because no field can store them. */
function reportUnstorable(
  { id, at }: Served,
  unstorable: readonly Unstorable[],
  model: Model,
  collector: Collector,
): void {
  if (unstorable.length === 0) return
  const members = listed(unstorable.map(({ member, values }) => `${listed(values, 'or')} in "${member}"`))
  collector.report('SVC8090', {
    message: `The body of ${id} allows ${members}, which ${model.id} cannot store; such a request is a 400`,
    at,
    help: `Allow the same values in ${model.id} and in the body, or write the operation yourself with "x-operation: own"`,
  })
}

/** Returns whether a schema describes a resource object of JSON:API with attributes of the model. */
function isResource(schema: JsonSchema, model: Model, find: FindSchema): boolean {
  const attributes = objectSchema(schema, find)?.properties.get('attributes')
  const object = attributes === undefined ? null : objectSchema(attributes, find)
  return object !== null && [...object.properties.keys()].some((name) => isMember(name, model))
}

function isMember(name: string, { fields, relations }: Model): boolean {
  return fields.some((field) => field.name === name) || relations.some((end) => end.name === name)
}

function report(collector: Collector, { id, at }: Served, missing: readonly string[]): void {
  if (missing.length === 0) return
  const names = listed([...new Set(missing)].map((name) => `"${name}"`))
  collector.report('SVC8071', {
    message: `The response of ${id} requires ${names}, which the service has no value for`,
    at,
    help: missing.every((name) => name.includes('links/'))
      ? 'Write "x-link" with a path next to the link, as in "x-link: /orders/{id}/lines", do not require it, or write the operation yourself with "x-operation: own"'
      : 'Name the value with "x-member" or "x-value" next to the property, store it in the component, or write the operation yourself with "x-operation: own"',
  })
}

/** Headers of requests that HTTP defines, or that the service understands. */
const KNOWN_HEADERS: ReadonlySet<string> = new Set([
  'accept',
  'accept-language',
  'accept-encoding',
  'authorization',
  'content-type',
  'if-match',
  'if-none-match',
  'prefer',
  'traceparent',
  'x-request-id',
])

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

function what(action: Route['action']): string {
  return `${action === 'show' ? 'showing' : action === 'create' ? 'creating' : 'changing'} items of`
}

/** What the parameters of an operation refer to. */
interface ListedItems {
  readonly model: Model
  readonly template: Template | undefined
  /** Whether the response contains the cursor of the next page. */
  readonly hasCursor: boolean
  readonly written: WrittenMembers
  /** The members that the items in the response must have. */
  readonly required: readonly string[] | undefined
}

function rolesOf(
  { id, action }: Served,
  { queryParameters, headers, operationId }: UnnamedAction,
  { template, hasCursor, model, written, required }: ListedItems,
  { models, relations, find, placeOf, addFilter, isCredential, collector }: ContractSource,
): Readonly<Record<string, ParameterRole>> {
  const refuse = (parameter: Parameter, { message, help }: NoRole): void =>
    collector.report('SVC8070', { message: `${message} (${id})`, at: placeOf(parameter.name), help })
  const isIgnored = ({ name, kept = {} }: Parameter, place: 'header' | 'query'): boolean =>
    kept['x-ignored'] === true || isCredential(name, place)
  for (const header of headers)
    if (!KNOWN_HEADERS.has(header.name) && !isIgnored(header, 'header'))
      refuse(header, {
        message: `The header "${header.written ?? header.name}" has no known meaning`,
        help: 'Write "x-ignored: true" next to it, or write the operation yourself with "x-operation: own"',
      })
  const reportSharedDefault = (operation: string, { name, schema }: Parameter, role: ParameterRole): void => {
    const value = role.as === 'filter' && schema['default'] === undefined ? defaultIn(schema, find) : null
    if (value === undefined || value === null) return
    collector.report('SVC8089', {
      message: `Without the parameter "${name}", ${operation} lists only items with the value ${JSON.stringify(value)}, which is the default of its shared schema`,
      at: placeOf(name),
      help: `Move "default" from the shared schema to the property of ${model.id}, or repeat it in the schema of the parameter if this is meant`,
    })
  }
  const shown = membersIn(template)
  const roles = queryParameters.flatMap((parameter): [string, ParameterRole][] => {
    if (isIgnored(parameter, 'query')) return [[parameter.name, { as: 'ignored' }]]
    const ofItem = itemRole(parameter, action, model, written)
    if (ofItem !== undefined) return [[parameter.name, ofItem]]
    if (action !== 'index' && membersNamedBy(parameter.name) === undefined) {
      refuse(parameter, {
        message: `The parameter "${parameter.name}" has no known meaning for ${what(action)} ${model.id}`,
        help: 'Write "x-ignored: true" next to it, or write the operation yourself with "x-operation: own"',
      })
      return []
    }
    const ownFilter = ({ name, schema }: Parameter): string => {
      const filter = snakeCase(`${operationId ?? id} ${name}`)
      addFilter({ name: filter, at: placeOf(name), model: model.id, parameter: name, values: schema })
      return filter
    }
    const role = roleOf(parameter, {
      parameters: queryParameters,
      model,
      models,
      relations,
      find,
      hasCursor,
      shown,
      required: required ?? [],
      expandable: expandableIn(template),
      ownFilter,
    })
    if ('as' in role) {
      reportSharedDefault(id, parameter, role)
      return [[parameter.name, role]]
    }
    refuse(parameter, role)
    return []
  })
  return Object.fromEntries(
    roles.map(([name, role], index) => [name, otherThan(roles.slice(0, index), role, model)]),
  )
}

/**
 * Returns the meaning of a parameter that filters a list by the same field as one before it: both must hold, and an item can
 * have a value of each.
 */
function otherThan(
  before: readonly (readonly [string, ParameterRole])[],
  role: ParameterRole,
  { fields }: Model,
): ParameterRole {
  const isList =
    role.as === 'filter' && fields.some(({ name, type }) => name === role.field && type === 'list')
  const isRepeated = isList && before.some(([, other]) => other.as === 'filter' && other.field === role.field)
  return isRepeated ? { as: 'filter', field: `${role.field}__any` } : role
}
