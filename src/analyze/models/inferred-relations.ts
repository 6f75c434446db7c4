import { didYouMean } from '../../diagnostics/nearest.js'
import type { Collector } from '../../diagnostics/collector.js'
import { isKeyNameOf } from '../../naming/key-names.js'
import { looseKey } from '../../naming/loose-match.js'
import { componentModel } from '../../naming/model-names.js'
import { sortedBy } from '../../naming/order.js'
import { listed } from '../../naming/phrases.js'
import { pluralOf, singularOf } from '../../naming/plural.js'
import { UniqueNames } from '../../naming/unique.js'
import { snakeCase, words } from '../../naming/words.js'
import type { ModelSchema } from '../../schema/index.js'
import type { RelatedItems } from '../../schema/inferred/related.js'
import { nodeOf, scalarOf, valueOf } from '../../schema/node.js'
import { hiddenList } from './hidden-list.js'
import type { Property } from '../../schema/property.js'
import { readSettings } from '../../schema/settings/settings.js'
import type { MapNode } from '../../source/node.js'
import type { Span } from '../../source/span.js'

/** A property whose values are items of another stored component, or a list of them. */
interface End {
  readonly model: string
  readonly property: Property
  readonly related: RelatedItems
  readonly target: string
}

type Schemas = ReadonlyMap<string, ModelSchema>

/**
 * Adds the relationships that properties with stored components imply. A list is the other end of a property of its
 * items. A property without such a list gets one that no document shows.
 * @param modelOf returns the name of the model of a component, or null
 */
export function withInferredRelations(
  schemas: Schemas,
  modelOf: (component: string) => string | null,
  collector: Collector,
): Schemas {
  const ends = [...schemas].flatMap(([model, schema]) =>
    schema.properties.flatMap((property) => endOf(model, property, schemas, modelOf, collector)),
  )
  const single = ends.filter(({ related }) => !related.many)
  const lists = ends.filter(({ related }) => related.many)
  const paired = new Map<End, End>()
  const changed = new Map<string, Property[]>()
  const change = (model: string, property: Property): void => {
    changed.set(model, [...(changed.get(model) ?? []), property])
  }
  const namesIn = (model: string): ReadonlySet<string> =>
    new Set([schemas.get(model)?.properties ?? [], changed.get(model) ?? []].flat().map(({ name }) => name))
  const linked = new Set<End | null>()
  const links = manyToMany(lists, single)
  const owning = [...single, ...links.map(({ list }) => list)]
  for (const both of links) {
    const { list, opposite } = both
    const { nameAt } = list.property
    const backref = opposite?.property.name ?? hiddenName(list, owning, namesIn(list.target))
    change(list.model, {
      ...list.property,
      settings: manyToManySettings(both, backref, collector),
      faulty: null,
    })
    if (opposite === null) {
      change(list.target, hiddenList({ name: backref, nameAt, settings: null }))
      reportUnlinked(list, schemas, collector)
    }
    linked.add(list).add(opposite)
  }
  for (const list of lists.filter((each) => !linked.has(each))) {
    const one = otherEndOf(list, single, paired, collector)
    if (one !== null) {
      paired.set(one, list)
      reportUnlikely(list, one, collector)
    }
    const settings = one === null ? null : relationshipOf(one, list, collector)
    const faulty = settings === null ? { document: null, backrefName: null } : null
    const processors = { backrefProcessors: one?.property.processors ?? [] }
    change(list.model, { ...list.property, settings, faulty, ...processors })
  }
  for (const one of single) {
    if (paired.has(one)) continue
    change(one.target, hiddenListOf(one, hiddenName(one, single, namesIn(one.target)), collector))
  }
  return new Map(
    [...schemas].map(([model, schema]) => {
      const own = changed.get(model) ?? []
      const names = new Set(own.map(({ name }) => name))
      const properties = [...schema.properties.filter(({ name }) => !names.has(name)), ...own]
      return [
        model,
        own.length === 0 ? schema : { ...schema, properties: sortedBy(properties, ({ name }) => name) },
      ]
    }),
  )
}

/** Returns the end that a property is, unless a declared relationship has it as its back-reference. */
function endOf(
  model: string,
  property: Property,
  schemas: Schemas,
  modelOf: (component: string) => string | null,
  collector: Collector,
): readonly End[] {
  const { related, name } = property
  if (related === null || isBackReference(model, name, schemas)) return []
  const target = modelOf(related.component.name)
  if (target !== null) return [{ model, property, related, target }]
  collector.report('SVC4008', {
    message: `Unknown model "${related.component.name}"`,
    at: related.component.at,
    help: () => didYouMean(related.component.name, schemas.keys()) ?? 'Add "x-stored": true to the component',
  })
  return []
}

function isBackReference(model: string, name: string, schemas: Schemas): boolean {
  return [...schemas.values()].some(({ properties }) =>
    properties.some(
      ({ settings }) =>
        settings?.backrefName?.name === name && looseKey(settings.document?.name ?? '') === looseKey(model),
    ),
  )
}

/** Warns about a list whose items have a property that seems to contain the key of the item with the list. */
function reportUnlinked(list: End, schemas: Schemas, collector: Collector): void {
  const { model, property, target } = list
  const key = ownerKeyIn(schemas.get(target)?.properties ?? [], model, target)
  if (key === undefined || isDeclared(list)) return
  collector.report('SVC8091', {
    message: `"${property.name}" of ${model} is many-to-many, although "${key.name}" of ${target} may contain the key of its ${model}`,
    at: property.nameAt,
    help: `Write "x-relation: ${model}" next to "${key.name}", or "x-db-settings: { many_to_many: true }" next to "${property.name}" if items of ${target} can be in several lists`,
  })
}

/** Returns the property of the items of a list that seems to contain the key of the item with the list. */
export function ownerKeyIn(
  properties: readonly Property[],
  owner: string,
  items: string,
): Property | undefined {
  const owners = owner === items ? [owner, 'parent'] : [owner]
  return properties.find(
    ({ name, related }) => related === null && owners.some((each) => isKeyNameOf(name, each, false)),
  )
}

/**
 * Warns about a list that is the other end of the only relationship back, although neither name says so: `favorites` of User
 * as the listings whose `seller` is the user.
 */
function reportUnlikely(list: End, one: End, collector: Collector): void {
  const { model, property, target, related } = list
  const names = (name: string, component: string): boolean =>
    wordsOf(component).some((word) => wordsOf(name).includes(word))
  const isNamed = names(property.name, target) || names(one.property.name, model)
  if (isNamed || model === target || related.otherEnd !== null || related.settings !== null) return
  collector.report('SVC8094', {
    message: `"${property.name}" of ${model} contains the items of ${target} whose "${one.property.name}" is the ${model}, because no other property of ${target} refers to it`,
    at: property.nameAt,
    related: [{ message: `"${one.property.name}" is here`, at: one.property.nameAt }],
    help: `Write "x-relation: ${nameOf(one)}" next to "${property.name}" if this is meant, or "x-db-settings: { many_to_many: true }" if items of ${target} can be in several lists`,
  })
}

function wordsOf(name: string): readonly string[] {
  return words(name).map((word) => singularOf(word.toLowerCase()))
}

/** A list whose items do not refer back, so that both ends are lists. */
interface ManyToMany {
  readonly list: End
  /** The list at the other end; null if there is none, in which case no document shows the back-reference. */
  readonly opposite: End | null
}

/**
 * Returns the lists whose items have no property that refers back, with the lists at the other end. `x-relation` names the
 * list that is meant.
 */
function manyToMany(lists: readonly End[], single: readonly End[]): readonly ManyToMany[] {
  const unowned = lists.filter(
    (list) =>
      isDeclared(list) || single.every(({ model, target }) => model !== list.target || target !== list.model),
  )
  const found: ManyToMany[] = []
  const done = new Set<End>()
  for (const list of unowned) {
    if (done.has(list)) continue
    const opposites = oppositesOf(list, unowned)
    const [opposite = null, ...rivals] = opposites
    const isNamedOnly = opposite === null && list.related.otherEnd !== null
    if (isNamedOnly || rivals.length > 0 || (opposite !== null && oppositesOf(opposite, unowned).length > 1))
      continue
    found.push({ list, opposite })
    done.add(list)
    if (opposite !== null) done.add(opposite)
  }
  return found
}

function isDeclared({ related }: End): boolean {
  return related.settings !== null && scalarOf(valueOf(related.settings, 'many_to_many')) === true
}

/**
 * Returns the lists that can be at the other end of a list: the named one, or all without a name of another one. Two lists
 * of a model of its own items can be independent of each other.
 */
function oppositesOf(list: End, lists: readonly End[]): readonly End[] {
  const all = lists.filter(
    (other) => other !== list && other.model === list.target && other.target === list.model,
  )
  const names = (one: End, target: End): boolean | null =>
    one.related.otherEnd && isNamed(target, one.related.otherEnd.name)
  const named = all.filter((other) => names(list, other) === true || names(other, list) === true)
  const isChosen = named.length > 0 || list.related.otherEnd !== null
  if (isChosen || list.model === list.target) return named
  return all.filter((other) => other.related.otherEnd === null)
}

/** Returns the settings of a many-to-many relationship, with those beside the lists at both ends. */
function manyToManySettings(
  { list, opposite }: ManyToMany,
  backref: string,
  collector: Collector,
): Property['settings'] {
  return settingsOf(
    [list, opposite],
    { type: 'relationship', document: list.target, backref_name: backref, many_to_many: true },
    list.related.component.at,
    collector,
  )
}

/** Returns the property of its items to which a list belongs. Reports and returns null if there is not exactly one. */
function otherEndOf(
  list: End,
  single: readonly End[],
  paired: ReadonlyMap<End, End>,
  collector: Collector,
): End | null {
  const fitting = single.filter(({ model, target }) => model === list.target && target === list.model)
  const { otherEnd } = list.related
  const named = otherEnd === null ? fitting : fitting.filter((one) => isNamed(one, otherEnd.name))
  const [only, ...others] = named
  const rival = only === undefined ? undefined : paired.get(only)
  if (only !== undefined && others.length === 0 && rival === undefined) return only
  const own = `${list.model}.${list.property.name}`
  const names = fitting.map(nameOf)
  const choose = `Write "x-relation: ${names[0] ?? ''}" in "${list.property.name}"${names.length > 1 ? `, or ${listed(names.slice(1), 'or')}` : ''}`
  const help =
    fitting.length === 0
      ? `Name the list of ${list.target} at the other end, as in "x-relation: ${list.target}.${pluralOf(snakeCase(list.model))}", or store the list as JSON with "x-db-settings: { type: list, item_type: pickle }"`
      : choose
  collector.report('SVC8080', {
    message: messageFor(list, own, fitting, rival),
    at: otherEnd?.at ?? list.property.nameAt,
    related: fitting.map(({ property, model }) => ({
      message: `${model}.${property.name} is here`,
      at: property.nameAt,
    })),
    help,
  })
  return null
}

function messageFor(list: End, own: string, fitting: readonly End[], rival: End | undefined): string {
  const { otherEnd } = list.related
  if (rival !== undefined)
    return `${own} and ${nameOf(rival)} cannot both be the other end of the same property of ${list.target}`
  if (fitting.length === 0)
    return `${own} lists items of ${list.target}, which does not have exactly one list of ${list.model} for the other end`
  return otherEnd === null
    ? `${own} can be the other end of ${listed(fitting.map(nameOf))}`
    : `"${otherEnd.name}" is not a property of ${list.target} that refers to ${list.model}`
}

function nameOf({ model, property }: End): string {
  return `${model}.${property.name}`
}

function isNamed(one: End, text: string): boolean {
  const { name } = one.property
  if (text === name) return true
  // Names of components can contain dots.
  const component = text.slice(0, -name.length - 1)
  return text === `${component}.${name}` && looseKey(componentModel(component)) === looseKey(one.model)
}

/**
 * Returns the settings of a relationship, with those beside the properties at both ends. A unique one is one-to-one. Reports it
 * if its other end is declared as a list.
 */
function relationshipOf(one: End, list: End | null, collector: Collector): Property['settings'] {
  const { settings } = one.related
  const isUnique = settings !== null && scalarOf(valueOf(settings, 'unique')) === true
  if (isUnique && list !== null)
    collector.report('SVC8080', {
      message: `${nameOf(one)} is unique, but ${nameOf(list)} lists several items of ${one.model}`,
      at: one.property.nameAt,
      related: [{ message: `${nameOf(list)} is here`, at: list.property.nameAt }],
      help: `Remove "unique" from "${one.property.name}", or remove "${list.property.name}" from ${list.model}`,
    })
  const inferred = {
    type: 'relationship',
    document: one.model,
    backref_name: one.property.name,
    ...(isUnique ? { uselist: false } : {}),
  }
  return settingsOf([list, one], inferred, one.related.component.at, collector)
}

function settingsOf(
  ends: readonly (End | null)[],
  inferred: { readonly [key: string]: string | boolean },
  at: Span,
  collector: Collector,
): Property['settings'] {
  const written = ends.flatMap((end) => end?.related.settings?.entries ?? [])
  const entries = [
    ...written.filter(({ key }, index) => written.findIndex((each) => each.key === key) === index),
    ...Object.entries(inferred)
      .filter(([key]) => written.every((entry) => entry.key !== key))
      .map(([key, value]) => ({ key, keyAt: at, value: nodeOf(value, at) })),
  ]
  const map: MapNode = { kind: 'map', entries, at }
  return readSettings(map, valueOf(map, 'type'), collector)
}

/** Returns the list at the other end of a property, which no document shows and no client writes. */
function hiddenListOf(one: End, name: string, collector: Collector): Property {
  const { property } = one
  return hiddenList({
    name,
    nameAt: property.nameAt,
    settings: relationshipOf(one, null, collector),
    backrefProcessors: property.processors,
  })
}

/**
 * Returns the name of the list at the other end of a property. Paths such as `/users/{id}/articles` lead through a list of
 * their name: of several lists of articles, that is the one of the users who own them, if any.
 * @param others the properties that would have the same name
 */
function hiddenName(
  { model, target, property }: End,
  others: readonly End[],
  taken: ReadonlySet<string>,
): string {
  const plural = pluralOf(snakeCase(model))
  const own = `${plural}_by_${snakeCase(property.name)}`
  const rivals = others.filter((other) => other.model === model && other.target === target)
  return freeName(rivals.length > 1 ? own : plural, own, taken)
}

/** Returns the first of two names that is not taken, or the second one with a number. */
function freeName(first: string, second: string, taken: ReadonlySet<string>): string {
  if (!taken.has(first)) return first
  return new UniqueNames({ taken: [...taken].map((name) => name.toLowerCase()) }).take(second)
}
