import { effectOnHolders, type OnDelete, type Relation, type RelationEnd, type Service } from '../ir/index.js'
import { type ApiChange, changeAt, changesAt, formerModel, type Owned } from './change.js'

/**
 * Returns added, removed, renamed and changed relations of a model.
 * @param isShown whether svcgen makes the documents and bodies of the model; if not, only deletion rules count
 */
export function relationChanges(before: Owned, after: Owned, isShown: boolean): readonly ApiChange[] {
  const old = new Map(before.model.relations.map((end) => [end.name, end]))
  const ends = after.model.relations.map((end) => ({ end, was: formerEnd(end, old, after) }))
  const kept = new Set(ends.map(({ was }) => was?.name))
  const where = (name: string): string => `${after.model.id}.${name}`
  const changes = [
    ...[...old.keys()]
      .filter((name) => !kept.has(name))
      .map((name) => changeAt(where(name), 'field-removed', 'removed')),
    ...ends.flatMap(({ end, was }) => {
      const { changes, note } = changesAt(where(end.name))
      const must = isRequired(end, after.service)
      if (was === undefined) {
        note(must ? 'field-added-required' : 'field-added', must ? 'added (required)' : 'added')
        return changes
      }
      if (was.name !== end.name) note('field-renamed', `renamed from ${was.name}`)
      const target = formerModel(before.service, end.target, after.service)?.id ?? end.target
      if (was.target !== target)
        note('relation-target-changed', `target changed from ${was.target} to ${target}`)
      else if (was.many !== end.many)
        note('relation-cardinality-changed', end.many ? 'now a list' : 'no longer a list')
      if (isRequired(was, before.service) !== must)
        note(
          must ? 'field-became-required' : 'field-became-optional',
          must ? 'now required' : 'no longer required',
        )
      const effect = onDelete(end, after.service)
      if (effect !== undefined && effect !== onDelete(was, before.service))
        note(
          effect === 'nullify' ? 'relation-deletion-relaxed' : 'relation-deletion-changed',
          DELETIONS[effect](after.model.id),
        )
      return changes
    }),
  ]
  return isShown ? changes : changes.filter(({ rule }) => rule.startsWith('relation-deletion-'))
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
