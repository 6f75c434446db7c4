import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Key, Models } from '../model.js'
import { keyOf, missing } from '../repository/parts.js'
import type { Session } from '../store.js'
import { parseValue } from '../values/values.js'

/** The parameters in a path whose values are unique fields of items instead of keys. */
type Lookups = Readonly<Record<string, { readonly model: string; readonly field: string }>>

declare module 'fastify' {
  interface FastifyContextConfig {
    readonly lookups?: Lookups
  }
}

/**
 * Makes routes, registered after this call, find the items of such parameters.
 * @param databaseOf returns the database as far as the caller of a request can read it
 */
export function findByUniqueFields(
  app: FastifyInstance,
  models: Models,
  databaseOf: (request: FastifyRequest) => Session,
): void {
  app.addHook('onRoute', (route) => {
    const lookups = route.config?.lookups
    if (lookups === undefined) return
    route.preValidation = [
      ...[route.preValidation ?? []].flat(),
      async (request) => {
        const found = Object.entries(lookups).map(async ([param, { model, field }]) => {
          const text = String(Object(request.params)[param])
          // The item of the caller itself.
          return text === 'self'
            ? []
            : [[param, await keyWith(databaseOf(request), models, model, field, text)]]
        })
        request.keys = Object.fromEntries((await Promise.all(found)).flat())
      },
    ]
  })
}

/** Returns the key of the item whose field has a value. @throws NotFound */
async function keyWith(
  session: Session,
  models: Models,
  name: string,
  field: string,
  text: string,
): Promise<Key> {
  const model = models[name]
  if (model === undefined) throw new TypeError(`Unknown model ${name}`)
  const parsed = parseValue(model.fields[field] ?? { type: 'string' }, text)
  if (!parsed.ok) throw missing(model)
  const [row] = await session.store(name).find({
    where: { kind: 'compare', field, op: 'eq', value: parsed.value },
    orderBy: [{ field: model.key, direction: 'asc' }],
    take: 1,
  })
  if (row === undefined) throw missing(model)
  return keyOf(model, row)
}
