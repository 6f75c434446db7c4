import { openApiSpelling } from '../../naming/openapi-spelling.js'
import { HANDLER_TAGS, type JsonSchema } from '../../ir/index.js'
import { count, filledList, flag, type Keyword, KEYWORDS, text } from '../keywords/keywords.js'
import { PROPERTY_KEYS, type PropertyKey, ROOT_KEYS, type RootKey } from '../keywords/extension-keys.js'
import { type DatabaseType, databaseType, SETTINGS, TYPE_SPELLINGS } from '../settings/settings-table.js'

export const EDITOR_SCHEMA = 'model-schema.json'

const TRUE_OR_FALSE: JsonSchema = { type: 'boolean' }
const NAME: JsonSchema = { type: 'string' }
const NAMES: JsonSchema = { anyOf: [{ type: 'array', items: NAME }, NAME] }
const GROUPS: JsonSchema = {
  type: 'array',
  minItems: 1,
  items: { type: 'array', minItems: 2, items: NAME },
}

const ROOT: Readonly<Record<RootKey, JsonSchema>> = {
  event_handlers: {
    description: 'Functions that run before or after actions or when rows change, keyed by event tag.',
    type: 'object',
    properties: Object.fromEntries(HANDLER_TAGS.map((tag) => [tag, NAMES])),
    additionalProperties: false,
  },
  auth_model: {
    ...TRUE_OR_FALSE,
    description: "Whether this model's items are the service's users.",
  },
  auth_fields: { ...NAMES, description: 'The fields that authenticated callers can see.' },
  public_fields: { ...NAMES, description: 'The fields that anonymous callers can see.' },
  hidden_fields: { ...NAMES, description: 'The fields that only admins can see.' },
  nested_relationships: {
    ...NAMES,
    description: 'Relationships that are returned as documents instead of keys.',
  },
  nesting_depth: { type: 'integer', minimum: 0, description: 'Maximum nesting depth of documents.' },
  register_fields: { ...NAMES, description: 'Optional fields that a registration can contain.' },
  renamed_from: { ...NAME, description: 'The former name of the model.' },
  unique_together: { ...GROUPS, description: 'Groups of fields whose combination of values must be unique.' },
  index_together: { ...GROUPS, description: 'Groups of fields that share an index.' },
  search: {
    ...TRUE_OR_FALSE,
    description: 'Whether the items are indexed in a search engine, if the service has one.',
  },
  row_rules: {
    type: 'array',
    items: {
      type: 'string',
      pattern: '^\\s*allow\\s+\\S+\\s+\\S',
      examples: ['allow g:admin all', 'allow authenticated view where owner={{user.username}}'],
    },
    description: 'Rules for which rows callers may view, create, update and delete.',
  },
  stored: {
    ...TRUE_OR_FALSE,
    description: 'Whether the schema is a model; if not, its operations are custom actions.',
  },
}

const PROPERTY: Readonly<Record<PropertyKey, JsonSchema>> = {
  _db_settings: { $ref: '#/definitions/settings' },
  _processors: { ...NAMES, description: 'Functions that change a value before it is stored.' },
  _backref_processors: {
    ...NAMES,
    description: 'Functions that change the value of the back-reference before it is stored.',
  },
  _renamed_from: { ...NAME, description: 'The former name of the field.' },
  readOnly: { ...TRUE_OR_FALSE, description: 'Prevents clients from writing the field.' },
  _write_once: { ...TRUE_OR_FALSE, description: 'Whether clients can set the field only on create.' },
  _writable_by: { ...NAMES, description: 'The principals that are allowed to write the field.' },
  _list: { ...TRUE_OR_FALSE, description: 'Whether documents contain the relationship.' },
  _backfill: { description: 'The value that existing items get if the field becomes required.' },
}

/** Returns the JSON schema (draft 7) for model schemas, which editors use for completion and validation. */
export function editorSchema(): JsonSchema {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'svcgen model schema',
    type: 'object',
    properties: {
      ...keywords(),
      ...withSpellings(ROOT_KEYS.map((key) => [`_${key}`, ROOT[key]])),
      properties: { type: 'object', additionalProperties: { $ref: '#/definitions/property' } },
    },
    patternProperties: { [`^_(?!(?:${ROOT_KEYS.join('|')})$)`]: false },
    definitions: { property: property(), settings: settings() },
  }
}

export function editorSchemaText(): string {
  return `${JSON.stringify(editorSchema(), null, 2)}\n`
}

/** The values of keywords that have another form in draft 4, in which schemas of models are written. */
const IN_DRAFT_4: Readonly<Record<string, string>> = {
  exclusiveMinimum: 'true or false',
  exclusiveMaximum: 'true or false',
  items: 'a schema, or a list of schemas',
}

function keywords(): JsonSchema {
  return Object.fromEntries(
    [...KEYWORDS].map(([name, { form }]) => [name, { description: `Must be ${IN_DRAFT_4[name] ?? form}.` }]),
  )
}

/** Returns the schemas of keys, with both spellings of those that begin with an underscore. */
function withSpellings(keys: readonly (readonly [string, JsonSchema])[]): JsonSchema {
  return Object.fromEntries(
    keys.flatMap(([key, schema]) =>
      key.startsWith('_')
        ? [
            [key, schema],
            [openApiSpelling(key), schema],
          ]
        : [[key, schema]],
    ),
  )
}

function property(): JsonSchema {
  const own = PROPERTY_KEYS.filter((key) => key.startsWith('_')).map((key) => key.slice(1))
  const misplaced = [...SETTINGS.keys(), ...own].filter((key) => !KEYWORDS.has(key))
  return {
    type: 'object',
    properties: { ...keywords(), ...withSpellings(Object.entries(PROPERTY)) },
    patternProperties: { [`^_(?!(?:${own.join('|')})$)`]: false },
    if: { anyOf: [{ required: ['_db_settings'] }, { required: [openApiSpelling('_db_settings')] }] },
    then: { properties: Object.fromEntries(misplaced.map((key) => [key, false])) },
  }
}

/** Returns the schema for `_db_settings`: a type and the settings for that type. */
function settings(): JsonSchema {
  const types = new Map<DatabaseType, string[]>()
  for (const spelling of TYPE_SPELLINGS) {
    const type = databaseType(spelling)
    if (type !== undefined) types.set(type, [...(types.get(type) ?? []), spelling])
  }
  return {
    type: 'object',
    required: ['type'],
    properties: { type: { enum: TYPE_SPELLINGS } },
    allOf: [...types].map(([type, spellings]) => ({
      if: { required: ['type'], properties: { type: { enum: spellings } } },
      then: {
        properties: {
          type: true,
          ...settingSchemas(type),
        },
        additionalProperties: false,
      },
    })),
  }
}

const SCHEMAS: ReadonlyMap<Keyword, JsonSchema> = new Map<Keyword, JsonSchema>([
  [flag, TRUE_OR_FALSE],
  [text, { type: 'string' }],
  [count, { type: 'integer', minimum: 0 }],
  [filledList, { type: 'array', minItems: 1 }],
])

const ON_DELETE: JsonSchema = {
  enum: ['NULLIFY', 'CASCADE', 'RESTRICT', 'nullify', 'cascade', 'restrict'],
}

function settingSchemas(type: DatabaseType): JsonSchema {
  const settings = [...SETTINGS].filter(([, { types }]) => types.includes(type))
  return Object.fromEntries(
    settings.map(([name, { value, meaning }]) => [
      name,
      { ...valueSchema(name, value), description: meaning },
    ]),
  )
}

function valueSchema(name: string, value: Keyword): JsonSchema {
  if (name === 'ondelete' || name === 'backref_ondelete') return ON_DELETE
  return name === 'item_type' ? { enum: TYPE_SPELLINGS } : (SCHEMAS.get(value) ?? {})
}
