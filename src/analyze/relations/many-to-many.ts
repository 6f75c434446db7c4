import type { Relation } from '../../ir/index.js'
import type { Named } from '../../schema/node.js'
import { findModel, modelNames } from '../models/models-by-name.js'
import type { LinkModels } from './link-models.js'
import type { Link, LinkSource } from './links.js'

/** Reports settings that contradict each other, and returns whether the relationship can be many-to-many. */
export function checkManyToMany({ id, property }: Link, { collector }: LinkSource): boolean {
  const { manyToMany, through, useList, foreignKeys, onDelete, backrefOnDelete } = property.settings
  const problem = !manyToMany
    ? through !== null && '"through" has a meaning only with "many_to_many": true'
    : !useList
      ? `${id} cannot be both many-to-many and one-to-one`
      : foreignKeys !== null
        ? `${id} is many-to-many, so no foreign key links its items`
        : (onDelete === 'cascade' || backrefOnDelete === 'cascade') &&
          `${id} is many-to-many, so deleting an item cannot delete the items at the other end`
  if (problem === false) return true
  collector.report('SVC4035', {
    message: problem,
    at: property.settings.typeAt,
    help: manyToMany
      ? useList
        ? 'Remove the setting; links are deleted with the items at both ends, unless "ondelete" is RESTRICT'
        : 'Remove "uselist" or "many_to_many"'
      : 'Add it, or remove "through"',
  })
  return false
}

/** What the relations of many-to-many relationships need from the other relations. */
export interface ThroughSource extends LinkSource {
  readonly made: LinkModels
  /** The relations that are not many-to-many. */
  readonly relations: readonly Relation[]
}

/** The relations of a model's items to links and back, by which a relationship leads. */
export interface Sides {
  readonly near: Relation
  readonly far: Relation
}

/** Returns the relations to the links of a many-to-many relationship. Reports and returns null if there are none. */
export function sidesOf(link: Link, source: ThroughSource): Sides | null {
  const { through } = link.property.settings
  if (through === null) return madeSides(link, source)
  const [written = '', nearName] = through.name.split('.')
  const model = findModel({ name: written, at: through.at }, modelNames(source), source.collector)
  if (model === null) return null
  const toLinks = source.relations.filter(({ to }) => to === model)
  const nears = toLinks.filter(
    ({ from, backref }) => from === link.from && (nearName === undefined || backref === nearName),
  )
  const fars = toLinks.filter((relation) => relation.from === link.to && !nears.includes(relation))
  const [near, ...otherNears] = nears
  const [far, ...otherFars] = fars
  const isRuled = (source.models.get(model)?.schema.rowRules ?? null) !== null
  if (near !== undefined && far !== undefined && otherNears.length + otherFars.length === 0 && !isRuled)
    return showsNoHiddenLinks(link, model, [near, far], source, through) &&
      isWritable(link, model, [near, far], source, through)
      ? { near, far }
      : null
  source.collector.report('SVC4036', {
    message: isRuled
      ? `${model} cannot link the items of ${link.id}, because it has row rules, which would not restrict these lists`
      : `${model} cannot link the items of ${link.id}: it needs one to-one relation to ${link.from} and ${link.to === link.from ? 'another one' : `one to ${link.to}`}`,
    at: through.at,
    related: toLinks.map(({ id, backref }) => ({
      message: `${model}.${backref} is the back-reference of ${id}`,
      at: source.models.get(model)?.schema.at ?? link.property.nameAt,
    })),
    help: isRuled
      ? `Remove this relationship, and use the lists of ${model} on both models instead`
      : nears.length > 1
        ? `Name the back-reference that refers to the item with the list, as in "through": "${model}.${nears[0]?.backref ?? ''}"`
        : `Add a relationship to ${model} on both models`,
  })
  return null
}

function madeSides({ id, from, to }: Link, { made, relations }: ThroughSource): Sides | null {
  const names = made.get(id)
  const near = relations.find((each) => each.to === names?.model && each.backref === names.near)
  const far = relations.find((each) => each.to === names?.model && each.backref === names.far)
  return near?.from === from && far?.from === to ? { near, far } : null
}

/** Returns whether links can be made without further values, unless no client sets the list. */
function isWritable(
  link: Link,
  model: string,
  sides: readonly Relation[],
  source: ThroughSource,
  at: Named,
): boolean {
  const others = requiredOf(model, source).filter((name) =>
    sides.every(({ backref, foreignKey }) => name !== backref && name !== foreignKey.field),
  )
  if (isReadOnly(link, source)) return true
  const ruled = ruledOf(link, model, sides, source)
  if (ruled !== null)
    source.collector.report('SVC4037', {
      message: `Writes of ${link.id} would change "${ruled}" of ${model}, which not all clients can write`,
      at: at.at,
      help: `Add "readOnly": true, or the same "_writable_by", to both lists, "${link.property.name}" of ${link.from} and "${link.backref.name}" of ${link.to}`,
    })
  if (others.length === 0) return ruled === null
  source.collector.report('SVC4037', {
    message: `${link.id} cannot be written, because each ${model} also needs ${others.map((name) => `"${name}"`).join(', ')}`,
    at: at.at,
    help: `Add "readOnly": true to both lists, "${link.property.name}" of ${link.from} and "${link.backref.name}" of ${link.to}, so that only writes of ${model} change them, or give ${others.length === 1 ? 'this field a default' : 'these fields defaults'}`,
  })
  return false
}

/** Returns a relation of the links whose write rule the lists lack; null if there is none. */
function ruledOf(
  link: Link,
  model: string,
  sides: readonly Relation[],
  { models }: ThroughSource,
): string | null {
  const writers = (of: string, name: string): string => {
    const rule = models.get(of)?.schema.properties.find((each) => each.name === name)?.writeRule
    return rule?.readOnly === true
      ? 'nobody'
      : JSON.stringify(rule?.writableBy?.map((each) => each.name) ?? 'all')
  }
  const lists = [writers(link.from, link.property.name), writers(link.to, link.backref.name)]
  for (const { backref, foreignKey } of sides)
    for (const name of [backref, foreignKey.field ?? backref]) {
      const needed = writers(model, name)
      if (needed !== '"all"' && lists.some((list) => list !== needed && list !== 'nobody')) return name
    }
  return null
}

/** Reports and returns false if a list shows what its links hide. */
function showsNoHiddenLinks(
  link: Link,
  model: string,
  sides: readonly Relation[],
  { models, collector }: ThroughSource,
  at: Named,
): boolean {
  const shows = (of: string, name: string, level: 'publicFields' | 'authFields'): boolean => {
    const schema = models.get(of)?.schema
    if (schema?.hiddenFields.some((each) => each.name === name) === true) return false
    return schema?.[level]?.some((each) => each.name === name) ?? true
  }
  const lists = [
    { of: link.from, name: link.property.name },
    { of: link.to, name: link.backref.name },
  ]
  for (const level of ['publicFields', 'authFields'] as const)
    for (const { backref } of sides) {
      const shown = lists.find(({ of, name }) => !shows(model, backref, level) && shows(of, name, level))
      if (shown === undefined) continue
      const callers = level === 'publicFields' ? 'anonymous callers' : 'users'
      collector.report('SVC4036', {
        message: `${model} cannot link the items of ${link.id}, because "${backref}" of ${model} is hidden from ${callers}, who see "${shown.name}" of ${shown.of}`,
        at: at.at,
        help: `Hide "${shown.name}" of ${shown.of} as well, with "_hidden_fields", "_public_fields" or "_auth_fields"`,
      })
      return false
    }
  return true
}

function requiredOf(model: string, { models, relations }: ThroughSource): readonly string[] {
  const schema = models.get(model)?.schema
  const fields = (schema?.properties ?? []).filter(
    ({ required, settings }) =>
      required &&
      settings !== null &&
      settings.default === null &&
      settings.type !== 'foreign_key' &&
      settings.type !== 'relationship' &&
      settings.type !== 'id_field',
  )
  const held = relations.filter(({ to, required }) => to === model && required)
  return [...new Set([...fields, ...held.map(({ backref }) => ({ name: backref }))].map(({ name }) => name))]
}

/** Returns whether clients can set the list at neither end. */
function isReadOnly({ property, to, backref }: Link, { models }: ThroughSource): boolean {
  const other = models.get(to)?.schema.properties.find(({ name }) => name === backref.name)
  return property.writeRule?.readOnly === true && other?.writeRule?.readOnly === true
}

/** What a relation has whatever links its items. */
export type Common = Pick<
  Relation,
  'fieldJson' | 'backrefJson' | 'listed' | 'processors' | 'backrefProcessors' | 'renamedFrom' | 'loc'
>

/** Returns a many-to-many relation and the one in the other direction. */
export function bothDirections(
  { from, property, to, backref }: Link,
  { near, far }: Sides,
  [forward, backward]: readonly [Common, Common],
): readonly Relation[] {
  const one = { from, field: property.name, to, backref: backref.name }
  const other = { from: to, field: backref.name, to: from, backref: property.name }
  return [directed(one, { near, far }, forward), directed(other, { near: far, far: near }, backward)]
}

function directed(
  ends: Pick<Relation, 'from' | 'field' | 'to' | 'backref'>,
  { near, far }: Sides,
  common: Common,
): Relation {
  return {
    id: `${ends.from}.${ends.field}`,
    kind: 'many-to-many',
    ...ends,
    foreignKey: { ...near.foreignKey, field: null },
    through: { model: near.to, links: near.field, near: near.backref, far: far.backref },
    required: false,
    // The links have rules of their own.
    onDelete: 'nullify',
    backrefOnDelete: 'nullify',
    ...common,
  }
}
