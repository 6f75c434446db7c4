import type { Collector } from '../../diagnostics/collector.js'
import type { ItemType, Json, OnDelete } from '../../ir/index.js'
import type { Entry, MapNode, Node } from '../../source/node.js'
import type { Span } from '../../source/span.js'
import { namedOf, scalarOf, stringOf, toJson } from '../node.js'
import { explainKey } from './misplaced.js'
import { plainSettings, type Settings } from './settings.js'
import {
  databaseType,
  FORM_NAMES,
  SETTINGS,
  TYPE_SPELLINGS,
  type DatabaseType,
  type SettingForm,
} from './settings-table.js'
import { didYouMean } from '../../diagnostics/nearest.js'

/**
 * Reads `_db_settings` or the legacy `args`. For `args`, `typeNode` is the property's `type`. Reports unknown settings
 * and invalid values.
 * @returns null if there is no valid type
 */
export function readSettings(
  map: MapNode,
  typeNode: Node | undefined,
  collector: Collector,
): Settings | null {
  for (const entry of map.entries) checkEntry(entry, collector)
  const typed = readType(map, typeNode, collector)
  if (typed === null) return null
  const settings: Draft = plainSettings(typed.type, typed.at, map.at)
  for (const { key, value } of map.entries) READERS.get(key)?.(settings, value, collector)
  return settings
}

type Draft = { -readonly [Name in keyof Settings]: Settings[Name] }

type SettingReader = (to: Draft, value: Node, collector: Collector) => void

/**
 * The functions that read all settings except `type`. Invalid values are reported, and the setting keeps its
 * default.
 */
const READERS: ReadonlyMap<string, SettingReader> = new Map<string, SettingReader>([
  ['primary_key', (to, value) => (to.primaryKey = flagOf(value) ?? false)],
  ['required', (to, value) => (to.required = flagOf(value) ?? false)],
  ['unique', (to, value) => (to.unique = flagOf(value) ?? false)],
  ['index', (to, value) => (to.index = flagOf(value) ?? false)],
  ['default', (to, value) => (to.default = value)],
  ['onupdate', (to, value) => (to.onUpdate = value)],
  ['min_length', (to, value) => (to.minLength = countOf(value))],
  ['max_length', (to, value) => (to.maxLength = countOf(value))],
  ['choices', (to, value) => (to.choices = listOf(value))],
  ['item_type', (to, value, collector) => (to.itemType = itemTypeOf(value, collector))],
  ['precision', (to, value) => (to.precision = countOf(value))],
  ['scale', (to, value) => (to.scale = countOf(value))],
  ['document', (to, value) => (to.document = namedOf(value))],
  ['backref_name', (to, value) => (to.backrefName = namedOf(value))],
  ['uselist', (to, value) => (to.useList = flagOf(value) ?? true)],
  ['foreign_keys', (to, value) => (to.foreignKeys = namedOf(value))],
  ['ondelete', (to, value, collector) => (to.onDelete = onDeleteOf('ondelete', value, collector))],
  [
    'backref_ondelete',
    (to, value, collector) => (to.backrefOnDelete = onDeleteOf('backref_ondelete', value, collector)),
  ],
  ['ref_document', (to, value) => (to.refDocument = namedOf(value))],
  ['ref_column', (to, value) => (to.refColumn = namedOf(value))],
  ['ref_column_type', (to, value) => (to.refColumnType = namedOf(value))],
])

function checkEntry({ key, keyAt, value }: Entry, collector: Collector): void {
  if (key === 'type') return
  const form = SETTINGS.get(key)
  if (form === undefined) {
    const message = `Unknown database setting "${key}"; it is ignored`
    collector.report('SVC3008', {
      message,
      at: keyAt,
      help: () => explainKey(key, 'settings') ?? didYouMean(key, SETTINGS.keys()),
    })
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
    const message = 'Missing "type" in the database settings'
    collector.report('SVC3020', {
      message,
      at: typeNode?.at ?? map.at,
      help: 'Add a type, such as "type": "string"',
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
    message: `Unknown database type "${spelling}"`,
    at,
    help: () => didYouMean(spelling, TYPE_SPELLINGS) ?? `Use one of ${TYPE_SPELLINGS.join(', ')}`,
  })
}

function itemTypeOf(node: Node, collector: Collector): ItemType | null {
  const spelling = stringOf(node)
  if (spelling === undefined) return null
  const type = databaseType(spelling)
  if (type !== undefined && isItemType(type)) return type
  if (type === undefined) reportUnknownType(spelling, node.at, collector)
  else
    collector.report('SVC3007', {
      message: `Invalid type "${spelling}" for the items in a list`,
      at: node.at,
      help: 'Use "pickle" for items of any JSON type',
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

function flagOf(node: Node): boolean | null {
  const value = scalarOf(node)
  return typeof value === 'boolean' ? value : null
}

function countOf(node: Node): number | null {
  const value = scalarOf(node)
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : null
}

function listOf(node: Node): readonly Json[] | null {
  return node.kind === 'list' && node.items.length > 0 ? node.items.map(toJson) : null
}

function onDeleteOf(key: string, node: Node, collector: Collector): OnDelete {
  const spelling = stringOf(node)
  if (spelling === undefined) return 'nullify'
  const rule = ON_DELETE.get(spelling.toUpperCase())
  if (rule !== undefined) return rule
  const message = `Unknown value "${spelling}" for "${key}"`
  const help = () => didYouMean(spelling, ON_DELETE.keys()) ?? 'Use NULLIFY, CASCADE or RESTRICT'
  collector.report('SVC4016', { message, at: node.at, help })
  return 'nullify'
}
