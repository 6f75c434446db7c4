import { writersOf } from '../access/write-rules.js'
import type { Field, Model, Visibility } from '../ir/index.js'
import { writeRuleOf } from '../ir/lookup.js'
import { type ApiChange, changesAt, formerName, isDeclared, type Owned, typeText } from './change.js'
import { schemaChanges } from './schema-changes.js'

/** Returns the changed fields of a model. Foreign keys are not visible to clients. */
export function fieldChanges(before: Model, owned: Owned): readonly ApiChange[] {
  const after = owned.model
  const old = new Map(before.fields.filter(isPublic).map((field) => [field.name, field]))
  const now = new Map(after.fields.filter(isPublic).map((field) => [field.name, field]))
  const isNew = ({ name }: Field): boolean => !old.has(name)
  const renamed = new Set([...now.values()].filter(isNew).map(({ renamedFrom }) => renamedFrom))
  return [
    ...[...old.keys()]
      .filter((name) => !now.has(name) && !renamed.has(name))
      .map((name) => ({ change: 'removed', breaking: true, where: `${after.id}.${name}` })),
    ...[...now.values()].flatMap((field) => {
      const where = `${after.id}.${field.name}`
      const was = old.get(field.name) ?? old.get(field.renamedFrom ?? '')
      if (was !== undefined) return changesOf(was, field, where)
      const must = isRequired(field)
      return [{ change: must ? 'added (required)' : 'added', breaking: must, where }]
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
    return [{ change, breaking: writeRuleOf(after, name) !== undefined, where: `${after.id}.${name}` }]
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

function changesOf(before: Field, after: Field, where: string): readonly ApiChange[] {
  const { changes, note } = changesAt(where)
  if (before.name !== after.name) note(`renamed from ${before.name}`, true)
  if (typeText(before) !== typeText(after))
    note(`type changed from ${typeText(before)} to ${typeText(after)}`, true)
  if (!isRequired(before) && isRequired(after)) note('now required', true)
  if (isRequired(before) && !isRequired(after)) note('no longer required', false)
  if (!before.constraints.unique && after.constraints.unique) note('now unique', true)
  if (before.constraints.unique && !after.constraints.unique) note('no longer unique', false)
  if (JSON.stringify(before.default) !== JSON.stringify(after.default)) note('default changed', false)
  if (before.stored && !after.stored) note('no longer stored', true)
  if (!before.stored && after.stored) note('now stored', false)
  for (const { change, breaking } of schemaChanges(before.json, after.json)) note(change, breaking)
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
      const was = isSeen(before.visibility, audience, name)
      const is = isSeen(after.visibility, audience, name)
      if (was === is) return []
      const change = is ? `now visible to ${callers}` : `now hidden from ${callers}`
      return [{ change, breaking: was, where: `${after.id}.${name}` }]
    }),
  )
}

function isSeen(visibility: Visibility, audience: 'public' | 'authenticated', name: string): boolean {
  return !visibility.hidden.includes(name) && (visibility[audience]?.includes(name) ?? true)
}
