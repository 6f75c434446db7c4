import { FIELD_TYPES, type FieldType, VALUE_TRAITS } from '../../ir/index.js'

/** A value of `_db_settings.type`: a field type, or `relationship`. */
export type DatabaseType = FieldType | 'relationship'

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

export const TYPE_SPELLINGS: readonly string[] = [...TYPES.keys()]

export function databaseType(spelling: string): DatabaseType | undefined {
  return TYPES.get(spelling)
}

export function isTextType(type: DatabaseType): boolean {
  return type !== 'relationship' && VALUE_TRAITS[type].kind === 'text'
}

export type SettingForm = 'flag' | 'text' | 'count' | 'list' | 'value'

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

/** What each setting does, for editors and the documentation. */
export const MEANINGS: Readonly<Record<string, string>> = {
  primary_key: "Whether the field is the model's primary key.",
  required: 'Whether every item must have a value or, for a foreign key, a related item.',
  unique: 'Whether each item must have a different value.',
  index: 'Whether the field has an index. A `text` field is added to the full-text index.',
  default:
    'The value that the field gets in a new item if the request does not set it: a literal, `{{function}}` or `{{user.field}}`.',
  onupdate: 'The value that the field gets on every update: a literal, `{{function}}` or `{{user.field}}`.',
  min_length: 'Minimum length in characters.',
  max_length: 'Maximum length in characters.',
  choices: 'The valid values.',
  item_type: 'The type of the items in the list.',
  precision: 'Maximum number of digits.',
  scale: 'Maximum number of digits after the decimal point.',
  document: 'The name of the other model.',
  backref_name: 'The name of the field in the other model that refers back to this model.',
  uselist: 'False for a one-to-one relationship.',
  foreign_keys: 'The foreign key for this relationship, as `Model.field`, if the other model has several.',
  ondelete: 'What happens to related items when an item is deleted: `NULLIFY`, `CASCADE` or `RESTRICT`.',
  backref_ondelete: 'What happens to the item on this side when a related item is deleted.',
  ref_document: 'The model to which the foreign key refers.',
  ref_column: "The referenced model's primary key, as `table.column`.",
  ref_column_type: "The type of the referenced model's primary key.",
}

export const FORM_NAMES: Readonly<Record<SettingForm, string>> = {
  flag: 'true or false',
  text: 'a string',
  count: 'a non-negative integer',
  list: 'a list of at least one value',
  value: 'any value',
}

const OF_RELATIONSHIPS: readonly string[] = [
  'document',
  'backref_name',
  'uselist',
  'foreign_keys',
  'ondelete',
  'backref_ondelete',
]
const OF_FOREIGN_KEYS: readonly string[] = ['ref_document', 'ref_column', 'ref_column_type']

const OF_TYPES: ReadonlyMap<string, readonly DatabaseType[]> = new Map<string, readonly DatabaseType[]>([
  ...OF_RELATIONSHIPS.map((name) => [name, ['relationship']] as const),
  ...OF_FOREIGN_KEYS.map((name) => [name, ['foreign_key']] as const),
  ['item_type', ['list']],
  ['choices', ['choice', 'list']],
  ['precision', ['decimal']],
  ['scale', ['decimal']],
  ['min_length', FIELD_TYPES.filter(isTextType)],
  ['max_length', FIELD_TYPES.filter(isTextType)],
])

/** The general settings that also apply to relationships and foreign keys. */
const OF_LINKS = {
  relationship: ['required'],
  foreign_key: ['required', 'default', 'onupdate'],
}

/** Returns the settings that apply to a type, except `type` itself. */
export function settingsOf(type: DatabaseType): readonly string[] {
  const isLink = type === 'relationship' || type === 'foreign_key'
  return [...SETTINGS.keys()].filter((name) => {
    const types = OF_TYPES.get(name)
    return types === undefined ? !isLink || OF_LINKS[type].includes(name) : types.includes(type)
  })
}
