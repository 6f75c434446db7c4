import type { Json } from '../../ir/index.js'
import { below, pick, type Random } from '../random.js'
import {
  COLUMN_TYPES,
  type ColumnType,
  type RandomField,
  type RandomLink,
  type RandomModel,
  ITEM_TYPES,
  type Schema,
} from './schema.js'

/** Generates new names and, occasionally, a field name that was used before. */
export class Names {
  readonly #next: Random
  #count = 0

  constructor(next: Random) {
    this.#next = next
  }

  /**
   * Returns a field name that no other model uses, because servers that emulate MongoDB confuse the indexes of fields
   * with the same name.
   */
  field(model: RandomModel): string {
    const old = `f${1 + below(this.#next, 4)}_${model.name}`
    if (!namesOf(model).includes(old) && below(this.#next, 3) === 0) return old
    this.#count += 1
    return `f${this.#count + 4}`
  }

  model(): string {
    this.#count += 1
    return `M${this.#count}`
  }

  link(): string {
    this.#count += 1
    return `r${this.#count}`
  }
}

/** A change to a schema. */
type Step = (schema: Schema, next: Random, names: Names) => Schema

const MANY_MODELS = 4
const INDEXABLE: ReadonlySet<ColumnType> = new Set(
  COLUMN_TYPES.filter((type) => !['list', 'dict', 'pickle'].includes(type)),
)
const UNIQUE: ReadonlySet<ColumnType> = new Set([
  'string',
  'integer',
  'big_integer',
  'float',
  'decimal',
  'interval',
  'datetime',
])

const STEPS: readonly Step[] = [
  changeType,
  changeType,
  changeType,
  (schema, next) =>
    onField(schema, next, (field) => (field.type === 'list' ? retyped(field, 'list', next) : field)),
  (schema, next, names) =>
    onModel(schema, next, (model) => ({
      ...model,
      fields: [...model.fields, drawField(model, next, names)],
    })),
  (schema, next) => onModel(schema, next, (model) => ({ ...model, fields: without(model.fields, next) })),
  (schema, next, names) =>
    onField(schema, next, (field, model) => ({
      ...field,
      name: names.field(model),
      renamedFrom: field.name,
    })),
  (schema, next) => onField(schema, next, (field) => ({ ...field, required: !field.required })),
  (schema, next) =>
    onField(schema, next, (field) => ({ ...field, unique: UNIQUE.has(field.type) && !field.unique })),
  (schema, next) =>
    onField(schema, next, (field) => ({ ...field, index: INDEXABLE.has(field.type) && !field.index })),
  (schema, next) =>
    onField(schema, next, (field) => ({
      ...field,
      maxLength: lengthFor(field.type, next),
      precision: precisionFor(field.type, next),
    })),
  (schema, next, names) =>
    schema.models.length < MANY_MODELS
      ? { ...schema, models: [...schema.models, drawModel(next, names)] }
      : schema,
  (schema, next) => (schema.models.length > 1 ? withoutModel(schema, pick(next, schema.models)) : schema),
  (schema, next, names) => renameModel(schema, pick(next, schema.models), names.model()),
  (schema, next, names) => ({ ...schema, links: [...schema.links, drawLink(schema, next, names)] }),
  (schema, next) => ({ ...schema, links: without(schema.links, next) }),
  (schema, next) => ({
    ...schema,
    links: changedOne(schema.links, next, (link) => ({
      ...link,
      single: next() < 0.3,
      onDelete: pick(next, ['nullify', 'cascade', 'restrict']),
    })),
  }),
]

function changeType(schema: Schema, next: Random): Schema {
  return onField(schema, next, (field) => retyped(field, pick(next, COLUMN_TYPES), next))
}

/** Returns the first schema in a history. */
export function firstSchema(next: Random, names: Names): Schema {
  return { models: [drawModel(next, names), drawModel(next, names)], links: [] }
}

/** Returns the schema after at most three random changes. */
export function nextSchema(schema: Schema, next: Random, names: Names): Schema {
  let current: Schema = {
    ...schema,
    models: schema.models.map((model) => ({
      ...model,
      renamedFrom: null,
      fields: model.fields.map((field) => ({ ...field, renamedFrom: null })),
    })),
  }
  for (let count = 1 + below(next, 3); count > 0; count--) {
    const step = pick(next, STEPS)
    const candidate = step(current, next, names)
    if (renamesTwice(candidate, schema)) continue
    current = candidate
  }
  return current
}

/**
 * Returns whether a model or field has two former names, or was renamed in the step that added it. Schemas cannot
 * express either case.
 */
function renamesTwice({ models }: Schema, before: Schema): boolean {
  return models.some(({ name, renamedFrom, fields }) => {
    const former = before.models.find((model) => model.name === (renamedFrom ?? name))
    if (renamedFrom !== null && former === undefined) return true
    const old = former?.fields.map((field) => field.name) ?? []
    const sources = fields.flatMap((field) => field.renamedFrom ?? [])
    return (
      sources.some((source) => !old.includes(source) || fields.some((field) => field.name === source)) ||
      new Set(sources).size < sources.length
    )
  })
}

function onModel(schema: Schema, next: Random, change: (model: RandomModel) => RandomModel): Schema {
  return { ...schema, models: changedOne(schema.models, next, change) }
}

function onField(
  schema: Schema,
  next: Random,
  change: (field: RandomField, model: RandomModel) => RandomField,
): Schema {
  return onModel(schema, next, (model) => ({
    ...model,
    fields: changedOne(model.fields, next, (field) => change(field, model)),
  }))
}

function changedOne<T>(list: readonly T[], next: Random, change: (item: T) => T): readonly T[] {
  const index = below(next, list.length)
  return list.map((item, at) => (at === index ? change(item) : item))
}

function without<T>(list: readonly T[], next: Random): readonly T[] {
  const index = below(next, list.length)
  return list.filter((_item, at) => at !== index)
}

function withoutModel({ models, links }: Schema, { name }: RandomModel): Schema {
  return {
    models: models.filter((model) => model.name !== name),
    links: links.filter(({ from, to }) => from !== name && to !== name),
  }
}

function renameModel({ models, links }: Schema, { name }: RandomModel, newName: string): Schema {
  const moved = (end: string): string => (end === name ? newName : end)
  return {
    models: models.map((model) =>
      model.name === name ? { ...model, name: newName, renamedFrom: name } : model,
    ),
    links: links.map((link) => ({ ...link, from: moved(link.from), to: moved(link.to) })),
  }
}

function drawModel(next: Random, names: Names): RandomModel {
  const empty: RandomModel = {
    name: names.model(),
    keyType: pick(next, ['id_field', 'string'] as const),
    fields: [],
    renamedFrom: null,
  }
  const first = drawField(empty, next, names)
  const second = drawField({ ...empty, fields: [first] }, next, names)
  return { ...empty, fields: [first, second] }
}

function drawLink({ models }: Schema, next: Random, names: Names): RandomLink {
  return {
    from: pick(next, models).name,
    to: pick(next, models).name,
    name: names.link(),
    single: next() < 0.3,
    onDelete: pick(next, ['nullify', 'cascade', 'restrict'] as const),
  }
}

function drawField(model: RandomModel, next: Random, names: Names): RandomField {
  const type = next() < 0.2 ? 'list' : pick(next, COLUMN_TYPES)
  const itemType = itemTypeFor(type, next)
  return {
    name: names.field(model),
    type,
    required: next() < 0.3,
    unique: UNIQUE.has(type) && next() < 0.2,
    index: INDEXABLE.has(type) && next() < 0.3,
    maxLength: lengthFor(type, next),
    precision: precisionFor(type, next),
    default: next() < 0.3 ? defaultFor(type, itemType) : null,
    itemType,
    renamedFrom: null,
  }
}

function retyped(field: RandomField, type: ColumnType, next: Random): RandomField {
  const itemType = itemTypeFor(type, next)
  return {
    ...field,
    type,
    itemType,
    unique: field.unique && UNIQUE.has(type),
    index: field.index && INDEXABLE.has(type),
    maxLength: lengthFor(type, next),
    precision: precisionFor(type, next),
    default: field.default === null ? null : defaultFor(type, itemType),
  }
}

function lengthFor(type: ColumnType, next: Random): number | null {
  return type === 'string' && next() < 0.5 ? pick(next, [8, 40]) : null
}

function precisionFor(type: ColumnType, next: Random): number | null {
  return type === 'decimal' && next() < 0.5 ? pick(next, [6, 12]) : null
}

function namesOf({ fields }: RandomModel): readonly string[] {
  return fields.map(({ name }) => name)
}

function itemTypeFor(type: ColumnType, next: Random): RandomField['itemType'] {
  return type === 'list' && next() < 0.8 ? pick(next, ITEM_TYPES) : null
}

function defaultFor(type: ColumnType, itemType: RandomField['itemType']): Json {
  return itemType === null ? DEFAULTS[type] : [DEFAULTS[itemType]]
}

const DEFAULTS: Readonly<Record<ColumnType, Json>> = {
  string: `it's`,
  text: 'a "text"\n',
  integer: 7,
  small_integer: -7,
  big_integer: '9007199254740993',
  float: 0.25,
  decimal: '1234.25',
  boolean: true,
  date: '2020-02-29',
  datetime: '2020-02-29T12:30:00.250Z',
  time: '08:31:00',
  interval: 90,
  binary: 'AAEC',
  choice: 'green',
  list: ['a', "b'"],
  dict: { a: { b: "it's" } },
  pickle: [null, true],
}
