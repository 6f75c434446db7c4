import { FIELD_TYPES, type FieldType } from '../../ir/index.js'

/** A value of `_db_settings.type`: a field type, or `relationship`. */
export type DatabaseType = FieldType | 'relationship'

/** Other spellings (SPEC 1.3). */
const ALIASES: ReadonlyMap<string, DatabaseType> = new Map([
  ['unicode', 'string'],
  ['unicode_text', 'text'],
  ['unicodetext', 'text'],
  ['smallinteger', 'small_integer'],
  ['biginteger', 'big_integer'],
  ['file', 'binary'],
])

const TYPES: ReadonlyMap<string, DatabaseType> = new Map<string, DatabaseType>([
  ...FIELD_TYPES.map((type) => [type, type] as const),
  ['relationship', 'relationship'],
  ...ALIASES,
])

/** All spellings of types, for suggestions. */
export const TYPE_SPELLINGS: readonly string[] = [...TYPES.keys()]

/** Returns the type with this name or alias; undefined if there is none. */
export function databaseType(spelling: string): DatabaseType | undefined {
  return TYPES.get(spelling)
}

/** The type of a setting. */
export type SettingForm = 'flag' | 'text' | 'count' | 'list' | 'value'

/** The settings other than `type` (SPEC 1.3). */
export const SETTINGS: ReadonlyMap<string, SettingForm> = new Map<string, SettingForm>([
  ['primary_key', 'flag'],
  ['required', 'flag'],
  ['unique', 'flag'],
  ['index', 'flag'],
  ['default', 'value'],
  ['onupdate', 'value'],
  ['min_length', 'count'],
  ['max_length', 'count'],
  ['choices', 'list'],
  ['item_type', 'text'],
  ['precision', 'count'],
  ['scale', 'count'],
  ['document', 'text'],
  ['backref_name', 'text'],
  ['uselist', 'flag'],
  ['foreign_keys', 'text'],
  ['ondelete', 'text'],
  ['backref_ondelete', 'text'],
  ['ref_document', 'text'],
  ['ref_column', 'text'],
  ['ref_column_type', 'text'],
])

/** Descriptions for messages. */
export const FORM_NAMES: Readonly<Record<SettingForm, string>> = {
  flag: 'true or false',
  text: 'a string',
  count: 'a non-negative integer',
  list: 'a list of at least one value',
  value: 'any value',
}
