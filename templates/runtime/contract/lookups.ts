import type { FastifyInstance } from 'fastify'
import type { ResourceHost } from '../http/host.js'
import type { Json } from '../json.js'
import { type Key, type ModelSpec, modelNamed } from '../model.js'
import { keyOf, missing } from '../repository/parts.js'
import { type Condition, equal, type ReadStore, type Session } from '../store.js'
import { parseValue } from '../values/values.js'

/** How a parameter in a path finds items that it does not contain the key of. */
interface Lookup {
  readonly model: string
  readonly field: string
  /** The parameters of what makes the field unique, by field and back-reference. Absent if the field is unique by itself. */
  readonly within?: Readonly<Record<string, string>>
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** By parameter, in the order of the path. */
    readonly lookups?: Readonly<Record<string, Lookup>>
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
        const { keyIn, rows } = policy(request)
        const keys: Record<string, Key> = {}
        const textIn = (param: string): string => String(Object(request.params)[param])
        const keyOfItem = (model: string, param: string): Key | undefined =>
          keys[param] ?? keyIn(modelNamed(models, model), textIn(param))
        for (const [param, { model, field, within = {} }] of Object.entries(lookups)) {
          const text = textIn(param)
          const self = keyOfItem(model, param)
          // For users, `self` is the key of the caller.
          if (text === 'self' && self !== undefined && self !== text) continue
          const spec = modelNamed(models, model)
          const of = Object.entries({ ...within, [field]: param }).map(([name, from]) => {
            const parent = spec.relations[name]?.model
            const value = parent === undefined ? valueIn(spec, name, textIn(from)) : keyOfItem(parent, from)
            if (value === undefined) throw missing(spec)
            return equal(name, value)
          })
          keys[param] = await keyWhere(database.store(model, rows), spec, { kind: 'and', of })
        }
        request.keys = keys
      },
    ]
  })
}

function valueIn({ fields }: ModelSpec, name: string, text: string): Json | undefined {
  const parsed = parseValue(fields[name] ?? { type: 'string' }, text)
  return parsed.ok ? parsed.value : undefined
}

/** Returns the key of the item that fulfills a condition. @throws NotFound */
async function keyWhere(store: ReadStore, model: ModelSpec, where: Condition): Promise<Key> {
  const [row] = await store.find({ where, orderBy: [{ field: model.key, direction: 'asc' }], take: 1 })
  if (row === undefined) throw missing(model)
  return keyOf(model, row)
}
