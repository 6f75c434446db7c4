import { openApiSpelling } from '../../naming/openapi-spelling.js'
import type { JsonSchema } from '../../ir/index.js'
import { count, filledList, flag, type Keyword, KEYWORDS, text } from '../keywords/keywords.js'
import { PROPERTY, PROPERTY_KEYS, ROOT, ROOT_KEYS, TRUE_OR_FALSE } from '../keywords/extension-keys.js'
import { type DatabaseType, databaseType, SETTINGS, TYPE_SPELLINGS } from '../settings/settings-table.js'

export const EDITOR_SCHEMA = 'model-schema.json'

/** Returns the JSON schema (draft 7) for model schemas, which editors use for completion and validation. */
export function editorSchema(): JsonSchema {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'svcgen model schema',
    type: 'object',
    properties: {
      ...keywords(),
      ...withSpellings(Object.entries(ROOT).map(([key, schema]) => [`_${key}`, schema])),
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
