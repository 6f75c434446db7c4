import type { Model, Service } from '../ir/index.js'
import { withInternalModels } from './internal-models.js'

/** Two runs, as far as migrations look at them. */
export interface Shapes {
  /** Null at the first run. */
  readonly before: Service | null
  readonly after: Service
}

/**
 * What two runs store, internal tables included. Where nothing but other fields of some models came between them, models that are the same object in
 * both are left out, all but those that the others refer to: no step concerns them.
 */
export function shapesOf(before: Service | null, after: Service): Shapes {
  if (before === null) return { before, after: withInternalModels(after) }
  const changed = changedModels(before, after)
  const kept = (service: Service): Service =>
    withInternalModels(changed === null ? service : withModels(changed, service))
  return { before: kept(before), after: kept(after) }
}

/** The ids of models whose fields changed; null where more did. */
function changedModels(before: Service, after: Service): ReadonlySet<string> | null {
  const isSame =
    before.engine === after.engine &&
    before.auth === after.auth &&
    before.relations === after.relations &&
    before.routes === after.routes &&
    before.acls === after.acls &&
    before.models.length === after.models.length
  if (!isSame) return null
  const changed = after.models.filter((model, at) => model !== before.models[at])
  const former = new Map(before.models.map((model) => [model.id, model]))
  const mayStay = changed.every((model) => {
    const known = former.get(model.id)
    return known !== undefined && identity(known) === identity(model)
  })
  return mayStay ? new Set(changed.map(({ id }) => id)) : null
}

/** All by which other tables know this one. */
function identity({ id, names, key, fields }: Model): string {
  const keys = fields.filter(({ name }) => name === key)
  return JSON.stringify([id, names.table, ...keys.map(({ name, type, column }) => [name, type, column])])
}

function withModels(ids: ReadonlySet<string>, service: Service): Service {
  const relations = service.relations.filter(({ to }) => ids.has(to))
  const kept = new Set([...ids, ...relations.map(({ from }) => from)])
  return { ...service, models: service.models.filter(({ id }) => kept.has(id)), relations }
}
