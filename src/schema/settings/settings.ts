import { Collector } from '../../diagnostics/collector.js'
import { didYouMean } from '../../diagnostics/nearest.js'
import type { ItemType, OnDelete } from '../../ir/index.js'
import { type Entry, type MapNode, type Node, emptyMap } from '../../source/node.js'
import type { Span } from '../../source/span.js'
import { count, filledList, flag } from '../keywords/keywords.js'
import { namedOf, scalarOf, stringOf, toJson, valueOf } from '../node.js'
import { explainKey } from './misplaced.js'
import { databaseType, type DatabaseType, SETTINGS, TYPE_SPELLINGS } from './settings-table.js'

/** The parsed `_db_settings`. Missing and invalid settings are null or have their default value. */
export type Settings = Readonly<ReturnType<typeof settingsIn>>

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
  return typed && settingsIn(map, typed, collector)
}

/** Returns settings that contain only a type, as for an inferred field. */
export function plainSettings(type: DatabaseType, at: Span): Settings {
  return settingsIn(emptyMap(at), { type, at }, new Collector())
}

interface Typed {
  readonly type: DatabaseType
  readonly at: Span
}

function settingsIn(map: MapNode, { type, at: typeAt }: Typed, collector: Collector) {
  const flagAt = (key: string): boolean | undefined => {
    const value = valueOf(map, key)
    return value && flag.accepts(value) ? scalarOf(value) === true : undefined
  }
  const countAt = (key: string): number | null => {
    const value = valueOf(map, key)
    return value && count.accepts(value) ? Number(scalarOf(value)) : null
  }
  const nameAt = (key: string) => namedOf(valueOf(map, key))
  const choices = valueOf(map, 'choices')
  return {
    type,
    typeAt,
    primaryKey: flagAt('primary_key') ?? false,
    required: flagAt('required') ?? false,
    unique: flagAt('unique') ?? false,
    index: flagAt('index') ?? false,
    default: valueOf(map, 'default') ?? null,
    onUpdate: valueOf(map, 'onupdate') ?? null,
    minLength: countAt('min_length'),
    maxLength: countAt('max_length'),
    choices: choices?.kind === 'list' && filledList.accepts(choices) ? choices.items.map(toJson) : null,
    itemType: itemTypeOf(valueOf(map, 'item_type'), collector),
    precision: countAt('precision'),
    scale: countAt('scale'),
    document: nameAt('document'),
    backrefName: nameAt('backref_name'),
    useList: flagAt('uselist') ?? true,
    manyToMany: flagAt('many_to_many') ?? false,
    through: nameAt('through'),
    foreignKeys: nameAt('foreign_keys'),
    onDelete: onDeleteOf('ondelete', valueOf(map, 'ondelete'), collector),
    backrefOnDelete: onDeleteOf('backref_ondelete', valueOf(map, 'backref_ondelete'), collector),
    refDocument: nameAt('ref_document'),
    refColumn: nameAt('ref_column'),
    refColumnType: nameAt('ref_column_type'),
  }
}

function checkEntry({ key, keyAt, value }: Entry, collector: Collector): void {
  if (key === 'type') return
  const setting = SETTINGS.get(key)
  if (setting === undefined) {
    collector.report('SVC3008', {
      message: `Unknown database setting "${key}"; it is ignored`,
      at: keyAt,
      help: () => explainKey(key, 'settings') ?? didYouMean(key, SETTINGS.keys()),
    })
  } else if (!setting.value.accepts(value)) {
    collector.report('SVC3009', { message: `"${key}" must be ${setting.value.form}`, at: value.at })
  }
}

function readType(map: MapNode, typeNode: Node | undefined, collector: Collector): Typed | null {
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

function itemTypeOf(node: Node | undefined, collector: Collector): ItemType | null {
  const spelling = stringOf(node)
  if (node === undefined || spelling === undefined) return null
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

function onDeleteOf(key: string, node: Node | undefined, collector: Collector): OnDelete {
  const spelling = stringOf(node)
  if (node === undefined || spelling === undefined) return 'nullify'
  const rule = ON_DELETE.get(spelling.toUpperCase())
  if (rule !== undefined) return rule
  const message = `Unknown value "${spelling}" for "${key}"`
  const help = () => didYouMean(spelling, ON_DELETE.keys()) ?? 'Use NULLIFY, CASCADE or RESTRICT'
  collector.report('SVC4016', { message, at: node.at, help })
  return 'nullify'
}
