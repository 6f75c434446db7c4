import type { Collector } from '../diagnostics/collector.js'
import type { ItemType, Json, OnDelete } from '../ir/index.js'
import type { Entry, MapNode, Node } from '../source/node.js'
import type { Span } from '../source/span.js'
import { entryOf, scalarOf, stringOf, toJson } from './node.js'
import type { Named, Settings } from './settings.js'
import {
  databaseType,
  FORM_NAMES,
  SETTINGS,
  TYPE_SPELLINGS,
  type DatabaseType,
  type SettingForm,
} from './settings-table.js'
import { didYouMean } from '../diagnostics/nearest.js'

/**
 * Reads `_db_settings` (or the older `args`, whose type stands in the property: `typeNode`). Unknown keys are warned of; an unknown type or a value of the
 * wrong form is an error. Null where there is no usable type.
 */
export function readSettings(
  map: MapNode,
  typeNode: Node | undefined,
  collector: Collector,
): Settings | null {
  for (const entry of map.entries) checkEntry(entry, collector)
  const typed = readType(map, typeNode, collector)
  if (typed === null) return null
  const read = new Reader(map, collector)
  return {
    type: typed.type,
    typeAt: typed.at,
    at: map.at,
    primaryKey: read.flag('primary_key') ?? false,
    required: read.flag('required') ?? false,
    unique: read.flag('unique') ?? false,
    index: read.flag('index') ?? false,
    default: entryOf(map, 'default')?.value ?? null,
    onUpdate: entryOf(map, 'onupdate')?.value ?? null,
    minLength: read.count('min_length'),
    maxLength: read.count('max_length'),
    choices: read.list('choices'),
    itemType: readItemType(map, collector),
    precision: read.count('precision'),
    scale: read.count('scale'),
    document: read.name('document'),
    backrefName: read.name('backref_name'),
    useList: read.flag('uselist') ?? true,
    foreignKeys: read.name('foreign_keys'),
    onDelete: read.onDelete('ondelete'),
    backrefOnDelete: read.onDelete('backref_ondelete'),
    refDocument: read.name('ref_document'),
    refColumn: read.name('ref_column'),
    refColumnType: read.name('ref_column_type'),
  }
}

function checkEntry({ key, keyAt, value }: Entry, collector: Collector): void {
  if (key === 'type') return
  const form = SETTINGS.get(key)
  if (form === undefined) {
    const message = `"${key}" is no database setting, and is ignored`
    collector.report('SVC3008', { message, at: keyAt, help: () => didYouMean(key, SETTINGS.keys()) })
    return
  }
  if (accepts(form, value)) return
  collector.report('SVC3009', { message: `"${key}" must be ${FORM_NAMES[form]}`, at: value.at })
}

function accepts(form: SettingForm, value: Node): boolean {
  const scalar = scalarOf(value)
  switch (form) {
    case 'flag':
      return typeof scalar === 'boolean'
    case 'text':
      return typeof scalar === 'string'
    case 'count':
      return typeof scalar === 'number' && Number.isInteger(scalar) && scalar >= 0
    case 'list':
      return value.kind === 'list' && value.items.length > 0
    case 'value':
      return true
  }
}

function readType(
  map: MapNode,
  typeNode: Node | undefined,
  collector: Collector,
): { readonly type: DatabaseType; readonly at: Span } | null {
  const spelling = stringOf(typeNode)
  if (typeNode === undefined || spelling === undefined) {
    const message = 'The database settings have no "type"'
    collector.report('SVC3020', {
      message,
      at: typeNode?.at ?? map.at,
      help: 'Add one, as in "type": "string"',
    })
    return null
  }
  const type = databaseType(spelling)
  if (type !== undefined) return { type, at: typeNode.at }
  reportUnknownType(spelling, typeNode.at, collector)
  return null
}

function reportUnknownType(spelling: string, at: Span, collector: Collector): void {
  collector.report('SVC3007', {
    message: `"${spelling}" is no database type`,
    at,
    help: () => didYouMean(spelling, TYPE_SPELLINGS) ?? `The types are ${TYPE_SPELLINGS.join(', ')}`,
  })
}

function readItemType(map: MapNode, collector: Collector): ItemType | null {
  const node = entryOf(map, 'item_type')?.value
  const spelling = stringOf(node)
  if (node === undefined || spelling === undefined) return null
  const type = databaseType(spelling)
  if (type !== undefined && isItemType(type)) return type
  if (type === undefined) reportUnknownType(spelling, node.at, collector)
  else
    collector.report('SVC3007', {
      message: `"${spelling}" is no type for the items of a list`,
      at: node.at,
      help: 'Items that are any JSON are of the type "pickle"',
    })
  return null
}

function isItemType(type: DatabaseType): type is ItemType {
  return type !== 'id_field' && type !== 'list' && type !== 'foreign_key' && type !== 'relationship'
}

const ON_DELETE: ReadonlyMap<string, OnDelete> = new Map([
  ['NULLIFY', 'nullify'],
  ['CASCADE', 'cascade'],
  ['RESTRICT', 'restrict'],
])

class Reader {
  readonly #map: MapNode
  readonly #collector: Collector

  constructor(map: MapNode, collector: Collector) {
    this.#map = map
    this.#collector = collector
  }

  flag(key: string): boolean | null {
    const value = scalarOf(this.#value(key))
    return typeof value === 'boolean' ? value : null
  }

  count(key: string): number | null {
    const value = scalarOf(this.#value(key))
    return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : null
  }

  list(key: string): readonly Json[] | null {
    const value = this.#value(key)
    return value?.kind === 'list' && value.items.length > 0 ? value.items.map(toJson) : null
  }

  name(key: string): Named | null {
    const value = this.#value(key)
    const name = stringOf(value)
    return value === undefined || name === undefined ? null : { name, at: value.at }
  }

  onDelete(key: string): OnDelete {
    const named = this.name(key)
    if (named === null) return 'nullify'
    const rule = ON_DELETE.get(named.name.toUpperCase())
    if (rule !== undefined) return rule
    const message = `"${named.name}" is no value of "${key}"`
    const help = () =>
      didYouMean(named.name, ON_DELETE.keys()) ?? 'The values are NULLIFY, CASCADE and RESTRICT'
    this.#collector.report('SVC4016', { message, at: named.at, help })
    return 'nullify'
  }

  #value(key: string): Node | undefined {
    return entryOf(this.#map, key)?.value
  }
}
