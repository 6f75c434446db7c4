import { effectOnHolders, type OnDelete, type Relation, type RelationEnd, type Service } from '../ir/index.js'
import { type ApiChange, changesAt, formerModel, type Owned } from './change.js'

/** Returns added, removed, renamed and changed relations of a model. */
export function relationChanges(before: Owned, after: Owned): readonly ApiChange[] {
  const old = new Map(before.model.relations.map((end) => [end.name, end]))
  const ends = after.model.relations.map((end) => ({ end, was: formerEnd(end, old, after) }))
  const kept = new Set(ends.map(({ was }) => was?.name))
  const where = (name: string): string => `${after.model.id}.${name}`
  return [
    ...[...old.keys()]
      .filter((name) => !kept.has(name))
      .map((name) => ({ change: 'removed', breaking: true, where: where(name) })),
    ...ends.flatMap(({ end, was }) => {
      const { changes, note } = changesAt(where(end.name))
      const must = isRequired(end, after.service)
      if (was === undefined) {
        note(must ? 'added (required)' : 'added', must)
        return changes
      }
      if (was.name !== end.name) note(`renamed from ${was.name}`, true)
      const target = formerModel(before.service, end.target, after.service)?.id ?? end.target
      if (was.target !== target) note(`target changed from ${was.target} to ${target}`, true)
      else if (was.many !== end.many) note(end.many ? 'now a list' : 'no longer a list', true)
      if (isRequired(was, before.service) !== must) note(must ? 'now required' : 'no longer required', must)
      const effect = onDelete(end, after.service)
      if (effect !== undefined && effect !== onDelete(was, before.service))
        note(DELETIONS[effect](after.model.id), effect !== 'nullify')
      return changes
    }),
  ]
}

/** Returns the relation end from the last run, found by its current or former name. */
function formerEnd(
  { name, relation, side }: RelationEnd,
  old: ReadonlyMap<string, RelationEnd>,
  { service, model }: Owned,
): RelationEnd | undefined {
  const renamedFrom = side === 'one' ? service.relations.find(({ id }) => id === relation)?.renamedFrom : null
  const isKept = model.relations.some((end) => end.name === renamedFrom)
  return old.get(name) ?? (isKept ? undefined : old.get(renamedFrom ?? ''))
}

const DELETIONS: Readonly<Record<OnDelete, (model: string) => string>> = {
  nullify: (model) => `now only unlinked when the ${model} is deleted`,
  cascade: (model) => `now deleted together with the ${model}`,
  restrict: (model) => `now prevents deleting the ${model}`,
}

/** Returns what deleting an item at this end does to the other end. */
function onDelete({ relation, side }: RelationEnd, { relations }: Service): OnDelete | undefined {
  const found = relations.find(({ id }) => id === relation)
  if (found === undefined) return undefined
  return side === 'one' ? effectOnHolders(found) : found.backrefOnDelete
}

function isRequired({ relation, side }: RelationEnd, { relations }: Service): boolean {
  const found: Relation | undefined = relations.find(({ id }) => id === relation)
  return side === 'holder' && found?.required === true
}
