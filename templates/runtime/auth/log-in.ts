import type { FastifyReply, FastifyRequest } from 'fastify'
import { randomUUID } from 'node:crypto'
import type { ActionEvent } from '../events/event.js'
import { callHandlers } from '../http/handlers.js'
import type { Resource } from '../http/resource.js'
import type { Row } from '../model.js'
import type { Database } from '../store.js'
import { type Authentication, keepPrivate } from './authentication.js'
import { callerOf } from '../access/caller.js'

export interface AuthRoutesParts {
  readonly auth: Authentication
  readonly users: Resource
  readonly database: Database
}

/** A user whose password has been verified, with the epoch of the user's tickets at that time. */
export interface Verified {
  readonly user: Row
  readonly epoch: string
}

/** Starts a new session and makes the user the caller of this request. */
export function becomeCaller(
  request: FastifyRequest,
  user: Row,
  { accounts, config, tickets }: Authentication,
): void {
  const key = accounts.keyOf(user)
  const proof = tickets?.proof(key, randomUUID()) ?? { by: 'password' as const }
  request.caller = callerOf(user, key, config.fields, proof)
}

/** Sets the ticket cookie for the request's caller. Call it after the transaction is committed. */
export async function stayLoggedIn(
  request: FastifyRequest,
  reply: FastifyReply,
  { user, epoch }: Verified,
  { tickets }: Authentication,
): Promise<void> {
  const { caller } = request
  keepPrivate(reply)
  if (caller?.proof.by === 'ticket') await tickets?.issue(request, reply, user, epoch, caller.proof.session)
}

/** Runs an action's `after_*` handlers and returns the response, which they can change. */
export async function runAfter<Body extends object>(
  users: Resource,
  names: readonly string[],
  event: ActionEvent,
  body: Body,
): Promise<Body> {
  event.complete(body)
  await callHandlers(users, names, event)
  return body
}
