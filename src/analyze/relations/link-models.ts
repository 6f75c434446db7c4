import { Collector } from '../../diagnostics/collector.js'
import type { Through } from '../../ir/index.js'
import { looseKey } from '../../naming/loose-match.js'
import { singularOf } from '../../naming/plural.js'
import { UniqueNames } from '../../naming/unique.js'
import { pascalCase, snakeCase } from '../../naming/words.js'
import { type ModelSchema, readModelSchema } from '../../schema/index.js'
import { nodeOf, valueOf } from '../../schema/node.js'
import type { Property } from '../../schema/property.js'
import { readSettings } from '../../schema/settings/settings.js'
import type { Span } from '../../source/span.js'
import { hiddenList } from '../models/hidden-list.js'
import { declaredLinks, type Link } from './links.js'

type Schemas = ReadonlyMap<string, ModelSchema>

/** The links of many-to-many relationships, by the ID of the relationship. */
export type LinkModels = ReadonlyMap<string, Through>

export interface WithLinks {
  readonly schemas: Schemas
  /** The links whose model svcgen made. */
  readonly made: LinkModels
}

/**
 * Adds the models for the links of many-to-many relationships that name none. Each link refers to an item of both models,
 * which have lists of links that no document shows and no client writes.
 */
export function withLinkModels(schemas: Schemas, unread: ReadonlySet<string>): WithLinks {
  const all = new Map(schemas)
  const made = new Map<string, Through>()
  const models = new Map([...schemas].map(([model, schema]) => [model, { schema }]))
  for (const link of declaredLinks({ models, unread, collector: new Collector() })) {
    const { settings } = link.property
    if (!settings.manyToMany || settings.through !== null) continue
    const names = namesOf(link, link.property.name, all)
    const { renamedFrom } = link.property
    made.set(link.id, names)
    all.set(names.model, linkSchema(link, names, renamedFrom && linkName(link.from, renamedFrom.name)))
    const near = { end: link.from, links: names.links, refers: names.near, onDelete: settings.onDelete }
    const far = {
      end: link.to,
      links: freeName(`${link.backref.name}_links`, all.get(link.to)),
      refers: names.far,
      onDelete: settings.backrefOnDelete,
    }
    for (const { end, links, refers, onDelete } of [near, far]) {
      const { nameAt } = link.property
      const list = listOfLinks(links, nameAt, names.model, refers, onDelete === 'restrict')
      const schema = all.get(end)
      if (schema !== undefined) all.set(end, withHidden(schema, list))
    }
  }
  return { schemas: all, made }
}

function namesOf({ from, to }: Link, field: string, schemas: Schemas): Through {
  const near = snakeCase(from)
  const far = snakeCase(to)
  return {
    model: new UniqueNames({ taken: [...schemas.keys()].map(looseKey) }).take(linkName(from, field)),
    links: freeName(`${field}_links`, schemas.get(from)),
    near,
    far: far === near ? `other_${far}` : far,
  }
}

/** Returns the name of the model of the links: `EventCategoryLink` for `categories` of Event. */
function linkName(from: string, field: string): string {
  return `${from}${pascalCase(singularOf(field))}Link`
}

function freeName(stem: string, { properties = [] }: Partial<Pick<ModelSchema, 'properties'>> = {}): string {
  return new UniqueNames({ taken: properties.map(({ name }) => name.toLowerCase()) }).take(stem)
}

/** Returns the schema of links. Two items have at most one link. */
function linkSchema(link: Link, { near, far }: Through, renamedFrom: string | null): ModelSchema {
  const { nameAt: at } = link.property
  const document = nodeOf(
    {
      type: 'object',
      description: `A link of ${link.id}.`,
      _unique_together: [[near, far]],
      ...(renamedFrom === null ? {} : { _renamed_from: renamedFrom }),
      properties: { id: { _db_settings: { type: 'id_field', primary_key: true } } },
    },
    at,
  )
  const schema = readModelSchema(document, at, new Collector())
  if (schema === null) throw new TypeError(`${link.id}: the schema of its links is invalid`)
  return schema
}

function listOfLinks(
  name: string,
  nameAt: Span,
  document: string,
  backref: string,
  isRestricted: boolean,
): Property {
  const node = nodeOf(
    {
      type: 'relationship',
      document,
      backref_name: backref,
      ondelete: isRestricted ? 'RESTRICT' : 'CASCADE',
    },
    nameAt,
  )
  const settings = node.kind === 'map' ? readSettings(node, valueOf(node, 'type'), new Collector()) : null
  return hiddenList({ name, nameAt, settings })
}

/** Only admins can use the list in queries, because it says as much as the relationship, which may be hidden. */
function withHidden(schema: ModelSchema, list: Property): ModelSchema {
  return {
    ...schema,
    properties: [...schema.properties, list],
    hiddenFields: [...schema.hiddenFields, { name: list.name, at: list.nameAt }],
  }
}
