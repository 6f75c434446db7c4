import { Collector } from '../../diagnostics/collector.js'
import {
  effectiveSchema,
  type ForeignKey,
  type Engine,
  type FieldType,
  isNumeric,
  type Json,
  matchesPattern,
  UNCONSTRAINED,
} from '../../ir/index.js'
import { looseMatch, looseKey } from '../../naming/loose-match.js'
import { type Named, toJson } from '../../schema/node.js'
import { didYouMean } from '../../diagnostics/nearest.js'
import { columnsOf } from '../models/fields.js'
import type { Property } from '../../schema/property.js'
import { storedProperties, type StoredProperty } from '../models/stored-properties.js'
import { type Ends, endsOf } from '../models/ends.js'
import { findModel, modelNames, type ModelNames } from '../models/models-by-name.js'
import { isLinkModel, type Link, type RelationSource } from './links.js'
import type { LinkedModel } from '../models/key.js'
import type { Related } from '../../diagnostics/diagnostic.js'
import { expectedBackfill, readDefault } from '../../schema/settings/default.js'
import { databaseType } from '../../schema/settings/settings-table.js'

type LinkKey = ForeignKey & { readonly required: boolean }

interface Candidate {
  readonly property: StoredProperty
  readonly target: string
}

/**
 * Returns the foreign key of each relationship. With svc_sqla, missing, ambiguous and invalid foreign keys are
 * reported with the locations of both ends, except that a missing one is made in OpenAPI documents. With svc_mongodb, matching foreign keys are used, so that they are hidden
 * from documents as with svc_sqla. Others are ignored.
 */
export function assignForeignKeys(
  links: readonly Link[],
  source: RelationSource,
): ReadonlyMap<Link, LinkKey> {
  const isStrict = source.engine === 'svc_sqla'
  const ends = endsOf(links)
  const quiet = isStrict ? source : { ...source, collector: new Collector() }
  const candidates = candidatesOf(quiet)
  const assigned = new Map<Link, LinkKey>()
  const owners = new Map<StoredProperty, Link>()
  for (const link of links) {
    const all = candidates.get(link.to) ?? []
    const chosen = choose(link, ends, all, quiet)
    const rival = chosen === null ? undefined : owners.get(chosen)
    if (chosen !== null && rival !== undefined) reportShared(link, rival, chosen, quiet.collector)
    const usable = chosen !== null && rival === undefined ? chosen : null
    if (usable !== null) owners.set(usable, link)
    if (usable !== null) checkColumn(link, usable, quiet)
    checkBackfill(link, usable ?? backReference(link, source), source)
    checkKeyType(link, source)
    if (usable !== null || !isStrict || makesKey(link, source))
      assigned.set(link, linkKey(link, usable, ends, source))
  }
  if (isStrict && source.unread.size === 0) reportUnused(candidates, owners, ends, source)
  return assigned
}

function candidatesOf(source: RelationSource): ReadonlyMap<string, readonly Candidate[]> {
  const names = modelNames(source)
  return new Map(
    [...source.models].map(([name, { schema }]) => [
      name,
      storedProperties(schema)
        .filter(({ settings }) => settings.type === 'foreign_key')
        .flatMap((property) => candidate(property, names, source.collector)),
    ]),
  )
}

function candidate(property: StoredProperty, names: ModelNames, collector: Collector): readonly Candidate[] {
  const { refDocument, typeAt } = property.settings
  if (refDocument === null) {
    const message = `Foreign key "${property.name}" has no "ref_document"`
    collector.report('SVC3020', { message, at: typeAt, help: 'Add it, as in "ref_document": "User"' })
    return []
  }
  const target = findModel(refDocument, names, collector)
  return target === null ? [] : [{ property, target }]
}

function choose(
  link: Link,
  ends: Ends<Link>,
  all: readonly Candidate[],
  source: RelationSource,
): StoredProperty | null {
  const { models, collector } = source
  const fitting = all.filter(({ target }) => target === link.from)
  const { foreignKeys } = link.property.settings
  if (foreignKeys !== null) return named(link, foreignKeys, fitting, collector)
  const rivals = ends.to(link.to).filter(({ from }) => from === link.from)
  const [only, ...others] = fitting
  if (only === undefined && hasUnread(models.get(link.to), all)) return null
  if (only === undefined)
    return makesKey(link, source) ? null : reportMissing(link, all, models.get(link.to), collector)
  if (others.length === 0 && rivals.length === 1) return only.property
  collector.report('SVC4011', {
    message: `Ambiguous foreign key for ${link.id} in ${link.to}`,
    at: link.property.nameAt,
    related: fitting.map(({ property }) => foreignKeyHere(link.to, property)),
    help: `Specify the foreign key, as in "foreign_keys": "${link.to}.${only.property.name}"`,
  })
  return null
}

/** Returns whether a foreign key that is not declared is made. */
function makesKey({ to }: Link, { makesKeys, made }: RelationSource): boolean {
  return makesKeys || isLinkModel(to, made)
}

/** Returns whether the missing foreign key might be an invalid one that has already been reported. */
function hasUnread(to: LinkedModel | undefined, all: readonly Candidate[]): boolean {
  const declared = to?.schema.properties.filter(({ settings }) => settings?.type === 'foreign_key') ?? []
  return to?.schema.faulty === true || declared.length > all.length
}

function named(
  link: Link,
  key: Named,
  fitting: readonly Candidate[],
  collector: Collector,
): StoredProperty | null {
  const dot = key.name.indexOf('.')
  const field = key.name.slice(dot + 1)
  const isModel = dot === -1 || looseMatch(key.name.slice(0, dot), [link.to]) !== null
  const found = isModel ? fitting.find(({ property }) => property.name === field) : undefined
  if (found !== undefined) return found.property
  collector.report('SVC4012', {
    message: `"${key.name}" is not a foreign key from ${link.to} to ${link.from}`,
    at: key.at,
    related: fitting.map(({ property }) => foreignKeyHere(link.to, property)),
    help: () =>
      didYouMean(
        key.name,
        fitting.map(({ property }) => `${link.to}.${property.name}`),
      ),
  })
  return null
}

function reportMissing(
  link: Link,
  all: readonly Candidate[],
  to: LinkedModel | undefined,
  collector: Collector,
): null {
  collector.report('SVC4010', {
    message: `With svc_sqla, ${link.id} requires a foreign key from ${link.to} to ${link.from}`,
    at: link.document.at,
    related: [
      ...(to === undefined ? [] : [{ message: `Schema of ${link.to}`, at: to.schema.at }]),
      ...all.map(({ property, target }) => ({
        message: `Foreign key ${link.to}.${property.name} refers to ${target}`,
        at: property.nameAt,
      })),
    ],
    help: `Add a field of type foreign_key with "ref_document": "${link.from}" to ${link.to}`,
  })
  return null
}

function reportShared(link: Link, rival: Link, property: StoredProperty, collector: Collector): void {
  collector.report('SVC4012', {
    message: `Foreign key ${link.to}.${property.name} is already used by ${rival.id}`,
    at: link.property.settings.foreignKeys?.at ?? link.property.nameAt,
    related: [
      { message: `Relationship ${rival.id} declared here`, at: rival.property.nameAt },
      foreignKeyHere(link.to, property),
    ],
    help: 'Add a separate foreign key for each relationship',
  })
}

function linkKey(
  link: Link,
  property: StoredProperty | null,
  ends: Ends<Link>,
  { models, made }: RelationSource,
): LinkKey {
  const to = models.get(link.to)
  const backrefs = ends.to(link.to).map(({ backref }) => backref.name)
  const field = property?.name ?? null
  const columns = to === undefined ? new Map<string, string>() : columnsOf(to, backrefs)
  return {
    field,
    column: columns.get(field ?? link.backref.name) ?? link.backref.name,
    type: models.get(link.from)?.key.type ?? 'id_field',
    required: property?.required ?? (isLinkModel(link.to, made) || isRequiredItem(to, link.backref.name)),
  }
}

/** Returns whether a property that refers to an item of a stored component must have a value. */
function isRequiredItem(to: LinkedModel | undefined, name: string): boolean {
  const property = to?.schema.properties.find((each) => each.name === name)
  return property?.related !== null && property?.required === true && !property.related.nullable
}

/** Checks that `ref_column` and `ref_column_type` match the primary key on the "one" side. */
function checkColumn(
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

/** Returns the property that describes the back-reference of a link. */
function backReference(
  { to, backref }: Pick<Link, 'to' | 'backref'>,
  { models }: Pick<RelationSource, 'models'>,
): Property | undefined {
  return models.get(to)?.schema.properties.find(({ name }) => name === backref.name)
}

/** Checks that a property with `x-relation` can contain the keys of the related items: integers also as text. */
function checkKeyType({ from, to, backref }: Link, { models, engine, collector }: RelationSource): void {
  const target = models.get(from)
  const property = backReference({ to, backref }, { models })
  const types = property?.related?.keyTypes ?? []
  if (target === undefined || property === undefined || types.length === 0) return
  if (types.includes('string')) {
    checkKeyPattern(from, property, target, { engine, collector })
    return
  }
  const isNumber = types.some((type) => type === 'integer' || type === 'number')
  if (isNumber && isInteger(target.key.type, engine)) return
  collector.report('SVC4014', {
    message: `"${property.name}" cannot contain keys of ${from}, because its JSON type is "${types.join('" or "')}"`,
    at: property.nameAt,
    related: [keyHere(from, target)],
    help: 'Change one of the types, or remove "x-relation"',
  })
}

/** Checks that the pattern of a property with `x-relation` allows keys of the related items, as those of resource names do not. */
function checkKeyPattern(
  component: string,
  { name, nameAt, json }: Property,
  target: LinkedModel,
  { engine, collector }: Pick<RelationSource, 'engine' | 'collector'>,
): void {
  const { pattern } = json
  if (typeof pattern !== 'string') return
  const key = effectiveSchema(
    target.schema.properties.find((each) => each.name === target.key.name)?.json ?? {},
  )
  const [, segment] = /^\^\/?([\w-]+)\\?\//.exec(pattern) ?? []
  const isAllowed = (texts: readonly string[]): boolean => texts.some((text) => matchesPattern(pattern, text))
  const isRefused = isInteger(target.key.type, engine)
    ? !isAllowed(['1', '42', '1000000'])
    : key['format'] === 'uuid' || (target.key.made === 'uuid' && key['readOnly'] === true)
      ? !isAllowed(UUIDS)
      : segment !== undefined && key['pattern'] !== pattern
  if (!isRefused) return
  const own = `${name}_key`
  collector.report('SVC4014', {
    message: `"${name}" cannot contain keys of ${component}, because ${segment === undefined ? 'its pattern allows none' : 'its pattern is that of resource names'}`,
    at: nameAt,
    related: [keyHere(component, target)],
    help:
      segment === undefined
        ? 'Change the pattern, or remove "x-relation"'
        : `Remove "x-relation", so that the name is stored as text, or declare the key as well, as in "${own}: { type: string, x-relation: ${component} }", and write "x-link: ${segment}/{${own}}" next to "${name}" instead`,
  })
}

const UUIDS: readonly string[] = [
  '00000000-0000-4000-8000-000000000000',
  'f47ac10b-58cc-4372-a567-0e02b2c3d479',
  'F47AC10B-58CC-4372-A567-0E02B2C3D479',
]

/** Returns whether keys are numbers. Those that MongoDB generates are ObjectIds. */
function isInteger(type: FieldType, engine: Engine): boolean {
  return isNumeric(type) && (type !== 'id_field' || engine === 'svc_sqla')
}

/** Checks that the `_backfill` for a foreign key is a valid key on the "one" side. */
function checkBackfill(
  link: Link,
  property: Property | undefined,
  { models, engine, collector }: RelationSource,
): void {
  const key = models.get(link.from)?.key
  const { name = '', backfill = null } = property ?? {}
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

function foreignKeyHere(model: string, { name, nameAt }: StoredProperty): Related {
  return { message: `Foreign key ${model}.${name} declared here`, at: nameAt }
}

/** Warns about foreign keys that could never have a value because no relationship uses them. */
function reportUnused(
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
