import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { STATUS_CODES } from 'node:http'
import type { Fault } from '../errors.js'
import { declaredFor } from '../operations/responses.js'
import type { JsonObject } from '../json.js'
import { PROBLEM_TYPE, type Problem } from '../server/problem.js'
import type { ErrorBodies } from './parts.js'
import type { ErrorMapping } from './mapping.js'
import { type Facts, filled } from './responses.js'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The error responses that the API's document declares for an operation of yours. */
    readonly errors?: ErrorMapping
  }
}

/**
 * Makes errors of your operations, registered after this call, have the declared statuses and bodies.
 * @param own makes the bodies that the service has no values for
 */
export function declaredErrors(app: FastifyInstance, own?: ErrorBodies): void {
  app.addHook('onRoute', (route) => {
    const errors = route.config?.errors
    if (errors === undefined) return
    route.onSend = [
      async (request, reply, payload) =>
        reply.statusCode >= 400 ? failure(errors, request, reply, payload, own) : payload,
      ...[route.onSend ?? []].flat(),
    ]
  })
}

/** Returns the declared body of an error, or the problem document if the document declares none. */
export async function failure(
  errors: ErrorMapping | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  makeBody?: ErrorBodies,
): Promise<unknown> {
  const type = String(reply.getHeader('content-type') ?? '')
  if (errors === undefined || typeof payload !== 'string' || !type.startsWith(PROBLEM_TYPE)) return payload
  const own: Problem = JSON.parse(payload)
  // No operation has this status: the path supports other methods.
  if (own.status === 405) return payload
  const { statuses = {} } = errors
  const isInPath = own.errors !== undefined && own.errors.every((fault) => fault.in === 'path')
  const status = (isInPath ? statuses['path'] : undefined) ?? statuses[own.status] ?? own.status
  reply.code(status)
  const declared = declaredFor(errors.bodies, status)
  const problem = { ...own, status, title: STATUS_CODES[status] ?? own.title }
  const { body, schema } = declared ?? {}
  const made = schema === undefined ? undefined : await makeBody?.({ ...problem, schema }, request)
  if (declared !== undefined && (schema === undefined || made !== undefined)) reply.type(declared.type)
  return JSON.stringify(
    made ??
      (body === undefined ? problem : filled(body, { ...problemFacts(own, status), requestId: request.id })),
  )
}

function problemFacts({ type, detail, instance, errors = [] }: Problem, status: number): Facts {
  const title = STATUS_CODES[status] ?? 'Error'
  const shared = { status, statusText: String(status) }
  const code = title.toLowerCase().replaceAll(/[^a-z]+/g, '_')
  const faults = errors.map((fault) => ({ ...shared, ...faultFacts(fault) }))
  const messages = errors.map(placed)
  return {
    ...shared,
    message: detail,
    title,
    code,
    type,
    instance,
    timestamp: new Date().toISOString(),
    errors: faults,
    problems:
      faults.length > 0
        ? faults
        : [{ ...shared, path: '', steps: [], field: '', message: detail, placedMessage: detail, code }],
    messages,
    problemMessages: messages.length > 0 ? messages : [detail],
    messageByField: Object.fromEntries(errors.map((fault) => [fieldOf(fault), fault.message])),
    messagesByField: Object.fromEntries(
      errors.map((fault) => [
        fieldOf(fault),
        errors.filter((other) => other.path === fault.path).map(({ message }) => message),
      ]),
    ),
  }
}

function placed({ path, message }: Fault): string {
  return path === '' ? message : `${path.replace(/^\//, '')}: ${message}`
}

function fieldOf({ path }: Fault): string {
  return path.replace(/^\//, '').replaceAll('/', '.')
}

/** Returns the name of a parameter, or the names and indexes that lead into the body (RFC 6901). */
function stepsOf({ path, in: place }: Fault): readonly string[] {
  if (place !== undefined) return [path]
  return path
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
}

function faultFacts(fault: Fault): JsonObject {
  const { path, message, in: place } = fault
  return {
    path,
    steps: [place ?? 'body', ...stepsOf(fault)],
    field: fieldOf(fault),
    message,
    placedMessage: placed(fault),
    code: 'invalid',
    in: place ?? 'body',
    ...(place === undefined ? { pointer: path } : { parameter: path }),
  }
}
