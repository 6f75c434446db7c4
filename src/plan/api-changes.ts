import type { Model, Service } from '../ir/index.js'
import { compareText } from '../naming/order.js'
import { type ApiChange, formerModel, formerName, type Owned } from './change.js'
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
  return [
    ...nameChange(old, model),
    ...keyChange(old, model),
    ...additionalChange(old, model),
    ...groupChanges(old, { service: after, model }),
    ...rowRuleChanges(old, model),
    ...fieldChanges(old, { service: after, model }),
    ...relationChanges({ service: before, model: old }, { service: after, model }),
  ]
}

function nameChange(before: Model, { id }: Model): readonly ApiChange[] {
  return before.id === id ? [] : [{ change: `renamed from ${before.id}`, breaking: true, where: id }]
}

function keyChange(before: Model, { id, key }: Model): readonly ApiChange[] {
  if (before.key === key) return []
  return [{ change: `primary key changed from "${before.key}" to "${key}"`, breaking: true, where: id }]
}

function additionalChange(before: Model, { id, additionalProperties }: Model): readonly ApiChange[] {
  if (before.additionalProperties === additionalProperties) return []
  const change = additionalProperties ? 'now accepts unknown fields' : 'now rejects unknown fields'
  return [{ change, breaking: !additionalProperties, where: id }]
}

function groupChanges(before: Model, owned: Owned): readonly ApiChange[] {
  const where = owned.model.id
  const nameOf = (name: string): string => formerName(name, before, owned)
  const was = uniqueGroups(before, (name) => name)
  const is = uniqueGroups(owned.model, nameOf)
  return [
    ...[...is]
      .filter(([former]) => !was.has(former))
      .map(([, text]) => ({ change: `now unique: ${text}`, breaking: true, where })),
    ...[...was]
      .filter(([former]) => !is.has(former))
      .map(([, text]) => ({ change: `no longer unique: ${text}`, breaking: false, where })),
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
