import { randomUUID } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ActionEvent } from '../events/action-event.js'
import type { ResponseBody } from '../events/types.js'
import type { Row } from '../model.js'
import type { Authentication } from './authentication.js'
import { callerOf } from './caller.js'
import { keepPrivate } from './hooks.js'

type Call = (name: string, ...args: unknown[]) => Promise<unknown>

/** Makes the user the caller of this request, in a session of its own. */
export function becomeCaller(
  request: FastifyRequest,
  user: Row,
  { accounts, config, tickets }: Authentication,
): void {
  const proof =
    tickets === null ? { by: 'password' as const } : { by: 'ticket' as const, session: randomUUID() }
  request.caller = callerOf(user, accounts.keyOf(user), config.fields, proof)
}

/** Gives the caller of this request the ticket for those that follow; once nothing can go wrong any more. */
export async function stayLoggedIn(
  request: FastifyRequest,
  reply: FastifyReply,
  { tickets }: Authentication,
): Promise<void> {
  const { caller } = request
  keepPrivate(reply)
  if (caller?.proof.by === 'ticket') await tickets?.issue(request, reply, caller.user, caller.proof.session)
}

/** Calls handlers one after the other. */
export async function callEach(call: Call, names: readonly string[], event: ActionEvent): Promise<void> {
  for (const name of names) await call(name, event)
}

/** What the handlers after an action make of its answer. */
export async function answered(
  call: Call,
  names: readonly string[],
  event: ActionEvent,
  answer: ResponseBody,
): Promise<ResponseBody> {
  event.answered(answer)
  await callEach(call, names, event)
  return event.response ?? answer
}
