import {
  type Auth,
  type CustomAction,
  type Json,
  type Model,
  type Route,
  type Service,
  isObject,
} from '../../../ir/index.js'
import { compareText } from '../../../naming/order.js'
import { singularOf } from '../../../naming/plural.js'
import { pascalCase } from '../../../naming/words.js'
import { modelOf } from '../../../ir/lookup.js'
import { definitionsAt } from '../schemas/body-schemas.js'
import { emptyResponse, jsonResponse, jsonBody } from './content.js'
import { relocated } from '../schemas/relocated.js'
import { type ErrorStatus, problemReferences } from './problems.js'
import { reference, schemaReference } from '../references.js'
import { canAuthenticate, issuedCredentials } from '../../../access/caller.js'
import { type AuthRoute, type AuthRouteId, credentialRoutes, selfPath } from '../../../access/auth-routes.js'
import { object } from '../schemas/response-schemas.js'
import { acceptedSchemes } from '../security.js'
import { fieldOf } from '../../../ir/members.js'
import { type JsonObject, listOf, objectOf, present } from '../../../ir/json.js'

/** The tag for the authentication routes. */
const AUTH_TAG = 'Authentication'

/** Returns the tag for the authentication routes. Its description explains how to log in. */
export function authTag({ auth }: Service): JsonObject {
  const { ticket = null, apiKey = null } = auth ?? {}
  const description = [
    ...(issuedCredentials(auth).length === 0 ? [] : ['Register or log in here first.']),
    ...(ticket === null ? [] : ['Both operations set a cookie that authenticates subsequent requests.']),
    ...(apiKey === null ? [] : ['API clients send a token in the `Authorization` header.']),
    ...(auth?.schemes === undefined
      ? []
      : ['To enter credentials of other schemes, use the "Authorize" button.']),
    'Operations without a padlock do not require authentication.',
  ]
  return { name: AUTH_TAG, description: description.join(' ') }
}

/** Returns the paths for registration, login, logout, tokens, accounts and the current user. */
export function authPaths(service: Service): JsonObject {
  const { auth } = service
  if (auth === null || !canAuthenticate(service)) return {}
  const model = modelOf(service, auth.model)
  const paths: Record<string, Record<string, Json>> = {}
  for (const route of credentialRoutes(service)) {
    const operation = operationOf(service, auth, route, OPERATIONS[route.id](auth, model, service))
    const parameters = route.path.endsWith(ID_SUFFIX) ? { parameters: [ID] } : {}
    paths[route.path] = { ...parameters, ...paths[route.path], [route.method.toLowerCase()]: operation }
  }
  if (auth.withoutSelf !== true) paths[selfPath(auth)] = { get: getSelf(service, auth, model) }
  return paths
}

/** An authentication operation, apart from what its route determines. */
interface AuthOperation {
  readonly summary: string
  readonly parameters?: readonly JsonObject[]
  readonly requestBody?: JsonObject
  /** The responses to successful requests. */
  readonly responses: JsonObject
  /** The statuses that this operation has besides those of all operations with a body, a caller or an ID. */
  readonly errors?: readonly ErrorStatus[]
}

function operationOf(
  service: Service,
  { ownRoutes }: Auth,
  { method, path, access }: AuthRoute,
  operation: AuthOperation,
): JsonObject {
  const { summary, parameters, requestBody, responses, errors = [] } = operation
  return present({
    operationId: method.toLowerCase() + pascalCase(nameOf(path)),
    tags: [AUTH_TAG],
    summary,
    security: access === 'everyone' ? [] : acceptedSchemes(service, ownRoutes.accepts, ownRoutes),
    parameters,
    requestBody,
    responses: {
      ...responses,
      ...problemReferences([
        403,
        ...(requestBody === undefined ? [] : ([413, 415] as const)),
        ...(access === 'everyone' ? [] : ([401] as const)),
        ...(path.endsWith(ID_SUFFIX) ? ([404] as const) : []),
        ...errors,
      ]),
    },
  })
}

/** Returns the words of a path: `auth/session` for `/auth/sessions/{id}`. */
function nameOf(path: string): string {
  return path.endsWith(ID_SUFFIX) ? singularOf(path.slice(1, -ID_SUFFIX.length)) : path.slice(1)
}

function getSelf(service: Service, { ownRoutes }: Auth, model: Model): JsonObject {
  return {
    operationId: 'getSelf',
    tags: [AUTH_TAG],
    summary: 'Get the current user',
    security: acceptedSchemes(service, ownRoutes.accepts, ownRoutes),
    responses: {
      200: jsonResponse('The current user.', schemaReference(service, model.names.type)),
      ...problemReferences([401]),
    },
  }
}

const ID_SUFFIX = '/{id}'
const TEXT = { type: 'string' }
const ID = { name: 'id', in: 'path', required: true, schema: TEXT }
const PASSWORD = { type: 'string', format: 'password' }
const TIME = { type: 'string', format: 'date-time' }
const OPTIONAL_TIME = { type: ['string', 'null'], format: 'date-time' }

const CREDENTIALS = object({
  login: { type: 'string', description: 'The username or the email address.' },
  password: PASSWORD,
})

const EVERYWHERE = {
  type: 'object',
  properties: { everywhere: { type: 'boolean', description: "End all of the caller's sessions." } },
}

const MESSAGE = object({ message: TEXT })

const SESSION = object({
  id: TEXT,
  user_agent: TEXT,
  address: TEXT,
  created_at: TIME,
  last_used_at: TIME,
  current: { type: 'boolean', description: 'Whether this is the session of the request.' },
})

const NAMED_TOKEN = object({
  id: TEXT,
  name: TEXT,
  created_at: TIME,
  expires_at: OPTIONAL_TIME,
  last_used_at: OPTIONAL_TIME,
})

const LOGGED_OUT = {
  summary: 'Log out',
  responses: { 200: jsonResponse('Logged out.', reference('schemas', 'Response.LoggedOut')) },
}

const TOKEN = {
  requestBody: jsonBody(CREDENTIALS),
  responses: {
    200: jsonResponse('The token, which is shown only once.', reference('schemas', 'Response.Token')),
  },
}

const OPERATIONS: Readonly<
  Record<AuthRouteId, (auth: Auth, model: Model, service: Service) => AuthOperation>
> = {
  'POST /auth/login': (auth, model, service) => ({
    summary: 'Log in',
    parameters: [
      {
        name: 'next',
        in: 'query',
        description: 'A path on this site to redirect to.',
        schema: { type: 'string', pattern: '^/' },
      },
    ],
    requestBody: jsonBody(CREDENTIALS),
    responses: {
      200: jsonResponse('The user.', schemaReference(service, model.names.type), ticketOf(auth)),
      302: emptyResponse('Redirect to `next`.', ['Redirect', ...ticketOf(auth)]),
    },
    errors: [401],
  }),
  'GET /auth/logout': () => LOGGED_OUT,
  'POST /auth/logout': () => ({
    ...LOGGED_OUT,
    requestBody: { ...jsonBody(EVERYWHERE), required: false },
  }),
  'POST /auth/register': (auth, model, service) => ({
    summary: 'Register and log in',
    requestBody: jsonBody(registrationBody(service, auth, model)),
    responses: {
      201: jsonResponse('The new user.', schemaReference(service, model.names.type), ticketOf(auth)),
    },
    errors: [409],
  }),
  'POST /auth/reset_token': () => ({
    summary: 'Replace the token',
    ...TOKEN,
    errors: [401],
  }),
  'POST /auth/token': () => ({
    summary: 'Get a token',
    ...TOKEN,
    errors: [401, 409],
  }),
  'POST /auth/change_password': () => ({
    summary: 'Change the password',
    requestBody: jsonBody(object({ password: PASSWORD, new_password: PASSWORD })),
    responses: succeeded(),
  }),
  'POST /auth/forgot_password': () => ({
    summary: 'Request a mail to reset the password',
    requestBody: jsonBody(object({ email: { type: 'string', format: 'email' } })),
    responses: succeeded(MESSAGE, 202),
  }),
  'POST /auth/reset_password': () => ({
    summary: 'Reset the password with the token in a mail',
    requestBody: jsonBody(object({ token: TEXT, password: PASSWORD })),
    responses: succeeded(),
  }),
  'POST /auth/verify_email': () => ({
    summary: 'Verify the email address with the token in a mail',
    requestBody: jsonBody(object({ token: TEXT })),
    responses: succeeded(),
  }),
  'GET /auth/sessions': () => ({
    summary: "List the caller's sessions",
    responses: succeeded(list(SESSION)),
  }),
  'DELETE /auth/sessions/{id}': () => ({
    summary: "End one of the caller's sessions",
    responses: succeeded(),
  }),
  'GET /auth/tokens': () => ({
    summary: "List the caller's tokens",
    responses: succeeded(list(NAMED_TOKEN)),
  }),
  'POST /auth/tokens': () => ({
    summary: 'Make a token, which is shown only once',
    requestBody: jsonBody({
      ...object({ name: TEXT, expires_at: OPTIONAL_TIME, password: PASSWORD }),
      required: ['name'],
    }),
    responses: succeeded(object({ ...NAMED_TOKEN.properties, token: TEXT }), 201),
  }),
  'GET /auth/tokens/{id}': () => ({
    summary: "Show one of the caller's tokens",
    responses: succeeded(NAMED_TOKEN),
  }),
  'DELETE /auth/tokens/{id}': () => ({
    summary: "Delete one of the caller's tokens",
    responses: succeeded(),
  }),
}

/** Returns the path of the current user, or null if the document does not have it. */
function listedSelfPath(service: Service): string | null {
  const { auth } = service
  return auth === null || auth.withoutSelf === true || !canAuthenticate(service) ? null : selfPath(auth)
}

/**
 * Returns the routes at a user's path, except GET, with the path `/users/self`. In OpenAPI, this path hides the
 * templated path of a user, so it must list all methods itself (OpenAPI 3.1, 4.8.8.2).
 */
export function callerRoutes(service: Service): readonly Route[] {
  const self = listedSelfPath(service)
  return service.routes
    .filter(({ path, param, method }) => method !== 'GET' && path === self?.replace(/self$/, `{${param}}`))
    .map((route) => ({ ...route, path: self ?? route.path, param: null }))
}

/** Returns the custom actions on a user, with the path `/users/self`. */
export function callerActions(service: Service): readonly CustomAction[] {
  const self = listedSelfPath(service)
  return service.actions
    .filter(({ path, item }) => item !== null && path === self?.replace(/self$/, `{${item.param}}`))
    .map((action) => ({ ...action, path: self ?? action.path, uriParameters: [] }))
}

/** Returns the schema of the body that registers a user. */
export function registrationBody(
  service: Service,
  { fields, registerFields }: Auth,
  model: Model,
): JsonObject {
  const { properties, required: demanded } = model.schema
  const own = [fields.username, fields.password, ...(fields.email === null ? [] : [fields.email])]
  const names = [...new Set([...own, ...registerFields])]
    .filter((name) => fieldOf(model, name)?.type !== 'id_field')
    .toSorted(compareText)
  const schemas = objectOf(properties)
  const required = names.filter(
    (name) =>
      listOf(demanded).includes(name) ||
      (own.slice(0, 2).includes(name) && fieldOf(model, name)?.default === null),
  )
  return {
    type: 'object',
    required,
    properties: Object.fromEntries(
      names.map((name) => {
        const schema = schemas[name]
        return [
          name,
          isObject(schema) ? relocated(schema, definitionsAt(service, model)) : { type: 'string' },
        ]
      }),
    ),
    additionalProperties: false,
  }
}

function ticketOf({ ticket }: Auth): readonly string[] {
  return ticket === null ? [] : ['SetCookie']
}

function succeeded(schema: JsonObject = MESSAGE, status = 200): JsonObject {
  return { [status]: jsonResponse('The request succeeded.', schema) }
}

function list(items: JsonObject): JsonObject {
  return object({ count: { type: 'integer' }, data: { type: 'array', items } })
}
