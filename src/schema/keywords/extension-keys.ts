import { HANDLER_TAGS, type JsonSchema } from '../../ir/index.js'

export const TRUE_OR_FALSE: JsonSchema = { type: 'boolean' }
const NAME: JsonSchema = { type: 'string' }
const NAMES: JsonSchema = { anyOf: [{ type: 'array', items: NAME }, NAME] }
const GROUPS: JsonSchema = {
  type: 'array',
  minItems: 1,
  items: { type: 'array', minItems: 2, items: NAME },
}

/** The root keys that svcgen defines in a model schema, without the underscore, and their values. */
export const ROOT: Readonly<Record<string, JsonSchema>> = {
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

/** The keys that svcgen defines in a property, and their values. */
export const PROPERTY: Readonly<Record<string, JsonSchema>> = {
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

export const ROOT_KEYS: readonly string[] = Object.keys(ROOT)
export const PROPERTY_KEYS: readonly string[] = Object.keys(PROPERTY)
