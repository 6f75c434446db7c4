import { FIELD_TYPES, type FieldType, VALUE_TRAITS } from '../../ir/index.js'
import { anything, count, filledList, flag, type Keyword, text } from '../keywords/keywords.js'

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

interface Setting {
  readonly value: Keyword
  /** The types of properties that can have the setting. */
  readonly types: readonly DatabaseType[]
  /** What it does, for editors and the documentation. */
  readonly meaning: string
}

function setting(value: Keyword, types: readonly DatabaseType[], meaning: string): Setting {
  return { value, types, meaning }
}

const VALUES = FIELD_TYPES.filter((type) => type !== 'foreign_key')
const TEXTS = FIELD_TYPES.filter(isTextType)
const RELATIONSHIP = ['relationship'] as const
const FOREIGN_KEY = ['foreign_key'] as const

/** The settings other than `type`. */
export const SETTINGS: ReadonlyMap<string, Setting> = new Map(
  Object.entries({
    primary_key: setting(flag, VALUES, "Whether the field is the model's primary key."),
    required: setting(
      flag,
      [...FIELD_TYPES, 'relationship'],
      'Whether every item must have a value or, for a foreign key, a related item.',
    ),
    unique: setting(flag, VALUES, 'Whether each item must have a different value.'),
    index: setting(
      flag,
      VALUES,
      'Whether the field has an index. A `text` field is added to the full-text index.',
    ),
    default: setting(
      anything,
      FIELD_TYPES,
      'The value that the field gets in a new item if the request does not set it: a literal, `{{function}}` or `{{user.field}}`.',
    ),
    onupdate: setting(
      anything,
      FIELD_TYPES,
      'The value that the field gets on every update: a literal, `{{function}}` or `{{user.field}}`.',
    ),
    min_length: setting(count, TEXTS, 'Minimum length in characters.'),
    max_length: setting(count, TEXTS, 'Maximum length in characters.'),
    choices: setting(filledList, ['choice', 'list'], 'The valid values.'),
    item_type: setting(text, ['list'], 'The type of the items in the list.'),
    precision: setting(count, ['decimal'], 'Maximum number of digits.'),
    scale: setting(count, ['decimal'], 'Maximum number of digits after the decimal point.'),
    document: setting(text, RELATIONSHIP, 'The name of the other model.'),
    backref_name: setting(
      text,
      RELATIONSHIP,
      'The name of the field in the other model that refers back to this model.',
    ),
    uselist: setting(flag, RELATIONSHIP, 'False for a one-to-one relationship.'),
    many_to_many: setting(
      flag,
      RELATIONSHIP,
      'True for a many-to-many relationship: both models have a list of items of the other.',
    ),
    through: setting(
      text,
      RELATIONSHIP,
      'The model whose items link the items of a many-to-many relationship, if they have fields of their own.',
    ),
    foreign_keys: setting(
      text,
      RELATIONSHIP,
      'The foreign key for this relationship, as `Model.field`, if the other model has several.',
    ),
    ondelete: setting(
      text,
      RELATIONSHIP,
      'What happens to related items when an item is deleted: `NULLIFY`, `CASCADE` or `RESTRICT`.',
    ),
    backref_ondelete: setting(
      text,
      RELATIONSHIP,
      'What happens to the item on this side when a related item is deleted.',
    ),
    ref_document: setting(text, FOREIGN_KEY, 'The model to which the foreign key refers.'),
    ref_column: setting(text, FOREIGN_KEY, "The referenced model's primary key, as `table.column`."),
    ref_column_type: setting(text, FOREIGN_KEY, "The type of the referenced model's primary key."),
  }),
)
