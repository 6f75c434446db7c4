import type { Named } from '../node.js'
import type { ItemType, Json, OnDelete } from '../../ir/index.js'
import type { Node } from '../../source/node.js'
import type { Span } from '../../source/span.js'
import type { DatabaseType } from './settings-table.js'

/** The parsed `_db_settings` of a property. Missing settings are null or have their default value. */
export interface Settings {
  readonly type: DatabaseType
  readonly typeAt: Span
  readonly at: Span
  readonly primaryKey: boolean
  readonly required: boolean
  readonly unique: boolean
  readonly index: boolean
  readonly default: Node | null
  readonly onUpdate: Node | null
  readonly minLength: number | null
  readonly maxLength: number | null
  readonly choices: readonly Json[] | null
  readonly itemType: ItemType | null
  readonly precision: number | null
  readonly scale: number | null
  readonly document: Named | null
  readonly backrefName: Named | null
  readonly useList: boolean
  readonly foreignKeys: Named | null
  readonly onDelete: OnDelete
  readonly backrefOnDelete: OnDelete
  readonly refDocument: Named | null
  readonly refColumn: Named | null
  readonly refColumnType: Named | null
}

/** Returns settings that contain only a type, as for an inferred field. By default, `at` is the span of the type. */
export function plainSettings(type: DatabaseType, typeAt: Span, at: Span = typeAt): Settings {
  return {
    type,
    typeAt,
    at,
    primaryKey: false,
    required: false,
    unique: false,
    index: false,
    default: null,
    onUpdate: null,
    minLength: null,
    maxLength: null,
    choices: null,
    itemType: null,
    precision: null,
    scale: null,
    document: null,
    backrefName: null,
    useList: true,
    foreignKeys: null,
    onDelete: 'nullify',
    backrefOnDelete: 'nullify',
    refDocument: null,
    refColumn: null,
    refColumnType: null,
  }
}
