import { STATUS_CODES } from 'node:http'
import { isDeepStrictEqual } from 'node:util'
import type {
  ActionBody,
  ActionResponse,
  CustomAction,
  Json,
  JsonSchema,
  Parameter,
  ParameterType,
  Service,
} from '../../../ir/index.js'
import { firstSegment, modelOf } from '../../../ir/lookup.js'
import { pascalCase } from '../../../naming/words.js'
import { isObject, type JsonObject, present } from '../../json.js'
import { convertEach, modernSchema } from '../schemas/modern-schema.js'
import { canAuthenticate } from '../../../access/caller.js'
import { routeSecurity } from '../security.js'
import { ALLOWED_METHODS } from './content.js'
import { pathParameters } from './exchanges.js'
import { type ErrorStatus, problemReferences } from './problems.js'

export function actionOperation(service: Service, action: CustomAction, operationId: string): JsonObject {
  const { uriParameters, queryParameters, headers, bodies } = action
  const parameters = [
    ...uriParameters.map((parameter) => uriParameterOf(service, action, parameter)),
    ...queryParameters.map((parameter) => parameterOf(parameter, 'query')),
    ...headers.map((parameter) => parameterOf(parameter, 'header')),
  ]
  const at = `#/paths/${pointerOf(action.path)}/${action.method.toLowerCase()}`
  return present({
    operationId,
    tags: [actionTag(service, action)],
    summary: action.displayName ?? action.id,
    description: action.description ?? undefined,
    security: routeSecurity(service, action),
    parameters: parameters.length === 0 ? undefined : parameters,
    requestBody:
      bodies.length === 0
        ? undefined
        : { required: true, content: requestContent(bodies, `${at}/requestBody/content`) },
    responses: {
      ...problemReferences(errorStatuses(service, action)),
      ...responsesOf(action, `${at}/responses`),
    },
  })
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
export function actionTag(service: Service, action: CustomAction): string {
  if (action.item !== null) return modelOf(service, action.item.model).names.type
  return pascalCase(firstSegment(action)) || 'Actions'
}

function pointerOf(text: string): string {
  return encodeURIComponent(text.replaceAll('~', '~0').replaceAll('/', '~1'))
}

/** Returns the OpenAPI parameter that represents a declared parameter. */
export function parameterOf({ name, types }: Parameter, location: 'path' | 'query' | 'header'): JsonObject {
  const [first] = types
  return present({
    name,
    in: location,
    required: location === 'path' || types.some(({ required }) => required) || undefined,
    description: first?.description ?? undefined,
    schema: valueSchema(types),
  })
}

function valueSchema(types: readonly ParameterType[]): JsonObject {
  const schemas = types.map(typeSchema)
  const [first = {}] = schemas
  const schema = schemas.length === 1 ? first : { anyOf: schemas }
  return types.some(({ repeat }) => repeat) ? { type: 'array', items: schema } : schema
}

function typeSchema(declared: ParameterType): JsonObject {
  const { type, enum: choices, pattern, minLength, maxLength, minimum, maximum } = declared
  const value = declared.default === null ? undefined : typedText(type, declared.default)
  const example = declared.example === null ? undefined : typedText(type, declared.example)
  const isFile = type === 'file'
  return present({
    type: type === 'date' || isFile ? 'string' : type,
    format: isFile ? 'binary' : undefined,
    description: type === 'date' ? 'A date as defined by ISO 8601 or RFC 2616.' : undefined,
    enum: choices ?? undefined,
    pattern: pattern ?? undefined,
    minLength: minLength ?? undefined,
    maxLength: maxLength ?? undefined,
    minimum: minimum ?? undefined,
    maximum: maximum ?? undefined,
    default: value,
    examples: example === undefined ? undefined : [example],
  })
}

/** Converts a string to a value of the type. Returns the string itself if it is not valid for the type. */
function typedText(type: ParameterType['type'], text: string): Json {
  if ((type === 'number' || type === 'integer') && text.trim() !== '' && Number.isFinite(Number(text)))
    return Number(text)
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  return text
}

function requestContent(bodies: readonly ActionBody[], at: string): JsonObject {
  return Object.fromEntries(
    bodies.map(({ mediaType, schema, form }) => {
      const location = `${at}/${pointerOf(mediaType)}/schema`
      if (form.length > 0) return [mediaType, { schema: formSchema(form) }]
      return [mediaType, schema === null ? {} : { schema: placedSchema(schema, location) }]
    }),
  )
}

function formSchema(form: readonly Parameter[]): JsonObject {
  const required = form.filter(({ types }) => types.some((type) => type.required)).map(({ name }) => name)
  return present({
    type: 'object',
    properties: Object.fromEntries(
      form.map(({ name, types }) => {
        const description = types[0]?.description ?? null
        return [name, { ...valueSchema(types), ...(description === null ? {} : { description }) }]
      }),
    ),
    required: required.length === 0 ? undefined : required,
    additionalProperties: false,
  })
}

/** Returns a schema that contains its own definitions. `at` is its location in the document. */
function placedSchema(schema: JsonSchema, at: string): JsonObject {
  const { definitions } = schema
  const location = `${at}/$defs`
  const converted = modernSchema(schema, location)
  return isObject(definitions) ? { ...converted, $defs: convertEach(definitions, location) } : converted
}

function responsesOf(action: CustomAction, at: string): JsonObject {
  if (action.method === 'OPTIONS') return ALLOWED_METHODS
  const declared = action.responses.filter(({ status }) => status >= 100 && status < 600)
  const hasSuccess = declared.some(({ status }) => status >= 200 && status < 300)
  return {
    ...(hasSuccess ? {} : { 200: { description: 'The result.' } }),
    ...Object.fromEntries(declared.map((response) => [response.status, responseOf(response, at)])),
  }
}

function responseOf({ status, description, bodies }: ActionResponse, at: string): JsonObject {
  const content = bodies.map(({ mediaType, schema, example }): [string, JsonObject] => {
    const location = `${at}/${status}/content/${pointerOf(mediaType)}/schema`
    return [
      mediaType,
      present({
        schema: schema === null ? undefined : placedSchema(schema, location),
        example: example === null ? undefined : exampleOf(mediaType, example),
      }),
    ]
  })
  return present({
    description: description ?? STATUS_CODES[status] ?? 'A response.',
    content: content.length === 0 ? undefined : Object.fromEntries(content),
  })
}

function exampleOf(mediaType: string, text: string): Json {
  // OpenAPI tools interpret "$ref" as a reference even inside an example.
  if (!/[/+]json$/.test(mediaType) || text.includes('"$ref"')) return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function errorStatuses(service: Service, { method, item, bodies }: CustomAction): readonly ErrorStatus[] {
  const isRead = method === 'GET' || method === 'HEAD' || method === 'TRACE'
  return [
    400,
    ...(canAuthenticate(service) ? ([401, 403] as const) : []),
    ...(item === null ? [] : ([404] as const)),
    ...(isRead || bodies.length === 0 ? [] : ([413] as const)),
    ...(method === 'OPTIONS' ? [] : ([415] as const)),
    429,
    500,
    ...(method === 'OPTIONS' ? [] : ([501] as const)),
    503,
  ]
}
