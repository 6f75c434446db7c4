import { Collector } from '../diagnostics/collector.js'
import type { Model, Service } from '../ir/index.js'
import { looseKey } from '../naming/loose-match.js'
import { readModelSchema } from '../schema/index.js'
import type { ModelSchema, Property } from '../schema/model-schema.js'
import { parseJson } from '../source/json/parse-json.js'
import { textNode } from '../source/sources.js'
import type { SourceFile } from '../source/span.js'
import { columnsOf } from './columns.js'
import { endsOf } from './ends.js'
import { defaultsOf } from './handlers.js'
import { keyOf } from './key.js'
import type { LinkedModel } from './links.js'
import { modelOf } from './models.js'

/** Where an IR comes from, as far as {@link editedModel} needs to know it; plain JSON. */
export interface Origins {
  /** The models whose schema is all of one file, by the path of the file. */
  readonly schemas: Readonly<Record<string, string>>
  /** The segments of all paths, as they are compared with names of fields. */
  readonly segments: readonly string[]
}

/** A schema's file before and after it was edited. */
export interface Edit {
  readonly model: string
  readonly before: SourceFile
  readonly after: SourceFile
}

/**
 * The model whose schema was edited, where nothing else of the IR depends on what was: fields came, went, or changed that are no relationships, keys,
 * lists or maps, and that no function of the user's serves. Null where anything else was edited, or where there is something to say of either text.
 * @param service the IR before the edit
 */
export function editedModel(
  { model: id, before, after }: Edit,
  service: Service,
  { segments }: Origins,
): Model | null {
  const known = service.models.find((model) => model.id === id)
  if (known === undefined || mayBeAuthModel(id, service)) return null
  const collector = new Collector()
  const [former, linked] = [before, after].map((file) => linkedModel(id, file, collector))
  if (!former || !linked) return null

  const relations = endsOf(service.relations)
  const backrefs = relations.to(id)
  const bound = new Set([
    known.key,
    ...known.relations.map(({ name }) => name),
    ...backrefs.flatMap(({ foreignKey: { field } }) => field ?? []),
  ])
  const isFree = (property: Property): boolean =>
    isPlainField(property) && !bound.has(property.name) && !segments.includes(looseKey(property.name))
  if (outline(former, isFree) !== outline(linked, isFree)) return null
  const columns = columnsOf(
    linked,
    backrefs.map(({ backref }) => backref),
  )
  if (backrefs.some(({ backref, foreignKey: { field, column } }) => columns.get(field ?? backref) !== column))
    return null

  const { engine } = service
  const models = new Map([[id, linked]])
  const model = modelOf(id, linked, { models, relations, failed: [], unread: new Set(), engine, collector })
  return collector.sorted().length === 0 ? { ...model, names: known.names } : null
}

/** The model of the callers, or the one that would be if its fields allowed it (SPEC 10). */
function mayBeAuthModel(id: string, { auth }: Service): boolean {
  return auth !== null && (id === auth.model || id === 'User')
}

function linkedModel(id: string, file: SourceFile, collector: Collector): LinkedModel | null {
  const text = textNode(file)
  const node = text.kind === 'scalar' ? parseJson(text, collector) : null
  const schema = node === null ? null : readModelSchema(node, text.at, collector)
  return schema === null ? null : { schema, key: keyOf(id, schema, [], collector) }
}

function isPlainField({ settings, processors, backrefProcessors, renamedFrom }: Property): boolean {
  return (
    settings !== null &&
    !BOUND_TYPES.has(settings.type) &&
    !settings.primaryKey &&
    processors.length + backrefProcessors.length + defaultsOf(settings).length === 0 &&
    renamedFrom === null
  )
}

const BOUND_TYPES: ReadonlySet<string> = new Set(['relationship', 'foreign_key', 'id_field', 'list', 'dict'])

/** All that others read of a model's schema, without places. */
function outline({ schema, key }: LinkedModel, isFree: (property: Property) => boolean): string {
  const { plain, isObject, authModel, eventHandlers, registerFields, renamedFrom, properties }: ModelSchema =
    schema
  const bound = properties.filter((property) => !isFree(property))
  return JSON.stringify(
    { key, plain, isObject, authModel, eventHandlers, registerFields, renamedFrom, bound },
    withoutSpans,
  )
}

function withoutSpans(_key: string, value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'file' in value && 'start' in value ? null : value
}
