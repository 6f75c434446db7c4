import {
  type ActionBody,
  type ActionResponse,
  type CustomAction,
  type JsonSchema,
  type Model,
  type Parameter,
  type Service,
  isPassword,
  answers,
  successes,
} from '../../ir/index.js'
import { actionsUnder, functionActions, modelOf } from '../../ir/lookup.js'
import { referencesIn } from '../../ir/repeated-schemas.js'
import { componentModel } from '../../naming/model-names.js'
import { permissionsOf } from '../../access/required.js'
import { commentLine, literal, propertyKey } from '../literal.js'
import { freeType, type Imports } from '../imports.js'
import { bodySpecs, fieldsByUse, isJson, responseSpecs } from '../parameters/exchange.js'
import { parameterSpecs, parametersType } from '../parameters/parameters.js'
import { requiredByAllUses, requiredByUse, schemasByUse } from '../../validation/required-by-use.js'
import { checkedSample, declaredExample, sampleOfAny } from '../../sample-values/sample-value.js'
import { schemaType } from '../schema-types.js'
import { union } from '../type-text.js'
import { allowed, itemSteps, lookupsOf, RequestCode } from './routes.js'
import { keyTypeOf } from '../../ir/members.js'
import { contractTypes } from '../../ir/contracts.js'
import type { RouteGroup } from '../../naming/emitted/groups.js'
import { actionTypes, actionVariables } from '../../naming/emitted/variables.js'

/** Returns the view for `actions/<name>.ts`. It also has the routes without a function. */
export function actionsView(service: Service, group: RouteGroup, imports: Imports): object {
  const file = new RequestCode(imports)
  const actions = actionsUnder(service, group)
  const functions = functionActions({ actions }).map((action) => actionView(service, action, imports))
  const routes = actions.map((action) => ({
    ...file.register(action, action.description ?? action.id),
    guards: file.guards(action, permissionsOf(action), {
      errors: imports.withSharedParts(action.errors),
      lookups: action.item === null ? undefined : lookupsOf(action.item),
    }),
    ...handlerView(service, action, file),
  }))
  const resources = service.models.map((model) => model.names.plural)
  return { ...file.view(group, ['customActions', 'database', ...resources]), actions: functions, routes }
}

function actionView(service: Service, action: CustomAction, imports: Imports): object {
  const { queryParameters, headers, cookies = [], item } = action
  return {
    title: commentLine(action.id),
    type: actionTypes(service).get(action.name),
    var: variableOf(service, action),
    params: parametersType(
      pathParameters(service, action).map((parameter) => ({
        ...parameter,
        name: parameter.written ?? parameter.name,
        required: true,
      })),
      imports,
    ),
    query: parametersType(queryParameters, imports),
    headers: parametersType(headers, imports),
    cookies: cookies.length === 0 ? '' : parametersType(cookies, imports),
    body: `${bodyType(service, action.bodies, imports)}${action.isBodyOptional === true ? ' | undefined' : ''}`,
    item: item === null ? 'undefined' : itemType(service, modelOf(service, item.model), imports),
    result: resultType(service, action, imports),
    responses: service.schemas === undefined ? '' : responsesType(service, action, imports),
    callersOnly: service.auth !== null && action.callersOnly === true,
    spec: literal({
      name: action.name,
      file: action.file,
      params: parameterSpecs(service, pathParameters(service, action), true),
      query: parameterSpecs(service, queryParameters),
      headers: parameterSpecs(service, headers),
      cookies: parameterSpecs(service, cookies),
      bodies: action.bodies.length === 0 ? undefined : bodySpecs(service, action.bodies),
      isBodyOptional: action.isBodyOptional,
      ...statusOf(service, action),
      responses: service.schemas === undefined ? undefined : responseSpecs(service, action.responses),
    }),
    specType: imports.use('ActionSpec'),
  }
}

/** Returns the type of an item without passwords. */
function itemType(service: Service, model: Model, imports: Imports): string {
  const type = imports.useOwn(model.names.type)
  const secrets = secretsOf(service, model)
  return secrets.length === 0 ? type : `${imports.use('Omit')}<${type}, ${secrets.map(literal).join(' | ')}>`
}

function secretsOf(service: Service, model: Model): readonly string[] {
  return model.fields.map(({ name }) => name).filter((name) => isPassword(service, model, name))
}

function variableOf(service: Service, { name }: CustomAction): string {
  return actionVariables(service).get(name) ?? name
}

/** Returns the parameters in the path. The key of a user can also be `self`. */
function pathParameters(service: Service, { uriParameters, item }: CustomAction): readonly Parameter[] {
  const items = item === null ? [] : [...item.parents, item]
  return uriParameters.map((parameter) => {
    const { name, schema } = parameter
    const found = items.find(({ param }) => param === name)
    if (found === undefined) return parameter
    // MongoDB generates ObjectIds, whatever type the document declares.
    const isGenerated = found.lookup === undefined && service.engine === 'svc_mongodb'
    if (isGenerated && keyTypeOf(service, found.model) === 'id_field')
      return { ...parameter, schema: { type: 'string' } }
    const isUser = found.model === service.auth?.model && isConstrained(schema)
    return isUser ? { ...parameter, schema: { anyOf: [schema, { const: 'self' }] } } : parameter
  })
}

function isConstrained({ type, ...others }: JsonSchema): boolean {
  return type !== 'string' || Object.keys(others).some((keyword) => keyword !== 'examples')
}

function bodyType(service: Service, bodies: readonly ActionBody[], imports: Imports): string {
  const types = bodies.map(({ mediaType, schema, form }) => {
    if (isJson(mediaType)) return schemaType(requiredByAllUses(schema ?? {}, service), imports)
    if (form.length > 0) return parametersType(fieldsByUse(form, service), imports)
    if (RANGES_WITH_OTHERS.test(mediaType)) return 'unknown'
    if (mediaType === URLENCODED) return `${imports.use('Record')}<string, string | string[]>`
    if (mediaType !== MULTIPART) return imports.use('Buffer')
    const part = `string | ${imports.use('UploadedFile')}`
    return `${imports.use('Record')}<string, ${part} | (${part})[]>`
  })
  return union(types, 'undefined')
}

/** Matches media ranges that include both parsed types (JSON, forms) and unparsed ones. */
const RANGES_WITH_OTHERS = /^(?:\*|application|multipart)\/\*$/

export const URLENCODED = 'application/x-www-form-urlencoded'
export const MULTIPART = 'multipart/form-data'

/**
 * Returns the union of the declared JSON types of successful responses, or `unknown` if there are none. Includes
 * `undefined` if one of the responses has no body.
 */
function resultType(service: Service, { responses }: CustomAction, imports: Imports): string {
  const found = answers(responses, service.schemas !== undefined)
  const types = found.flatMap(({ bodies }) =>
    bodies.flatMap(({ schema }) =>
      schema === null ? [] : [schemaType(requiredByAllUses(schema, service), imports)],
    ),
  )
  if (types.length === 0) return 'unknown'
  const isEmpty = found.some(({ bodies }) => bodies.length === 0)
  return union([...types, ...(isEmpty ? ['undefined'] : [])])
}

/** Returns the type of the declared bodies by status. */
function responsesType(service: Service, { responses }: CustomAction, imports: Imports): string {
  const members = responses.map(({ status, bodies }) => {
    const types = bodies.map(({ mediaType, schema }) =>
      isJson(mediaType) && schema !== null
        ? schemaType(requiredByAllUses(schema, service), imports)
        : 'unknown',
    )
    const key = typeof status === 'number' ? status : literal(status)
    return `${key}: ${union(types, 'undefined')}`
  })
  return members.length === 0 ? '{ default: unknown }' : `{\n${members.join('\n')}\n}`
}

/**
 * Returns the status with which a returned value is sent and the media type, unless that is `application/json`. Both
 * are those of the first response that {@link answers} returns.
 */
function statusOf(service: Service, { responses }: CustomAction): object {
  const [first] = answers(responses, service.schemas !== undefined)
  const types = (first?.bodies ?? []).map(({ mediaType }) => mediaType).filter(isJson)
  return {
    status: first?.code ?? 200,
    type: types.includes('application/json') ? undefined : types[0],
  }
}

function handlerView(service: Service, action: CustomAction, file: RequestCode): object {
  const isOptions = action.method === 'OPTIONS'
  if (!isOptions) file.member('customActions')
  return {
    isOptions,
    allow: literal(allowed(service, action).join(', ')),
    method: isRead(action) ? 'reading' : 'changing',
    var: variableOf(service, action),
    item: isOptions && service.auth === null ? null : itemView(service, action, file),
  }
}

function isRead({ method }: CustomAction): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS' || method === 'TRACE'
}

/**
 * Returns the steps that find an action's item and the permissions to check on it, or null if the action has no item.
 */
function itemView(service: Service, action: CustomAction, file: RequestCode): object | null {
  const { item, path, acl, method } = action
  if (item === null) return null
  const changes = !isRead(action) && action.permission !== 'view'
  return {
    ...itemSteps(service, { ...item, path, acl }, changes && 'call', file),
    session: method === 'OPTIONS' ? file.member('database') : 'session',
    acl: file.acl(acl),
    permissions: service.auth === null ? [] : permissionsOf(action),
    hasSecret: secretsOf(service, modelOf(service, item.model)).length > 0,
    isRuled: service.auth !== null && changes && modelOf(service, item.model).rowRules !== undefined,
  }
}

/** Returns the view for `actions/examples.ts`. */
export function examplesView(service: Service): object {
  return { examples: examplesOf(service) }
}

/** Returns the examples for the first successful response of each action. */
export function examplesOf(service: Service): readonly object[] {
  return functionActions(service).flatMap((action) => {
    const [first] = answers(action.responses, service.schemas !== undefined)
    if (first === undefined) return []
    const made = first.bodies.map((body) => ({ type: body.mediaType, text: exampleText(service, body) }))
    const bodies = made.filter(({ text }) => text !== null)
    const isEmpty = first.bodies.length === 0 && (service.schemas !== undefined || first.code === 204)
    const [failed] = service.schemas === undefined ? [] : made
    if (bodies.length === 0 && !isEmpty && failed === undefined) return []
    const missing =
      bodies.length > 0 || isEmpty ? undefined : schemaPointer(action, first.status, failed?.type ?? '')
    return [{ name: propertyKey(action.name), value: literal({ status: first.code, bodies, missing }) }]
  })
}

function schemaPointer({ path, method }: CustomAction, status: number | string, type: string): string {
  const parts = [path, method.toLowerCase(), 'responses', String(status), 'content', type, 'schema']
  return `#/paths/${parts.map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1')).join('/')}`
}

/**
 * Returns the example of a body. In an OpenAPI document, a body without an example has that of its schema, or one that
 * is made from the schema.
 */
function exampleText(
  service: Service,
  { mediaType, schema, example }: ActionResponse['bodies'][number],
): string | null {
  if (example !== null || service.schemas === undefined) return example
  if (schema === null) return isJson(mediaType) ? 'null' : ''
  const root = { $defs: schemasByUse(service) }
  const used = requiredByUse(schema, service, 'response')
  const value = declaredExample(used, root) ?? checkedSample(used, root) ?? sampleOfAny(used, root)
  if (value === undefined) return isJson(mediaType) ? null : ''
  return isJson(mediaType) || typeof value !== 'string' ? JSON.stringify(value) : value
}

/** Returns the view for a custom action's stub. The stub lists only the arguments that the operation has. */
export function actionStubView(service: Service, action: CustomAction): object {
  const { cookies = [], displayName, description, operationId } = action
  return {
    ...action,
    cookies,
    id: commentLine(action.id),
    title: operationId !== undefined && displayName !== null && commentLine(displayName),
    description: description !== null && commentLine(description),
    notImplemented: freeType(service, 'NotImplemented'),
    name: literal(action.name),
    returnsItems: returnsItems(service, action),
  }
}

/** Returns whether a successful response contains items of a stored component. */
function returnsItems({ models }: Service, { responses }: CustomAction): boolean {
  return successes(responses)
    .flatMap(({ bodies }) => bodies.flatMap(({ schema }) => [...referencesIn(schema)]))
    .some((name) => models.some(({ id }) => componentModel(name) === id))
}

/** Returns the types of the forms that own operations accept and, without files, served operations. */
export function formTypes(service: Service): ReadonlySet<string> {
  const types = service.actions.flatMap(({ bodies }) => bodies.map(({ mediaType }) => mediaType))
  const isAny = types.some((type) => type === '*/*')
  const served = contractTypes(service)
  return new Set(
    [URLENCODED, MULTIPART].filter(
      (type) => isAny || types.includes(type) || (type === URLENCODED && served.has(type)),
    ),
  )
}
