import type { Model, Service } from '../ir/index.js'
import { routesOf } from '../ir/lookup.js'
import { compareText } from '../naming/order.js'
import { type ApiChange, changesAt, formerModel, formerName } from './change.js'
import { fieldChanges } from './field-changes.js'
import { relationChanges } from './relation-changes.js'
import { routeChanges } from './route-changes.js'
import { rowRuleChanges } from './row-rule-changes.js'

/**
 * Returns all changes that clients see, breaking ones first. On the first run, all routes are new.
 * @param today the date that decides whether a sunset is over: `2026-01-31`
 */
export function apiChanges(
  before: Service | null,
  after: Service,
  today = new Date().toISOString().slice(0, 10),
): readonly ApiChange[] {
  const changes = [
    ...routeChanges(before, after, today),
    ...(before === null ? [] : after.models.flatMap((model) => modelChanges(before, model, after))),
  ]
  return changes.toSorted(
    (a, b) =>
      Number(b.breaking) - Number(a.breaking) ||
      compareText(a.where, b.where) ||
      compareText(a.at ?? '', b.at ?? '') ||
      compareText(a.change, b.change),
  )
}

/** Returns the changes to a model. Added and removed models appear only as changes to their routes. */
function modelChanges(before: Service, model: Model, after: Service): readonly ApiChange[] {
  const old = formerModel(before, model.id, after)
  if (old === undefined) return []
  const owned = { service: after, model }
  const { changes, note } = changesAt(model.id)
  const isShown = makesDocuments(before, old) || makesDocuments(after, model)
  if (isShown && old.id !== model.id) note('model-renamed', `renamed from ${old.id}`)
  // What contracts declare does not say which property the paths and relations contain.
  const isOtherKey = formerName(model.key, old, owned) !== old.key
  if (isOtherKey || (isShown && old.key !== model.key))
    note('model-key-changed', `primary key changed from "${old.key}" to "${model.key}"`)
  if (isShown && !old.additionalProperties && model.additionalProperties)
    note('model-accepts-unknown-fields', 'now accepts unknown fields')
  if (isShown && old.additionalProperties && !model.additionalProperties)
    note('model-rejects-unknown-fields', 'now rejects unknown fields')
  const was = uniqueGroups(old, (name) => name)
  const is = uniqueGroups(model, (name) => formerName(name, old, owned))
  for (const [former, text] of is) if (!was.has(former)) note('model-became-unique', `now unique: ${text}`)
  for (const [former, text] of was)
    if (!is.has(former)) note('model-no-longer-unique', `no longer unique: ${text}`)
  return [
    ...changes,
    ...rowRuleChanges(old, model),
    ...fieldChanges({ service: before, model: old }, owned, isShown),
    ...relationChanges({ service: before, model: old }, owned, isShown),
  ]
}

/**
 * Returns whether svcgen makes the documents of a model: no contract declares those of one of its routes, or other models
 * or authentication show them.
 */
function makesDocuments(service: Service, { id }: Model): boolean {
  const routes = routesOf(service, id)
  if (routes.length === 0 || service.auth?.model === id) return true
  return routes.some(({ contract, method }) => contract === undefined && method !== 'OPTIONS')
}

/** Returns the fields of each `_unique_together` group, keyed by their sorted former names. */
function uniqueGroups({ groups = [] }: Model, nameOf: (name: string) => string): ReadonlyMap<string, string> {
  return new Map(
    groups
      .filter(({ unique }) => unique)
      .map(({ names }) => [names.map(nameOf).toSorted().join(', '), names.join(', ')]),
  )
}
