import type { FastifyRequest } from 'fastify'
import type { ActionEvent } from '../events/event.js'
import type { ModelSpec } from '../model.js'
import type { ModelTypes } from '../repository/types.js'
import type { HostOptions } from './host.js'
import { type Resource, checkBulk } from './resource.js'

/** Validates a request's query before handlers run, because they can change it. @throws BadRequest, Forbidden */
export function checkQuery<T extends ModelTypes>(resource: Resource<T>, request: FastifyRequest): void {
  const isList = request.method === 'GET' || request.method === 'HEAD'
  if (!isList) checkBulk(request)
  resource.queries[isList ? 'list' : 'selection'](Object(request.query), resource.policy(request))
}

/** Calls handlers by their names. */
export async function callHandlers(
  { call }: Pick<Resource, 'call'>,
  names: readonly string[],
  event: ActionEvent,
): Promise<void> {
  for (const name of names) await call(name, event)
}

/** Runs an action's `after_*` handlers and returns the response, which they can change. */
export async function runAfter<Body extends object>(
  users: Pick<Resource, 'call'>,
  names: readonly string[],
  event: ActionEvent,
  body: Body,
): Promise<Body> {
  event.complete(body)
  await callHandlers(users, names, event)
  return body
}

/** Returns the event's data after the fields' processors. */
export async function processed<T extends ModelTypes, Data extends T['Create'] | T['Update']>(
  { call, model }: Resource<T>,
  event: ActionEvent<Data>,
): Promise<Data> {
  await runProcessors(event, model, call)
  return event.data
}

/** Runs the fields' processors, which can change the event's data. */
export async function runProcessors(
  event: ActionEvent,
  spec: ModelSpec,
  call: HostOptions['call'],
): Promise<void> {
  for (const [field, names] of Object.entries(spec.processors ?? {})) {
    for (const name of names) {
      const value = event.data[field]
      if (value === undefined) continue
      const { instance, view, model } = event
      const context = { instance, field, params: spec.fields[field], request: view.request, model, event }
      event.setFieldValue(field, (await call(name, value, context)) ?? null)
    }
  }
}
