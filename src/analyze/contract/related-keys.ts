import type { Model, Relation, RelationEnd } from '../../ir/index.js'
import { isKeyNameOf } from '../../naming/key-names.js'

/**
 * Returns the relation whose key, or whose keys, a member of a request or a parameter contains by its name: `assigneeId` for
 * `assignee`, `label_ids` for `labels`, or `tag_slugs` if the key of the related items is `slug`. Without the name of that
 * key, they must have no other `id`.
 * @param isMany whether the value is a list of keys
 */
export function relatedByKey(
  name: string,
  isMany: boolean,
  model: Model,
  models: ReadonlyMap<string, Model>,
): RelationEnd | undefined {
  return model.relations.find((end) => {
    const target = models.get(end.target)
    if (end.many !== isMany || target === undefined) return false
    if (isKeyNameOf(name, end.name, isMany, target.key)) return true
    const hasOtherId = target.key !== 'id' && target.fields.some((field) => field.name === 'id')
    return isKeyNameOf(name, end.name, isMany) && !hasOtherId
  })
}

/** Returns whether nobody can read a field or relation, so that no document contains it and no parameter uses it. */
export function isHidden(name: string, { fields, relations }: Model, all: readonly Relation[]): boolean {
  const end = relations.find((each) => each.name === name)
  const relation = all.find(({ id }) => id === end?.relation)
  const json =
    relation === undefined
      ? fields.find((field) => field.name === name)?.json
      : end?.side === 'one'
        ? relation.fieldJson
        : relation.backrefJson
  return json?.['writeOnly'] === true
}
