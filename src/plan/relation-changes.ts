import { effectOnHolders, type OnDelete, type Relation, type RelationEnd, type Service } from '../ir/index.js'
import { type ApiChange, changeAt, changesAt, formerModel, type Owned } from './change.js'

/**
 * Returns added, removed, renamed and changed relations of a model.
 * @param isShown whether svcgen makes the documents and bodies of the model; if not, only deletion rules count
 */
export function relationChanges(before: Owned, after: Owned, isShown: boolean): readonly ApiChange[] {
  const old = new Map(before.model.relations.map((end) => [end.name, end]))
  const ends = after.model.relations.map((end) => ({ end, was: formerEnd(end, old, before, after) }))
  const kept = new Set(ends.map(({ was }) => was?.name))
  const where = (name: string): string => `${after.model.id}.${name}`
  const changes = [
    ...[...old]
      .filter(([name, end]) => !kept.has(name) && !isUnseen(end, before.service))
      .map(([name]) => changeAt(where(name), 'field-removed', 'removed')),
    ...ends.flatMap(({ end, was }) => {
      const { changes, note } = changesAt(where(end.name))
      if (isUnseen(end, after.service)) {
        if (was !== undefined) noteDeletion(end, was, { before, after }, note)
        return changes
      }
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
      noteDeletion(end, was, { before, after }, note)
      return changes
    }),
  ]
  return isShown ? changes : changes.filter(({ rule }) => rule.startsWith('relation-deletion-'))
}

/** Notes a change of what deleting an item does to the other end. */
function noteDeletion(
  end: RelationEnd,
  was: RelationEnd,
  { before, after }: { readonly before: Owned; readonly after: Owned },
  note: ReturnType<typeof changesAt>['note'],
): void {
  const effect = onDelete(end, after.service)
  if (effect === undefined || effect === onDelete(was, before.service)) return
  note(
    effect === 'nullify' ? 'relation-deletion-relaxed' : 'relation-deletion-changed',
    DELETIONS[effect](after.model.id),
  )
}

/** Returns whether an end is the list that svcgen adds for a property without another end: nobody reads or writes it. */
function isUnseen({ relation, side }: RelationEnd, { relations }: Service): boolean {
  const found = relations.find(({ id }) => id === relation)
  return side === 'one' && found?.listed === false && found.fieldJson['readOnly'] === true
}

/** Returns the relation end from the last run, found by its current or former name, or by its other end if nobody sees it. */
function formerEnd(
  end: RelationEnd,
  old: ReadonlyMap<string, RelationEnd>,
  before: Owned,
  { service, model }: Owned,
): RelationEnd | undefined {
  const { name, relation, side, target } = end
  if (isUnseen(end, service)) {
    const otherEnd = (of: RelationEnd, { relations }: Service): string | undefined =>
      relations.find(({ id }) => id === of.relation)?.backref
    const former = formerModel(before.service, target, service)?.id ?? target
    return [...old.values()].find(
      (each) =>
        isUnseen(each, before.service) &&
        each.target === former &&
        otherEnd(each, before.service) === otherEnd(end, service),
    )
  }
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
