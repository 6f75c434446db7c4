import type { Related } from '../../diagnostics/diagnostic.js'
import { type Engine, type FieldType, type Json, UNCONSTRAINED } from '../../ir/index.js'
import { looseKey } from '../../naming/loose-match.js'
import { toJson } from '../../schema/node.js'
import { expectedBackfill, readDefault } from '../../schema/settings/default.js'
import { databaseType } from '../../schema/settings/settings-table.js'
import type { Ends } from '../models/ends.js'
import type { Candidate } from './foreign-keys.js'
import type { Link, RelationSource } from './links.js'
import type { LinkedModel } from '../models/key.js'
import type { StoredProperty } from '../models/stored-field.js'

/** Checks that `ref_column` and `ref_column_type` match the primary key on the "one" side. */
export function checkColumn(
  link: Link,
  { name, settings }: StoredProperty,
  { models, collector }: RelationSource,
): void {
  const target = models.get(link.from)
  if (target === undefined) return
  const column = `${link.from.toLowerCase()}.${target.key.name}`
  const related = [
    keyHere(link.from, target),
    { message: `Relationship ${link.id} declared here`, at: link.property.nameAt },
  ]
  const { refColumn, refColumnType } = settings
  if (!isColumn(refColumn?.name, link.from, target.key.name)) {
    const message =
      refColumn === null
        ? `Foreign key "${name}" has no "ref_column"`
        : `"${refColumn.name}" is not the primary key of ${link.from}`
    collector.report('SVC4013', {
      message,
      at: refColumn?.at ?? settings.typeAt,
      related,
      help: `Set "ref_column": "${column}"`,
    })
  }
  if (refColumnType !== null && isTypeOf(refColumnType.name, target.key.type)) return
  const message =
    refColumnType === null
      ? `Foreign key "${name}" has no "ref_column_type"`
      : `"${refColumnType.name}" is not the type of ${link.from}.${target.key.name}`
  collector.report('SVC4014', {
    message,
    at: refColumnType?.at ?? settings.typeAt,
    related,
    help: `Set "ref_column_type": "${target.key.type}"`,
  })
}

/** Checks that the `_backfill` for a foreign key is a valid key on the "one" side. */
export function checkBackfill(
  link: Link,
  { name, backfill }: StoredProperty,
  { models, engine, collector }: RelationSource,
): void {
  const key = models.get(link.from)?.key
  if (backfill === null || key === undefined) return
  const form =
    key.type === 'id_field'
      ? expectedGeneratedKey(toJson(backfill), engine)
      : expectedBackfill(readDefault(toJson(backfill), key.type), key.type, UNCONSTRAINED)
  if (form === undefined) return
  const message = `"_backfill" for "${name}" must be a key of ${link.from}: ${form}`
  collector.report('SVC3029', { message, at: backfill.at })
}

function expectedGeneratedKey(value: Json, engine: Engine): string | undefined {
  if (engine === 'svc_mongodb')
    return typeof value === 'string' && /^[0-9a-f]{24}$/.test(value) ? undefined : '24 hexadecimal digits'
  return typeof value === 'number' && Number.isInteger(value) && value > 0 ? undefined : 'a positive integer'
}

function isColumn(written: string | undefined, model: string, key: string): boolean {
  const dot = written?.indexOf('.') ?? -1
  return (
    written !== undefined &&
    looseKey(written.slice(0, dot)) === looseKey(model) &&
    written.slice(dot + 1) === key
  )
}

/** A generated key is an integer in SQL, so that `integer` and `big_integer` also denote its type. */
function isTypeOf(spelling: string, key: FieldType): boolean {
  const type = databaseType(spelling)
  return type === key || (key === 'id_field' && (type === 'integer' || type === 'big_integer'))
}

function keyHere(model: string, { schema, key }: LinkedModel): Related {
  const property = schema.properties.find(({ name }) => name === key.name)
  return {
    message: `The primary key of ${model} is "${key.name}", of type "${key.type}"`,
    at: property?.nameAt ?? schema.at,
  }
}

export function foreignKeyHere(model: string, { name, nameAt }: StoredProperty): Related {
  return { message: `Foreign key ${model}.${name} declared here`, at: nameAt }
}

/** Warns about foreign keys that could never have a value because no relationship uses them. */
export function reportUnused(
  candidates: ReadonlyMap<string, readonly Candidate[]>,
  owners: ReadonlyMap<StoredProperty, Link>,
  ends: Ends<Link>,
  { models, collector }: RelationSource,
): void {
  for (const [model, fields] of candidates) {
    for (const { property, target } of fields) {
      const own = ends.from(target)
      const isUnread = countRelationships(models.get(target)) > own.length
      const mayBeMeant = isUnread || own.some(({ to }) => to === model)
      if (owners.has(property) || mayBeMeant) continue
      collector.report('SVC4017', {
        message: `No relationship on ${target} uses the foreign key ${model}.${property.name}; it is ignored`,
        at: property.nameAt,
        help: `Add a relationship with "document": "${model}" to ${target}`,
      })
    }
  }
}

function countRelationships(linked: LinkedModel | undefined): number {
  const faulty = linked?.schema.faulty === true ? 1 : 0
  return (
    faulty +
    (linked?.schema.properties.filter(({ settings }) => settings?.type === 'relationship').length ?? 0)
  )
}
