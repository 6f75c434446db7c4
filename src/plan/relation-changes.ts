import { effectOnHolders, type OnDelete, type Relation, type RelationEnd, type Service } from '../ir/index.js'
import { type ApiChange, formerModel, type Owned } from './change.js'

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
      const must = isRequired(end, after.service)
      if (was === undefined)
        return [{ change: must ? 'added (required)' : 'added', breaking: must, where: where(end.name) }]
      const formerTarget = formerModel(before.service, end.target, after.service)?.id
      return [
        ...nameChange(was, end, where(end.name)),
        ...formChange(was, { ...end, target: formerTarget ?? end.target }, where(end.name)),
        ...requiredChange(isRequired(was, before.service), must, where(end.name)),
        ...deletionChange(
          onDelete(was, before.service),
          onDelete(end, after.service),
          after.model.id,
          end.name,
        ),
      ]
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

function nameChange(before: RelationEnd, { name }: RelationEnd, where: string): readonly ApiChange[] {
  return before.name === name ? [] : [{ change: `renamed from ${before.name}`, breaking: true, where }]
}

function formChange(before: RelationEnd, after: RelationEnd, where: string): readonly ApiChange[] {
  if (before.target !== after.target) {
    return [{ change: `target changed from ${before.target} to ${after.target}`, breaking: true, where }]
  }
  if (before.many === after.many) return []
  return [{ change: after.many ? 'now a list' : 'no longer a list', breaking: true, where }]
}

function requiredChange(before: boolean, after: boolean, where: string): readonly ApiChange[] {
  if (before === after) return []
  return [{ change: after ? 'now required' : 'no longer required', breaking: after, where }]
}

const DELETIONS: Readonly<Record<OnDelete, (model: string) => string>> = {
  nullify: (model) => `now only unlinked when the ${model} is deleted`,
  cascade: (model) => `now deleted together with the ${model}`,
  restrict: (model) => `now prevents deleting the ${model}`,
}

function deletionChange(
  before: OnDelete | undefined,
  after: OnDelete | undefined,
  model: string,
  name: string,
): readonly ApiChange[] {
  if (before === after || after === undefined) return []
  return [{ change: DELETIONS[after](model), breaking: after !== 'nullify', where: `${model}.${name}` }]
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
