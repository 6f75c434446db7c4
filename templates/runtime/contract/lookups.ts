import type { FastifyInstance } from 'fastify'
import type { ResourceHost } from '../http/host.js'
import { type Key, type Models, modelNamed } from '../model.js'
import { keyOf, missing } from '../repository/parts.js'
import type { Session, ReadStore } from '../store.js'
import { parseValue } from '../values/values.js'

/** The parameters in a path whose values are unique fields of items instead of keys. */
type Lookups = Readonly<Record<string, { readonly model: string; readonly field: string }>>

declare module 'fastify' {
  interface FastifyContextConfig {
    readonly lookups?: Lookups
  }
}

/** Makes routes, registered after this call, find the items of such parameters, if the caller can view them. */
export function findByUniqueFields(
  app: FastifyInstance,
  { options: { models, policy } }: ResourceHost,
  database: Session,
): void {
  app.addHook('onRoute', (route) => {
    const lookups = route.config?.lookups
    if (lookups === undefined) return
    route.preValidation = [
      ...[route.preValidation ?? []].flat(),
      async (request) => {
        const found = Object.entries(lookups).map(async ([param, { model, field }]) => {
          const text = String(Object(request.params)[param])
          const { keyIn, rows } = policy(request)
          const key = keyIn(modelNamed(models, model), text)
          // For users, `self` is the key of the caller.
          if (text === 'self' && key !== undefined && key !== text) return []
          return [[param, await keyWith(database.store(model, rows), models, field, text)]]
        })
        request.keys = Object.fromEntries((await Promise.all(found)).flat())
      },
    ]
  })
}

/** Returns the key of the item whose field has a value. @throws NotFound */
async function keyWith(store: ReadStore, models: Models, field: string, text: string): Promise<Key> {
  const model = modelNamed(models, store.spec.name)
  const parsed = parseValue(model.fields[field] ?? { type: 'string' }, text)
  if (!parsed.ok) throw missing(model)
  const [row] = await store.find({
    where: { kind: 'compare', field, op: 'eq', value: parsed.value },
    orderBy: [{ field: model.key, direction: 'asc' }],
    take: 1,
  })
  if (row === undefined) throw missing(model)
  return keyOf(model, row)
}
