import { writersOf } from '../access/write-rules.js'
import type { Field, Model, Service } from '../ir/index.js'
import { isSeenBy, writeRuleOf } from '../ir/lookup.js'
import {
  type ApiChange,
  changeAt,
  changesAt,
  formerName,
  isDeclared,
  type Owned,
  typeText,
} from './change.js'
import { schemaChanges } from './schema-changes.js'

/**
 * Returns the changed fields of a model. Foreign keys are not visible to clients.
 * @param isShown whether svcgen makes the documents and bodies of the model; if the contracts of all its operations are
 * declared, these say what changes for clients
 */
export function fieldChanges(former: Owned, owned: Owned, isShown: boolean): readonly ApiChange[] {
  const before = former.model
  const after = owned.model
  if (!isShown) return [...constraintChanges(before, owned), ...writeRuleChanges(before, owned)]
  const old = new Map(before.fields.filter(isPublic).map((field) => [field.name, field]))
  const now = new Map(after.fields.filter(isPublic).map((field) => [field.name, field]))
  const isNew = ({ name }: Field): boolean => !old.has(name)
  const renamed = new Set([...now.values()].filter(isNew).map(({ renamedFrom }) => renamedFrom))
  return [
    ...[...old.keys()]
      .filter((name) => !now.has(name) && !renamed.has(name))
      .map((name) => changeAt(`${after.id}.${name}`, 'field-removed', 'removed')),
    ...[...now.values()].flatMap((field) => {
      const where = `${after.id}.${field.name}`
      const was = old.get(field.name) ?? old.get(field.renamedFrom ?? '')
      if (was !== undefined) {
        const isSeen = AUDIENCES.some(([audience]) => isSeenBy(audience, after.visibility, field.name))
        return changesOf(
          { service: former.service, field: was },
          { service: owned.service, field },
          { where, isSeen },
        )
      }
      const must = isRequired(field)
      return [
        changeAt(where, must ? 'field-added-required' : 'field-added', must ? 'added (required)' : 'added'),
      ]
    }),
    ...visibilityChanges(before, after),
    ...writeRuleChanges(before, owned),
  ]
}

/** Returns the changes to write rules. Any change except removing a rule might break clients. */
function writeRuleChanges(before: Model, owned: Owned): readonly ApiChange[] {
  const after = owned.model
  const names = [...after.fields, ...after.relations].map(({ name }) => name)
  return names.sort().flatMap((name): readonly ApiChange[] => {
    const former = formerName(name, before, owned)
    const was = writersText(before, former)
    const is = writersText(after, name)
    if (was === is || !isDeclared(former, before)) return []
    const change = `writable by ${is} (previously ${was})`
    const isRestricted = writeRuleOf(after, name) !== undefined
    const rule = isRestricted ? 'field-writers-restricted' : 'field-writers-unrestricted'
    return [changeAt(`${after.id}.${name}`, rule, change)]
  })
}

function writersText(model: Model, name: string): string {
  const rule = writeRuleOf(model, name)
  if (rule === undefined) return 'all callers'
  const { create, update } = writersOf(rule)
  return create === update ? create : `${create} on create and ${update} on update`
}

function isPublic({ type }: Field): boolean {
  return type !== 'foreign_key'
}

function isRequired({ constraints, default: value }: Field): boolean {
  return constraints.required && value === null
}

interface FieldOf {
  readonly service: Service
  readonly field: Field
}

function changesOf(
  was: FieldOf,
  is: FieldOf,
  { where, isSeen }: { readonly where: string; readonly isSeen: boolean },
): readonly ApiChange[] {
  const [before, after] = [was.field, is.field]
  const { changes, note } = changesAt(where)
  const hasOtherType = typeText(before) !== typeText(after)
  if (before.name !== after.name) note('field-renamed', `renamed from ${before.name}`)
  if (hasOtherType) note('field-type-changed', `type changed from ${typeText(before)} to ${typeText(after)}`)
  if (!isRequired(before) && isRequired(after)) note('field-became-required', 'now required')
  if (isRequired(before) && !isRequired(after)) note('field-became-optional', 'no longer required')
  const inSchemas = schemaChanges(
    { service: was.service, schema: before.json },
    { service: is.service, schema: after.json },
    isSeen,
  )
  return [
    ...changes,
    ...inSchemas
      // The types of the schema are those of the field.
      .filter(({ at, rule }) => !(hasOtherType && at === '' && /type-|list-of-types-/.test(rule)))
      .map(({ at, rule, breaking, change }) => ({ change, breaking, where: where + at, rule })),
    ...constraintsOf(before, after, where),
  ]
}

/** Returns the changes to what values the database accepts, which no schema says. */
function constraintChanges(before: Model, { model }: Owned): readonly ApiChange[] {
  return model.fields.filter(isPublic).flatMap((field) => {
    const was = before.fields.find(({ name }) => name === field.name)
    return was === undefined ? [] : constraintsOf(was, field, `${model.id}.${field.name}`)
  })
}

function constraintsOf(before: Field, after: Field, where: string): readonly ApiChange[] {
  const { changes, note } = changesAt(where)
  if (!before.constraints.unique && after.constraints.unique) note('field-became-unique', 'now unique')
  if (before.constraints.unique && !after.constraints.unique)
    note('field-no-longer-unique', 'no longer unique')
  if (JSON.stringify(before.default) !== JSON.stringify(after.default))
    note('field-default-changed', 'default changed')
  if (before.stored && !after.stored) note('field-no-longer-stored', 'no longer stored')
  if (!before.stored && after.stored) note('field-stored', 'now stored')
  return changes
}

const AUDIENCES = [
  ['public', 'anonymous callers'],
  ['authenticated', 'users'],
] as const

function visibilityChanges(before: Model, after: Model): readonly ApiChange[] {
  const stays = after.fields.filter(({ name }) => before.fields.some((old) => old.name === name))
  return stays.flatMap(({ name }) =>
    AUDIENCES.flatMap(([audience, callers]) => {
      const was = isSeenBy(audience, before.visibility, name)
      const is = isSeenBy(audience, after.visibility, name)
      if (was === is) return []
      const change = is ? `now visible to ${callers}` : `now hidden from ${callers}`
      return [changeAt(`${after.id}.${name}`, is ? 'field-shown' : 'field-hidden', change)]
    }),
  )
}
