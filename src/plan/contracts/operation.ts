import { authRoutes } from '../../access/auth-routes.js'
import { allComponents } from '../../emit/openapi/components.js'
import { registrationBody } from '../../emit/openapi/operations/auth-paths.js'
import { routeOperation } from '../../emit/openapi/paths.js'
import { bodySchemas } from '../../emit/openapi/schemas/body-schemas.js'
import {
  type ActionBody,
  type CustomAction,
  IR_VERSION,
  isObject,
  type Json,
  type JsonSchema,
  type Parameter,
  referredName,
  type ResponseStatus,
  type Route,
  type Service,
  successes,
  type Versioned,
} from '../../ir/index.js'
import { findModel } from '../../ir/lookup.js'
import type { Find, Located } from './flat-schema.js'
import { objectOf } from '../../ir/json.js'

export const PARAMETER_PLACES = ['path', 'query', 'header', 'cookie'] as const
export type ParameterPlace = (typeof PARAMETER_PLACES)[number]

export interface ContractParameter {
  readonly in: ParameterPlace
  readonly name: string
  readonly isRequired: boolean
  readonly isDeprecated: boolean
  /** How the value is written, as text. */
  readonly style: string
  readonly value: Located
}

/** The schemas of media types. Null if a media type has none. */
export type Content = ReadonlyMap<string, Located | null>

export interface ContractHeader {
  readonly isRequired: boolean
  readonly value: Located
}

export interface ContractResponse {
  readonly status: ResponseStatus
  readonly isSuccess: boolean
  readonly content: Content
  readonly headers: ReadonlyMap<string, ContractHeader>
}

/** What clients can send to an operation, and what it answers. */
export interface ExchangedContract {
  readonly parameters: readonly ContractParameter[]
  readonly body: { readonly isRequired: boolean; readonly content: Content } | null
  readonly responses: readonly ContractResponse[]
}

/** An operation of a service: of the API, or one that svcgen adds. */
export interface ContractOperation extends Versioned {
  /** `GET /stories/{id}`. */
  readonly id: string
  readonly method: string
  /** Below the prefix. */
  readonly path: string
  readonly prefix: string
  /** The operation in the IR, or null for a route of authentication. */
  readonly node: Route | CustomAction | null
  /** The model whose documents svcgen makes, or null if the contract is declared. */
  readonly model: string | null
  readonly operationId: string | null
  readonly tags: readonly string[]
  /** Made when it is needed, because the contracts of models are the same as long as the models are. */
  readonly contract: () => ExchangedContract
}

/** Returns all operations of a service. */
export function operationsOf(service: Service): readonly ContractOperation[] {
  const documents = new Documents(service)
  const prefixOf = ({ prefix }: Versioned): string => prefix ?? service.basePath
  return [
    ...service.routes.map((route): ContractOperation => {
      const { contract, parameters = [] } = route
      const declared = contract?.operation ?? null
      return {
        ...route,
        prefix: prefixOf(route),
        node: route,
        model: declared === null ? route.model : null,
        operationId: declared?.operationId ?? null,
        tags: declared?.tags ?? [],
        contract: () =>
          declared === null
            ? documents.contractOf(
                routeOperation(service, route, route.id),
                declaredQuery(service, parameters),
              )
            : declaredContract(service, declared),
      }
    }),
    ...service.actions.map((action): ContractOperation => ({
      ...action,
      prefix: prefixOf(action),
      node: action,
      model: null,
      operationId: action.operationId ?? null,
      tags: action.tags ?? [],
      contract: () => declaredContract(service, action),
    })),
    ...authOperations(service),
  ]
}

/** Returns the declared query parameters of a route whose other parameters follow from its model. */
export function declaredParameters(
  service: Service,
  { parameters = [] }: Route,
): readonly ContractParameter[] {
  return declaredQuery(service, parameters)
}

function declaredQuery(service: Service, parameters: readonly Parameter[]): readonly ContractParameter[] {
  return parameters.map((parameter) => parameterOf(service, parameter, 'query'))
}

/** Returns the routes of authentication. What clients send to them and receive is the same in all services, except users. */
function authOperations(service: Service): readonly ContractOperation[] {
  // Older versions of the IR lack what these routes follow from.
  if (service.auth === null || service.irVersion < IR_VERSION) return []
  return authRoutes(service).map(({ id, method, path }) => ({
    id,
    method,
    path,
    prefix: service.basePath,
    node: null,
    model: null,
    operationId: null,
    tags: [],
    contract: () => (id === 'POST /auth/register' ? registrationContract(service) : NO_CONTRACT),
  }))
}

const NO_CONTRACT: ExchangedContract = { parameters: [], body: null, responses: [] }

function registrationContract(service: Service): ExchangedContract {
  const { auth } = service
  const model = auth === null ? undefined : findModel(service, auth.model)
  if (auth === null || model === undefined) return NO_CONTRACT
  const components = { schemas: Object.fromEntries(bodySchemas(service, model)) }
  const find: Find = (reference) => target(components, reference)
  const content = new Map([['application/json', { schema: registrationBody(service, auth, model), find }]])
  return { ...NO_CONTRACT, body: { isRequired: true, content } }
}

function declaredContract(service: Service, action: CustomAction): ExchangedContract {
  const { uriParameters, queryParameters, headers, cookies = [], bodies, responses } = action
  const found = new Set(successes(responses).map(({ status }) => status))
  return {
    parameters: [
      ...uriParameters.map((parameter) => parameterOf(service, parameter, 'path')),
      ...queryParameters.map((parameter) => parameterOf(service, parameter, 'query')),
      ...headers.map((parameter) => parameterOf(service, parameter, 'header')),
      ...cookies.map((parameter) => parameterOf(service, parameter, 'cookie')),
    ],
    body:
      bodies.length === 0
        ? null
        : {
            isRequired: action.isBodyOptional !== true,
            content: new Map(bodies.map((body) => [body.mediaType, bodySchema(service, body)])),
          },
    responses: responses.map(({ status, bodies: answers, headers: sent = [] }) => ({
      status,
      isSuccess: found.has(status),
      content: new Map(
        answers.map(({ mediaType, schema }) => [mediaType, schema && located(service, schema)]),
      ),
      headers: new Map(
        sent.map((header) => [
          header.name.toLowerCase(),
          { isRequired: header.required, value: located(service, header.schema) },
        ]),
      ),
    })),
  }
}

function parameterOf(service: Service, parameter: Parameter, place: ParameterPlace): ContractParameter {
  const { name, written, required, deprecated, schema, style, explode, isJson } = parameter
  const usual = place === 'query' || place === 'cookie' ? 'form' : 'simple'
  const used = style ?? usual
  return {
    in: place,
    name: written ?? name,
    isRequired: required,
    isDeprecated: deprecated === true,
    style: isJson === true ? 'JSON' : `${used}${(explode ?? used === 'form') ? ', exploded' : ''}`,
    value: located(service, schema),
  }
}

function bodySchema(service: Service, { schema, form }: ActionBody): Located | null {
  if (schema !== null) return located(service, schema)
  if (form.length === 0) return null
  return located(service, {
    type: 'object',
    required: form.filter(({ required }) => required).map(({ name }) => name),
    properties: Object.fromEntries(form.map((field) => [field.name, field.schema])),
  })
}

/** Returns a schema of the IR, whose references point to its own definitions or to those of the service. */
function located({ schemas = {} }: Service, schema: JsonSchema): Located {
  const { $defs } = schema
  const own = isObject($defs) ? $defs : {}
  const find: Find = (reference) => {
    const name = referredName(reference)
    const target = name === null ? undefined : Object.hasOwn(own, name) ? own[name] : schemas[name]
    return isObject(target) ? target : undefined
  }
  return { schema, find }
}

/** The contracts that only `openapi.json` describes, because svcgen makes them. */
class Documents {
  readonly #service: Service
  #components: JsonSchema | null = null

  constructor(service: Service) {
    this.#service = service
  }

  /** Reads an operation of `openapi.json`. Errors, which are the same for all such operations, are left out. */
  contractOf(operation: JsonSchema, declared: readonly ContractParameter[]): ExchangedContract {
    const components = (this.#components ??= allComponents(this.#service))
    const find: Find = (reference) => target(components, reference)
    const names = new Set(declared.map(({ name }) => name))
    const content = (value: Json | undefined): Content =>
      new Map(
        Object.entries(objectOf(value)).map(([type, media]) => {
          const schema = isObject(media) ? media['schema'] : undefined
          return [type, isObject(schema) ? { schema, find } : null]
        }),
      )
    const { parameters, requestBody, responses } = operation
    const body = resolved(requestBody, find)
    return {
      parameters: [
        ...listIn(parameters)
          .map((each) => resolved(each, find))
          .flatMap((each) => documentedParameter(each, find))
          .filter(({ name }) => !names.has(name)),
        ...declared,
      ],
      body:
        body === null ? null : { isRequired: body['required'] === true, content: content(body['content']) },
      responses: Object.entries(objectOf(responses))
        .filter(([status]) => /^[23]/.test(status))
        .map(([status, response]) => {
          const answer = resolved(response, find)
          return {
            status: Number(status),
            isSuccess: status.startsWith('2'),
            content: content(answer?.['content']),
            headers: headersIn(answer?.['headers'], find),
          }
        }),
    }
  }
}

function documentedParameter(parameter: JsonSchema | null, find: Find): readonly ContractParameter[] {
  const place = PARAMETER_PLACES.find((each) => each === parameter?.['in'])
  if (parameter === null || place === undefined) return []
  const { name, required, deprecated, schema, style, explode } = parameter
  const usual = place === 'query' || place === 'cookie' ? 'form' : 'simple'
  const used = typeof style === 'string' ? style : usual
  const isExploded = typeof explode === 'boolean' ? explode : used === 'form'
  return [
    {
      in: place,
      name: String(name),
      isRequired: required === true,
      isDeprecated: deprecated === true,
      style: schema === undefined ? 'JSON' : `${used}${isExploded ? ', exploded' : ''}`,
      value: { schema: objectOf(schema), find },
    },
  ]
}

function headersIn(value: Json | undefined, find: Find): ReadonlyMap<string, ContractHeader> {
  return new Map(
    Object.entries(objectOf(value)).map(([name, header]) => {
      const { required, schema } = resolved(header, find) ?? {}
      return [
        name.toLowerCase(),
        { isRequired: required === true, value: { schema: objectOf(schema), find } },
      ]
    }),
  )
}

function resolved(value: Json | undefined, find: Find): JsonSchema | null {
  if (!isObject(value)) return null
  const { $ref } = value
  return typeof $ref === 'string' ? (find($ref) ?? null) : value
}

/** Returns what a pointer such as `#/components/schemas/Story` points to. */
function target(components: JsonSchema, pointer: string): JsonSchema | undefined {
  const [, , ...steps] = pointer.split('/').map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
  let found: Json | undefined = components
  for (const step of steps) found = isObject(found) && Object.hasOwn(found, step) ? found[step] : undefined
  return isObject(found) ? found : undefined
}

function listIn(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : []
}
