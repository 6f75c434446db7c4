import type { Auth, CustomAction, Model, Route, Service } from '../../../ir/index.js'
import { compareText } from '../../../naming/order.js'
import { modelOf } from '../../../ir/lookup.js'
import { accountPaths } from './account-paths.js'
import { definitionsAt } from '../schemas/body-schemas.js'
import { jsonResponse, jsonBody } from './content.js'
import { isObject, type JsonObject } from '../../json.js'
import { fieldOf } from '../../shared.js'
import { relocated } from '../schemas/relocated.js'
import { type ErrorStatus, problemReferences } from './problems.js'
import { reference } from '../references.js'
import { canAuthenticate, issuedCredentials } from '../../../access/caller.js'
import { type AuthRouteId, credentialRoutes } from '../../../access/auth-routes.js'
import { acceptedSchemes } from '../security.js'

const CREDENTIALS = {
  type: 'object',
  required: ['login', 'password'],
  properties: {
    login: { type: 'string', description: 'The username or the email address.' },
    password: { type: 'string', format: 'password' },
  },
}

const WITH_BODY: readonly ErrorStatus[] = [400, 403, 413, 415, 429, 500, 503]

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

/** Returns the paths for registration, login, logout, tokens and the current user. */
export function authPaths(service: Service): JsonObject {
  const { auth } = service
  if (auth === null || !canAuthenticate(service)) return {}
  const model = modelOf(service, auth.model)
  return {
    ...credentialPaths(service, auth, model),
    ...accountPaths(service, AUTH_TAG, acceptedSchemes(service, null)),
    ...(auth.withoutSelf === true ? {} : { [selfPath(auth)]: { get: getSelf(service, auth, model) } }),
  }
}

function getSelf(service: Service, { selfAccepts }: Auth, model: Model): JsonObject {
  return {
    operationId: 'getSelf',
    tags: [AUTH_TAG],
    summary: 'Get the current user',
    security: acceptedSchemes(service, selfAccepts),
    responses: {
      200: jsonResponse('The current user.', reference('schemas', model.names.type)),
      ...problemReferences([400, 401, 429, 500, 503]),
    },
  }
}

const OPERATIONS: Readonly<Record<AuthRouteId, (auth: Auth, model: Model) => JsonObject>> = {
  'POST /auth/login': login,
  'GET /auth/logout': () => logout('getAuthLogout', false),
  'POST /auth/logout': () => logout('postAuthLogout', true),
  'POST /auth/register': register,
  'POST /auth/reset_token': () => token('postAuthResetToken', 'Replace the token', [401]),
  'POST /auth/token': () => token('postAuthToken', 'Get a token', [401, 409]),
}

function credentialPaths(service: Service, auth: Auth, model: Model): JsonObject {
  const paths: Record<string, Record<string, JsonObject>> = {}
  for (const id of credentialRoutes(service)) {
    const [method = '', path = ''] = id.split(' ')
    paths[path] = { ...paths[path], [method.toLowerCase()]: OPERATIONS[id](auth, model) }
  }
  return paths
}

function selfPath({ path }: Auth): string {
  return `${path ?? '/users'}/self`
}

/**
 * Returns the routes at a user's path, except GET, with the path `/users/self`. In OpenAPI, this path hides the
 * templated path of a user, so it must list all methods itself (OpenAPI 3.1, 4.8.8.2).
 */
export function callerRoutes(service: Service): readonly Route[] {
  const { auth } = service
  if (auth === null || auth.withoutSelf === true || !canAuthenticate(service)) return []
  const own = selfPath(auth)
  return service.routes
    .filter(({ path, param, method }) => method !== 'GET' && path === own.replace(/self$/, `{${param}}`))
    .map((route) => ({ ...route, path: own, param: null }))
}

/** Returns the custom actions on a user, with the path `/users/self`. */
export function callerActions(service: Service): readonly CustomAction[] {
  const { auth } = service
  if (auth === null || auth.withoutSelf === true || !canAuthenticate(service)) return []
  const own = selfPath(auth)
  return service.actions
    .filter(({ path, item }) => item !== null && path === own.replace(/self$/, `{${item.param}}`))
    .map((action) => ({ ...action, path: own, uriParameters: [] }))
}

function register(auth: Auth, model: Model): JsonObject {
  return {
    operationId: 'postAuthRegister',
    tags: [AUTH_TAG],
    summary: 'Register and log in',
    security: [],
    requestBody: jsonBody(registration(auth, model)),
    responses: {
      201: jsonResponse('The new user.', reference('schemas', model.names.type), ticketOf(auth)),
      ...problemReferences([400, 403, 409, 413, 415, 429, 500, 503]),
    },
  }
}

function registration({ fields, registerFields }: Auth, model: Model): JsonObject {
  const { properties } = model.schema
  const own = [fields.username, fields.password, ...(fields.email === null ? [] : [fields.email])]
  const names = [...new Set([...own, ...registerFields])].toSorted(compareText)
  const schemas = isObject(properties) ? properties : {}
  const required = names.filter((name) => isRequired(model, name) || own.slice(0, 2).includes(name))
  return {
    type: 'object',
    required,
    properties: Object.fromEntries(
      names.map((name) => {
        const schema = schemas[name]
        return [name, isObject(schema) ? relocated(schema, definitionsAt(model)) : { type: 'string' }]
      }),
    ),
    additionalProperties: false,
  }
}

function isRequired(model: Model, name: string): boolean {
  const { required } = model.schema
  const field = fieldOf(model, name)
  const isGiven = field?.constraints.required === true && field.default === null
  return isGiven || (Array.isArray(required) && required.includes(name))
}

function login(auth: Auth, model: Model): JsonObject {
  return {
    operationId: 'postAuthLogin',
    tags: [AUTH_TAG],
    summary: 'Log in',
    security: [],
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
      200: jsonResponse('The user.', reference('schemas', model.names.type), ticketOf(auth)),
      302: {
        description: 'Redirect to `next`.',
        headers: {
          Location: reference('headers', 'Redirect'),
          ...(auth.ticket === null ? {} : { 'Set-Cookie': reference('headers', 'SetCookie') }),
        },
      },
      ...problemReferences([...WITH_BODY, 401]),
    },
  }
}

function logout(operationId: string, takesBody: boolean): JsonObject {
  const everywhere = {
    type: 'object',
    properties: { everywhere: { type: 'boolean', description: "End all of the caller's sessions." } },
  }
  return {
    operationId,
    tags: [AUTH_TAG],
    summary: 'Log out',
    security: [],
    ...(takesBody ? { requestBody: { ...jsonBody(everywhere), required: false } } : {}),
    responses: {
      200: jsonResponse('Logged out.', reference('schemas', 'Response.LoggedOut')),
      ...problemReferences(takesBody ? WITH_BODY : [400, 403, 429, 500, 503]),
    },
  }
}

function token(operationId: string, summary: string, more: readonly ErrorStatus[]): JsonObject {
  return {
    operationId,
    tags: [AUTH_TAG],
    summary,
    security: [],
    requestBody: jsonBody(CREDENTIALS),
    responses: {
      200: jsonResponse('The token, which is shown only once.', reference('schemas', 'Response.Token')),
      ...problemReferences([...WITH_BODY, ...more]),
    },
  }
}

function ticketOf({ ticket }: Auth): readonly string[] {
  return ticket === null ? [] : ['SetCookie']
}
