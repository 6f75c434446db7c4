import type { Collector } from '../../diagnostics/collector.js'
import type { Engine, Relation } from '../../ir/index.js'
import { LooseNames } from '../../naming/loose-match.js'
import { sortedBy } from '../../naming/order.js'
import type { ModelSchema } from '../../schema/model-schema.js'
import { ILLEGAL } from '../../schema/property.js'
import type { Named } from '../../schema/settings.js'
import type { Key } from '../models/key.js'
import { findModel, modelNames, type ModelNames } from '../models/models-by-name.js'
import { storedProperties, type StoredProperty } from '../models/stored-field.js'

/** A model as far as links between models need it. */
export interface LinkedModel {
  readonly schema: ModelSchema
  readonly key: Key
}

/** What relations are made from. */
export interface RelationSource {
  readonly models: ReadonlyMap<string, LinkedModel>
  /** Names of models whose schema could not be read. */
  readonly unread: ReadonlySet<string>
  readonly engine: Engine
  readonly collector: Collector
}

/** A relationship whose other model was found. */
export interface Link {
  /** `User.stories`. */
  readonly id: string
  readonly from: string
  readonly to: string
  readonly property: StoredProperty
  readonly document: Named
  readonly backref: Named
}

/** The relationships that schemas declare, sorted by id; those whose other model or back-reference cannot be are reported (SPEC 8). */
export function linksOf(source: RelationSource): readonly Link[] {
  const names = modelNames(source)
  const links = [...source.models].flatMap(([from, { schema }]) =>
    storedProperties(schema)
      .filter(({ settings }) => settings.type === 'relationship')
      .flatMap((property) => linkOf(from, property, names, source.collector)),
  )
  return withoutTakenNames(
    sortedBy(links, ({ id }) => id),
    source,
  )
}

function linkOf(
  from: string,
  property: StoredProperty,
  names: ModelNames,
  collector: Collector,
): readonly Link[] {
  const { document, backrefName, typeAt } = property.settings
  for (const [value, key] of [
    [document, 'document'],
    [backrefName, 'backref_name'],
  ] as const) {
    if (value !== null) continue
    const message = `The relationship "${property.name}" has no "${key}"`
    collector.report('SVC3020', { message, at: typeAt, help: `Add one, as in ${EXAMPLES[key]}` })
  }
  if (document === null || backrefName === null) return []
  const to = findModel(document, names, collector)
  return to === null
    ? []
    : [{ id: `${from}.${property.name}`, from, to, property, document, backref: backrefName }]
}

const EXAMPLES = { document: '"document": "Story"', backref_name: '"backref_name": "owner"' } as const

/** A back-reference needs a name that nothing else on the other model has (SPEC 8). */
function withoutTakenNames(links: readonly Link[], { models, collector }: RelationSource): readonly Link[] {
  const taken = new Map<string, Link>()
  return links.filter((link) => {
    const { to, backref } = link
    const rival = taken.get(`${to}.${backref.name}`)
    const field = models
      .get(to)
      ?.schema.properties.find(({ name, settings }) => name === backref.name && settings !== null)
    if (rival === undefined && field === undefined && !ILLEGAL.has(backref.name)) {
      taken.set(`${to}.${backref.name}`, link)
      return true
    }
    collector.report('SVC4015', {
      message: takenMessage(link, rival),
      at: backref.at,
      related: [
        ...(rival === undefined
          ? []
          : [{ message: `The back-reference of ${rival.id} is here`, at: rival.backref.at }]),
        ...(field === undefined
          ? []
          : [{ message: `The field ${to}.${field.name} is here`, at: field.nameAt }]),
      ],
      help: 'Give the back-reference a name of its own',
    })
    return false
  })
}

function takenMessage({ to, backref }: Link, rival: Link | undefined): string {
  const by = rival === undefined ? '' : `, by the relationship ${rival.id}`
  return `The back-reference "${backref.name}" cannot be made: ${to}.${backref.name} is taken${by}`
}

/** A relationship that was reported, and so is none. */
export interface FailedLink {
  readonly from: string
  readonly field: string
  /** Null where the other model is not known. */
  readonly to: string | null
  readonly backref: string | null
}

/** The relationships that the schemas declare and that did not become relations: what needs them is not reported again. */
export function failedLinks(
  models: ReadonlyMap<string, LinkedModel>,
  relations: readonly Relation[],
): readonly FailedLink[] {
  const made = new Set(relations.map(({ id }) => id))
  const names = new LooseNames(models.keys())
  return [...models].flatMap(([from, { schema }]) =>
    storedProperties(schema)
      .filter(({ name, settings }) => settings.type === 'relationship' && !made.has(`${from}.${name}`))
      .map(({ name, settings }) => ({
        from,
        field: name,
        to: names.match(settings.document?.name ?? '')?.name ?? null,
        backref: settings.backrefName?.name ?? null,
      })),
  )
}
