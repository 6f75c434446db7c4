import type { Service } from '../../../ir/index.js'
import type { JsonObject } from '../../json.js'
import { jsonBody, jsonResponse } from './content.js'
import { type ErrorStatus, problemReferences } from './problems.js'

const TEXT = { type: 'string' }
const PASSWORD = { type: 'string', format: 'password' }
const TIME = { type: 'string', format: 'date-time' }
const OPTIONAL_TIME = { type: ['string', 'null'], format: 'date-time' }
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

const ID = { name: 'id', in: 'path', required: true, schema: TEXT }

/** The statuses of operations with and without a body. */
const WITH_BODY: readonly ErrorStatus[] = [400, 403, 413, 415, 429, 500, 503]
const WITHOUT_BODY: readonly ErrorStatus[] = [400, 403, 429, 500, 503]

interface Operation {
  readonly id: string
  readonly summary: string
  /** The schemes that the operation accepts; none for anonymous callers. */
  readonly security: readonly JsonObject[]
  readonly body?: JsonObject
  readonly status?: number
  readonly response: JsonObject
  readonly errors?: readonly ErrorStatus[]
}

/**
 * Returns the paths of the feature `accounts`.
 * @param tag the tag of the operations
 * @param security the schemes of operations that require a caller
 */
export function accountPaths(
  { auth, features }: Service,
  tag: string,
  security: readonly JsonObject[],
): JsonObject {
  if (auth === null || !features.includes('accounts')) return {}
  const operation = (given: Operation): JsonObject => operationOf(tag, given)
  return {
    '/auth/change_password': {
      post: operation({
        id: 'postAuthChangePassword',
        summary: 'Change the password',
        security,
        body: object({ password: PASSWORD, new_password: PASSWORD }),
        response: MESSAGE,
        errors: [401],
      }),
    },
    '/auth/forgot_password': {
      post: operation({
        id: 'postAuthForgotPassword',
        summary: 'Request a mail to reset the password',
        security: [],
        body: object({ email: { type: 'string', format: 'email' } }),
        status: 202,
        response: MESSAGE,
      }),
    },
    '/auth/reset_password': {
      post: operation({
        id: 'postAuthResetPassword',
        summary: 'Reset the password with the token in a mail',
        security: [],
        body: object({ token: TEXT, password: PASSWORD }),
        response: MESSAGE,
      }),
    },
    '/auth/verify_email': {
      post: operation({
        id: 'postAuthVerifyEmail',
        summary: 'Verify the email address with the token in a mail',
        security: [],
        body: object({ token: TEXT }),
        response: MESSAGE,
      }),
    },
    ...(auth.ticket === null ? {} : sessionPaths(operation, security)),
    ...(auth.apiKey === null ? {} : tokenPaths(operation, security)),
  }
}

function sessionPaths(
  operation: (given: Operation) => JsonObject,
  security: readonly JsonObject[],
): JsonObject {
  return {
    '/auth/sessions': {
      get: operation({
        id: 'getAuthSessions',
        summary: "List the caller's sessions",
        security,
        response: list(SESSION),
        errors: [401],
      }),
    },
    '/auth/sessions/{id}': {
      parameters: [ID],
      delete: operation({
        id: 'deleteAuthSession',
        summary: "End one of the caller's sessions",
        security,
        response: MESSAGE,
        errors: [401, 404],
      }),
    },
  }
}

function tokenPaths(
  operation: (given: Operation) => JsonObject,
  security: readonly JsonObject[],
): JsonObject {
  const { properties } = NAMED_TOKEN
  return {
    '/auth/tokens': {
      get: operation({
        id: 'getAuthTokens',
        summary: "List the caller's tokens",
        security,
        response: list(NAMED_TOKEN),
        errors: [401],
      }),
      post: operation({
        id: 'postAuthTokens',
        summary: 'Make a token, which is shown only once',
        security,
        body: { ...object({ name: TEXT, expires_at: OPTIONAL_TIME }), required: ['name'] },
        status: 201,
        response: object({ ...properties, token: TEXT }),
        errors: [401],
      }),
    },
    '/auth/tokens/{id}': {
      parameters: [ID],
      get: operation({
        id: 'getAuthToken',
        summary: "Show one of the caller's tokens",
        security,
        response: NAMED_TOKEN,
        errors: [401, 404],
      }),
      delete: operation({
        id: 'deleteAuthToken',
        summary: "Delete one of the caller's tokens",
        security,
        response: MESSAGE,
        errors: [401, 404],
      }),
    },
  }
}

function operationOf(
  tag: string,
  { id, summary, security, body, status = 200, response, errors = [] }: Operation,
): JsonObject {
  const common = body === undefined ? WITHOUT_BODY : WITH_BODY
  return {
    operationId: id,
    tags: [tag],
    summary,
    security: [...security],
    ...(body === undefined ? {} : { requestBody: jsonBody(body) }),
    responses: {
      [status]: jsonResponse('The request succeeded.', response),
      ...problemReferences([...common, ...errors].toSorted((a, b) => a - b)),
    },
  }
}

function object<Properties extends JsonObject>(
  properties: Properties,
): { readonly type: string; readonly required: string[]; readonly properties: Properties } {
  return { type: 'object', required: Object.keys(properties), properties }
}

function list(items: JsonObject): JsonObject {
  return object({ count: { type: 'integer' }, data: { type: 'array', items } })
}
