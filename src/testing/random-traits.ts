import type { Json, RandomModel } from './random-api.js'
import { below, pick, type Random } from './random.js'

type Chance = (probability: number) => boolean

/** Adds to random models what few schemas have. All of it is valid, and leaves the models valid. */
export function addTraits(
  next: Random,
  chance: Chance,
  models: readonly RandomModel[],
  isSecured: boolean,
): void {
  linkManyToMany(next, chance, models)
  for (const model of models) {
    for (const [name, fields] of Object.entries(FIELDS))
      if (chance(0.12) && !Object.hasOwn(model.properties, name))
        Object.assign(model.properties, fields(next))
    for (const property of Object.values(model.properties)) addKeywords(chance, property)
    addShape(next, chance, model)
    if (isSecured) addVisibility(next, chance, model)
  }
}

function linkManyToMany(next: Random, chance: Chance, models: readonly RandomModel[]): void {
  if (!chance(0.4)) return
  const one = pick(next, models)
  const other = pick(next, models)
  one.properties['linked'] = {
    _db_settings: {
      type: 'relationship',
      document: other.name,
      backref_name: 'linked_by',
      many_to_many: true,
    },
  }
  one.children.push({ field: 'linked', model: other.name, isOne: false })
}

/** Fields that are not in other random models. */
const FIELDS: Readonly<Record<string, (next: Random) => Record<string, Record<string, Json>>>> = {
  valueOf: () => ({ valueOf: { type: ['string', 'null'], _db_settings: { type: 'string' } } }),
  spaced: () => ({ 'a b': { type: ['string', 'null'], _db_settings: { type: 'string', max_length: 5 } } }),
  site: (next) => ({
    site: {
      type: ['string', 'null'],
      format: pick(next, ['uri', 'hostname', 'ipv4', 'ipv6', 'email', 'uuid']),
      _db_settings: { type: 'string', unique: true },
    },
  }),
  code2: () => ({
    code2: {
      type: ['string', 'null'],
      pattern: '^[A-F]{2}$',
      _db_settings: { type: 'string', unique: true },
    },
  }),
  steps: (next) => ({
    steps: {
      type: ['integer', 'null'],
      ...pick(next, [
        { multipleOf: 5 },
        { minimum: 1000 },
        { minimum: 0, exclusiveMinimum: true },
        { maximum: -1 },
        { minimum: 3, maximum: 3 },
      ]),
      _db_settings: { type: pick(next, ['integer', 'big_integer', 'small_integer']) },
    },
  }),
  rating: () => ({
    rating: {
      type: ['number', 'null'],
      multipleOf: 0.5,
      minimum: 1,
      maximum: 2,
      _db_settings: { type: 'float' },
    },
  }),
  scores: (next) => ({
    scores: {
      type: ['array', 'null'],
      items: { type: 'integer', minimum: 1 },
      minItems: below(next, 3),
      uniqueItems: true,
      _db_settings: { type: 'list', item_type: 'integer' },
    },
  }),
  days: () => ({
    days: {
      type: ['array', 'null'],
      items: { type: 'string' },
      _db_settings: { type: 'list', item_type: 'date' },
    },
  }),
  colors: () => ({
    colors: {
      type: ['array', 'null'],
      items: { type: 'string' },
      _db_settings: { type: 'list', item_type: 'string', choices: ['red', 'green', 'light blue'] },
    },
  }),
  address: () => ({
    address: {
      type: ['object', 'null'],
      required: ['city'],
      properties: {
        city: { type: 'string', minLength: 1 },
        tags: { type: 'array', items: { type: 'object', properties: { a: { type: 'integer' } } } },
      },
      _db_settings: { type: 'dict' },
    },
  }),
  token: () => ({
    token: {
      type: ['string', 'null'],
      _db_settings: { type: 'string', default: '{{uuid.uuid4}}' },
      readOnly: true,
    },
  }),
  changed: () => ({
    changed: {
      type: ['string', 'null'],
      format: 'date-time',
      _db_settings: { type: 'datetime', onupdate: '{{datetime.datetime.utcnow}}' },
    },
  }),
  blob: () => ({ blob: { type: ['string', 'null'], _db_settings: { type: 'binary' } } }),
  moment: () => ({
    moment: {
      type: ['string', 'null'],
      format: 'date-time',
      _db_settings: { type: 'datetime', unique: true },
    },
  }),
  huge: () => ({
    huge: { type: ['integer', 'string', 'null'], _db_settings: { type: 'big_integer', unique: true } },
  }),
  exact: () => ({
    exact: {
      type: ['string', 'null'],
      _db_settings: { type: 'decimal', precision: 3, scale: 2, unique: true },
    },
  }),
  note_to_staff: () => ({ note_to_staff: { type: 'string' } }),
}

function addKeywords(chance: Chance, property: Record<string, Json>): void {
  const settings: unknown = property['_db_settings']
  const type: unknown = typeof settings === 'object' ? Object(settings)['type'] : undefined
  if (type === 'string' && chance(0.08) && property['readOnly'] !== true)
    property['description'] = '*/ `${x}` {{y}}'
  if (type === 'relationship' && Object(settings)['many_to_many'] !== true) {
    if (chance(0.15)) property['_list'] = false
    if (chance(0.15)) property['_backref_processors'] = ['tidy_link']
  }
  if (type === 'text' && chance(0.3)) property['_processors'] = ['tidy_text', 'tidy_more']
}

function addShape(next: Random, chance: Chance, model: RandomModel): void {
  const { root, children, groupable, properties } = model
  if (children.length > 0 && chance(0.4)) {
    root['_nested_relationships'] = [...new Set(children.map(({ field }) => field))].slice(0, 2)
    if (chance(0.5)) root['_nesting_depth'] = 1 + below(next, 3)
  }
  const [one, other] = groupable
  if (one !== undefined && other !== undefined && chance(0.3)) root['_index_together'] = [[other, one]]
  if (chance(0.15)) root['_event_handlers'] = { before_set: ['shared_check'], after_set: ['shared_note'] }
  const optional = Object.entries(properties)
    .filter(([name, property]) => !model.required.includes(name) && isWritten(property))
    .map(([name]) => name)
  const [first, second] = optional
  if (first !== undefined && second !== undefined && chance(0.12))
    root['dependencies'] = { [first]: [second] }
  else if (first !== undefined && second !== undefined && chance(0.1))
    root['anyOf'] = [{ required: [first] }, { required: [second] }]
}

function isWritten(property: Record<string, Json>): boolean {
  const settings: unknown = property['_db_settings']
  const type: unknown = Object(settings)['type']
  return (
    type !== undefined &&
    !['relationship', 'foreign_key', 'id_field'].includes(String(type)) &&
    property['readOnly'] !== true &&
    property['_writable_by'] === undefined
  )
}

function addVisibility(next: Random, chance: Chance, model: RandomModel): void {
  const { root, properties, key } = model
  const names = Object.keys(properties).filter(
    (name) => Object(properties[name]?.['_db_settings'])['type'] !== 'foreign_key',
  )
  const some = names.filter((name) => name === key || chance(0.7))
  if (chance(0.2)) root['_auth_fields'] = some
  if (chance(0.2) && root['_public_fields'] === undefined) root['_public_fields'] = some.slice(0, 3)
  const optional = names.filter((name) => name !== key && !model.required.includes(name))
  const hidden = optional[0]
  if (hidden !== undefined && chance(0.15) && root['_auth_fields'] === undefined)
    root['_hidden_fields'] = [hidden]
  const guarded = optional.find(
    (name) => isWritten(properties[name] ?? {}) && properties[name]?.['_write_once'] !== true,
  )
  if (guarded !== undefined && chance(0.25)) {
    const property = properties[guarded]
    if (property !== undefined)
      property['_writable_by'] = pick(next, [
        ['g:admin'],
        ['authenticated'],
        ['{{may_write}}'],
        ['g:admin', '{{may_write}}'],
      ])
  }
}
