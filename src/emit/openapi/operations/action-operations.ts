import { STATUS_CODES } from 'node:http'
import { isDeepStrictEqual } from 'node:util'
import {
  type ActionBody,
  type ActionResponse,
  type CustomAction,
  type Json,
  type JsonSchema,
  type Parameter,
  type ParameterLocation,
  type Service,
  type Versioned,
  isObject,
  successes,
} from '../../../ir/index.js'
import { firstSegment } from '../../../ir/lookup.js'
import { pascalCase } from '../../../naming/words.js'
import { isJson } from '../../parameters/exchange.js'
import { relocated, relocatedEach } from '../schemas/relocated.js'
import { canAuthenticate } from '../../../access/caller.js'
import { routeSecurity } from '../security.js'
import { ALLOWED_METHODS } from './content.js'
import { pathParameters } from './exchanges.js'
import { type ErrorStatus, problemReferences, withProblem } from './problems.js'
import { type JsonObject, present, unlessEmpty } from '../../../ir/json.js'

export function actionOperation(service: Service, action: CustomAction, operationId: string): JsonObject {
  const { uriParameters, queryParameters, headers, cookies = [], bodies } = action
  const parameters = [
    ...uriParameters.map((parameter) => uriParameterOf(service, action, parameter)),
    ...queryParameters.map((parameter) => parameterOf(parameter, 'query')),
    ...headers.map((parameter) => parameterOf(parameter, 'header')),
    ...cookies.map((parameter) => parameterOf(parameter, 'cookie')),
  ]
  const pointer = operationPointer(action)
  return present({
    operationId: action.operationId ?? operationId,
    tags: action.tags ?? [actionTag(action)],
    summary: action.displayName ?? action.id,
    description: action.description ?? undefined,
    deprecated: action.deprecated,
    servers: serversOf(action),
    security: routeSecurity(service, action),
    parameters: unlessEmpty(parameters),
    requestBody:
      bodies.length === 0
        ? undefined
        : {
            required: action.isBodyOptional !== true,
            content: requestContent(bodies, `${pointer}/requestBody/content`),
          },
    responses: responsesOf(service, action, `${pointer}/responses`),
  })
}

/** Returns where an operation is served, unless it is below the prefix of the document. */
export function serversOf({ prefix }: Versioned): readonly JsonObject[] | undefined {
  return prefix === undefined ? undefined : [{ url: prefix === '' ? '/' : prefix }]
}

/** Returns a path parameter as declared. A parameter without a declaration is the key of an item or a string. */
function uriParameterOf(service: Service, { item, method }: CustomAction, parameter: Parameter): JsonObject {
  const declared = parameterOf(parameter, 'path')
  const isDeclared = 'description' in declared || !isDeepStrictEqual(declared['schema'], { type: 'string' })
  if (isDeclared || item === null) return declared
  const keys = pathParameters(service, { ...item, method })
  return keys.find(({ name }) => name === parameter.name) ?? declared
}

/** Returns the tag for an action: the model of its item or, if it has no item, the first segment of its path. */
export function actionTag(action: CustomAction): string {
  if (action.item !== null) return action.item.model
  return pascalCase(firstSegment(action)) || 'Actions'
}

/** Returns a path with the names of its parameters as declared. */
export function writtenPath({ path, uriParameters }: CustomAction): string {
  return uriParameters.reduce(
    (shown, { name, written }) =>
      written === undefined ? shown : shown.replace(`{${name}}`, () => `{${written}}`),
    path,
  )
}

function operationPointer(action: CustomAction): string {
  return `#/paths/${pointerOf(writtenPath(action))}/${action.method.toLowerCase()}`
}

function pointerOf(text: string): string {
  return encodeURIComponent(text.replaceAll('~', '~0').replaceAll('/', '~1'))
}

export function parameterOf(
  { name, written, required, description, schema, style, explode, isJson, deprecated, kept }: Parameter,
  location: Exclude<ParameterLocation, 'form'>,
): JsonObject {
  const value = relocated(parameterSchema(schema), '#/components/schemas')
  return present({
    name: written ?? name,
    in: location,
    required: location === 'path' || required || undefined,
    description: description ?? undefined,
    deprecated,
    ...(isJson === true
      ? { content: { 'application/json': { schema: value } } }
      : { style, explode, schema: value }),
    ...kept,
  })
}

/** Returns a parameter's schema. Dates have a format that only svcgen knows. */
function parameterSchema(schema: JsonSchema): JsonObject {
  const { format, anyOf, items, ...others } = schema
  return present({
    ...others,
    ...(format === 'http-date' ? { description: 'A date as defined by ISO 8601 or RFC 2616.' } : { format }),
    anyOf: Array.isArray(anyOf)
      ? anyOf.map((each) => (isObject(each) ? parameterSchema(each) : each))
      : undefined,
    items: isObject(items) ? parameterSchema(items) : items,
  })
}

function requestContent(bodies: readonly ActionBody[], pointer: string): JsonObject {
  return Object.fromEntries(
    bodies.map((body) =>
      body.form.length > 0 && body.schema === null
        ? [body.mediaType, { schema: formSchema(body.form) }]
        : contentOf(body, pointer),
    ),
  )
}

/** Returns a media type with its schema and example. `pointer` is the location of all media types in the document. */
function contentOf(
  { mediaType, schema, example, kept }: ActionBody | ActionResponse['bodies'][number],
  pointer: string,
): [string, JsonObject] {
  const location = `${pointer}/${pointerOf(mediaType)}/schema`
  return [
    mediaType,
    present({
      schema: schema === null ? undefined : schemaAt(schema, location),
      ...(typeof example === 'string' && kept?.['examples'] === undefined
        ? { example: exampleOf(mediaType, example) }
        : {}),
      ...kept,
    }),
  ]
}

function formSchema(form: readonly Parameter[]): JsonObject {
  const required = form.filter((parameter) => parameter.required).map(({ name }) => name)
  return present({
    type: 'object',
    properties: Object.fromEntries(
      form.map(({ name, description, schema }) => [
        name,
        { ...parameterSchema(schema), ...(description === null ? {} : { description }) },
      ]),
    ),
    required: unlessEmpty(required),
    additionalProperties: false,
  })
}

/** Returns a schema that contains its own definitions. `pointer` is its location in the document. */
function schemaAt(schema: JsonSchema, pointer: string): JsonObject {
  const { $defs } = schema
  if ($defs === undefined) return relocated(schema, '#/components/schemas')
  const location = `${pointer}/$defs`
  const converted = relocated(schema, location)
  return isObject($defs) ? { ...converted, $defs: relocatedEach($defs, location) } : converted
}

function responsesOf(service: Service, action: CustomAction, pointer: string): JsonObject {
  const problems = problemReferences(errorStatuses(service, action))
  if (action.method === 'OPTIONS') return { ...problems, ...ALLOWED_METHODS }
  const declared = action.responses.filter(
    ({ status }) => typeof status !== 'number' || (status >= 100 && status < 600),
  )
  const hasSuccess = successes(declared).length > 0
  const own = declared.map((response) => {
    const text = responseOf(response, pointer)
    return [response.status, response.status in problems ? withProblem(service, text) : text]
  })
  return {
    ...problems,
    ...(hasSuccess ? {} : { 200: { description: 'The result.' } }),
    ...Object.fromEntries(own),
  }
}

function headerOf(header: Parameter): [string, JsonObject] {
  const { name, in: _in, ...others } = parameterOf(header, 'header')
  return [String(name), others]
}

function responseOf({ status, description, headers, bodies }: ActionResponse, pointer: string): JsonObject {
  const content = bodies.map((body) => contentOf(body, `${pointer}/${status}/content`))
  return present({
    description:
      description ?? (typeof status === 'number' ? STATUS_CODES[status] : undefined) ?? 'A response.',
    headers: headers === undefined ? undefined : Object.fromEntries(headers.map(headerOf)),
    content: unlessEmpty(Object.fromEntries(content)),
  })
}

function exampleOf(mediaType: string, text: string): Json {
  // OpenAPI tools interpret "$ref" as a reference even inside an example.
  if (!isJson(mediaType) || text.includes('"$ref"')) return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function errorStatuses(service: Service, { method, item, bodies }: CustomAction): readonly ErrorStatus[] {
  const isRead = method === 'GET' || method === 'HEAD' || method === 'TRACE'
  return [
    ...(canAuthenticate(service) ? ([401, 403] as const) : []),
    ...(item === null ? [] : ([404] as const)),
    ...(isRead || bodies.length === 0 ? [] : ([413] as const)),
    ...(method === 'OPTIONS' ? [] : ([415, 501] as const)),
  ]
}
