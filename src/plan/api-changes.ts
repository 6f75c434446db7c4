import type { Model, Service } from '../ir/index.js'
import { compareText } from '../naming/order.js'
import { type ApiChange, changesAt, formerModel, formerName } from './change.js'
import { fieldChanges } from './field-changes.js'
import { relationChanges } from './relation-changes.js'
import { routeChanges } from './route-changes.js'
import { rowRuleChanges } from './row-rule-changes.js'

/** Returns all changes that clients see, breaking ones first. On the first run, all routes are new. */
export function apiChanges(before: Service | null, after: Service): readonly ApiChange[] {
  const changes = [
    ...routeChanges(before, after),
    ...(before === null ? [] : after.models.flatMap((model) => modelChanges(before, model, after))),
  ]
  return changes.toSorted(
    (a, b) =>
      Number(b.breaking) - Number(a.breaking) ||
      compareText(a.where, b.where) ||
      compareText(a.change, b.change),
  )
}

/** Returns the changes to a model. Added and removed models appear only as changes to their routes. */
function modelChanges(before: Service, model: Model, after: Service): readonly ApiChange[] {
  const old = formerModel(before, model.id, after)
  if (old === undefined) return []
  const owned = { service: after, model }
  const { changes, note } = changesAt(model.id)
  if (old.id !== model.id) note(`renamed from ${old.id}`, true)
  if (old.key !== model.key) note(`primary key changed from "${old.key}" to "${model.key}"`, true)
  if (!old.additionalProperties && model.additionalProperties) note('now accepts unknown fields', false)
  if (old.additionalProperties && !model.additionalProperties) note('now rejects unknown fields', true)
  const was = uniqueGroups(old, (name) => name)
  const is = uniqueGroups(model, (name) => formerName(name, old, owned))
  for (const [former, text] of is) if (!was.has(former)) note(`now unique: ${text}`, true)
  for (const [former, text] of was) if (!is.has(former)) note(`no longer unique: ${text}`, false)
  return [
    ...changes,
    ...rowRuleChanges(old, model),
    ...fieldChanges(old, owned),
    ...relationChanges({ service: before, model: old }, owned),
  ]
}

/** Returns the fields of each `_unique_together` group, keyed by their sorted former names. */
function uniqueGroups({ groups = [] }: Model, nameOf: (name: string) => string): ReadonlyMap<string, string> {
  return new Map(
    groups
      .filter(({ unique }) => unique)
      .map(({ names }) => [names.map(nameOf).toSorted().join(', '), names.join(', ')]),
  )
}
