import type { Collector } from '../../diagnostics/collector.js'
import type { Engine, Relation, Through } from '../../ir/index.js'
import { LooseNames } from '../../naming/loose-match.js'
import { sortedBy } from '../../naming/order.js'
import { type Property, type UnreadSettings, RESERVED_NAMES } from '../../schema/property.js'
import type { Named } from '../../schema/node.js'
import type { LinkedModel } from '../models/key.js'
import { type FailedLink, findModel, modelNames, type ModelNames } from '../models/models-by-name.js'
import { storedProperties, type StoredProperty } from '../models/stored-properties.js'

export interface LinkSource {
  readonly models: ReadonlyMap<string, Pick<LinkedModel, 'schema'>>
  /** Names of models whose schema could not be read. */
  readonly unread: ReadonlySet<string>
  readonly collector: Collector
}

export interface RelationSource extends LinkSource {
  readonly models: ReadonlyMap<string, LinkedModel>
  /** The links of many-to-many relationships whose model svcgen made, by the ID of the relationship. */
  readonly made: ReadonlyMap<string, Through>
  readonly engine: Engine
  /** Whether foreign keys are made if they are not declared, as in OpenAPI documents. */
  readonly makesKeys: boolean
}

/** Returns whether svcgen made a model for the links of a many-to-many relationship. */
export function isLinkModel(model: string, made: RelationSource['made']): boolean {
  return [...made.values()].some((through) => through.model === model)
}

export interface Link {
  /** For example `User.stories`. */
  readonly id: string
  readonly from: string
  readonly to: string
  readonly property: StoredProperty
  readonly document: Named
  readonly backref: Named
}

/** Returns the declared relationships, sorted by ID. Reports unknown models and invalid back-references. */
export function linksOf(source: LinkSource): readonly Link[] {
  return withoutTakenNames(declaredLinks(source), source)
}

/** Like {@link linksOf}, with those whose back-reference is invalid. */
export function declaredLinks(source: LinkSource): readonly Link[] {
  const names = modelNames(source)
  const links = [...source.models].flatMap(([from, { schema }]) =>
    storedProperties(schema)
      .filter(({ settings }) => settings.type === 'relationship')
      .flatMap((property) => linkOf(from, property, names, source.collector)),
  )
  return sortedBy(links, ({ id }) => id)
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
    const message = `Relationship "${property.name}" has no "${key}"`
    collector.report('SVC3020', { message, at: typeAt, help: `Add it, as in ${EXAMPLES[key]}` })
  }
  if (document === null || backrefName === null) return []
  const to = findModel(document, names, collector)
  return to === null
    ? []
    : [{ id: `${from}.${property.name}`, from, to, property, document, backref: backrefName }]
}

const EXAMPLES = { document: '"document": "Story"', backref_name: '"backref_name": "owner"' } as const

/** Reports and removes links whose back-reference has a reserved name or one that is taken. */
function withoutTakenNames(links: readonly Link[], { models, collector }: LinkSource): readonly Link[] {
  const taken = new Map<string, Link>()
  return links.filter((link) => {
    const { to, backref } = link
    const rival = taken.get(`${to}.${backref.name}`)
    const field = models
      .get(to)
      ?.schema.properties.find(({ name, settings }) => name === backref.name && settings !== null)
    if (rival === undefined && field === undefined && !RESERVED_NAMES.has(backref.name)) {
      taken.set(`${to}.${backref.name}`, link)
      return true
    }
    collector.report('SVC4015', {
      message: conflictMessage(link, rival),
      at: backref.at,
      related: [
        ...(rival === undefined
          ? []
          : [{ message: `Back-reference of ${rival.id} declared here`, at: rival.backref.at }]),
        ...(field === undefined
          ? []
          : [{ message: `Field ${to}.${field.name} declared here`, at: field.nameAt }]),
      ],
      help: 'Use a different "backref_name"',
    })
    return false
  })
}

function conflictMessage({ to, backref }: Link, rival: Link | undefined): string {
  const owner = rival === undefined ? `a field of ${to}` : `the back-reference of ${rival.id}`
  return `Back-reference "${backref.name}" has the same name as ${owner}`
}

/** Returns the invalid relationships, which have been reported. Errors that follow from them are not reported. */
export function failedLinks(
  models: ReadonlyMap<string, LinkedModel>,
  relations: readonly Relation[],
): readonly FailedLink[] {
  const valid = new Set(relations.map(({ id }) => id))
  const names = new LooseNames(models.keys())
  return [...models].flatMap(([from, { schema }]) =>
    schema.properties
      .filter(({ name }) => !valid.has(`${from}.${name}`))
      .flatMap((property) => {
        const declared = declaredEnd(property)
        if (declared === null) return []
        const to = names.match(declared.document?.name ?? '')?.name ?? null
        return [{ from, field: property.name, to, backref: declared.backrefName?.name ?? null }]
      }),
  )
}

/** Returns the other end of a relationship, or null for a property that is not a relationship. */
function declaredEnd({ settings, faulty }: Property): UnreadSettings | null {
  if (settings !== null) return settings.type === 'relationship' ? settings : null
  const isRelationship = faulty !== null && (faulty.document !== null || faulty.backrefName !== null)
  return isRelationship ? faulty : null
}
