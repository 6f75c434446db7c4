import type { WrittenEntry } from './entry.js'

export const schemaCodes = {
  SVC3001: {
    title: 'Schema is not an object',
    meaning: 'A JSON schema is an object with keywords such as "type" and "properties".',
    example: '["name", "progress"]',
    fix: '{ "type": "object", "properties": { "name": {}, "progress": {} } }',
  },
  SVC3002: {
    title: 'Model schema is not of type object',
    meaning:
      'A schema with "_db_settings" describes a model. The items of a model are objects with fields, so the schema must have "type": "object".',
    example: '{ "type": "array", "properties": { "name": { "_db_settings": { "type": "string" } } } }',
    fix: 'Set "type": "object".',
  },
  SVC3003: {
    severity: 'warning',
    title: 'Draft 3 schema',
    meaning: 'svcgen uses JSON schema draft 4. A draft 3 schema is converted on every run.',
    example:
      '{ "$schema": "http://json-schema.org/draft-03/schema", "properties": { "name": { "required": true } } }',
    fix: '{ "$schema": "http://json-schema.org/draft-04/schema", "required": ["name"], "properties": { "name": {} } }',
  },
  SVC3004: {
    severity: 'warning',
    title: 'Legacy "args" syntax',
    meaning:
      'Older schemas put the database settings in "args" and the database type in the JSON "type". This syntax is also supported, and every property is stored.',
    example: '"id": { "type": "id_field", "args": { "primary_key": true } }',
    fix: '"id": { "_db_settings": { "type": "id_field", "primary_key": true } }',
  },
  SVC3005: {
    severity: 'warning',
    title: 'Root key without an underscore',
    meaning:
      'Root keys that are not part of JSON schema begin with an underscore. The older spelling without the underscore is also supported.',
    example: '{ "type": "object", "auth_fields": ["name"] }',
    fix: '{ "type": "object", "_auth_fields": ["name"] }',
  },
  SVC3006: {
    severity: 'warning',
    title: 'Boolean "required" keyword',
    meaning:
      'In draft 4, "required" is a list of names next to "properties". The draft 3 form, a boolean in the property, is also supported.',
    example: '{ "properties": { "name": { "type": "string", "required": true } } }',
    fix: '{ "required": ["name"], "properties": { "name": { "type": "string" } } }',
  },
  SVC3007: {
    title: 'Unknown database type',
    meaning:
      'The "type" in "_db_settings" determines how a field is stored. It must be one of the supported types.',
    example: '"name": { "_db_settings": { "type": "strin" } }',
    fix: '"name": { "_db_settings": { "type": "string" } }',
  },
  SVC3008: {
    severity: 'warning',
    title: 'Unknown database setting',
    meaning: 'Unknown settings are ignored. The name might be misspelled.',
    example: '"name": { "_db_settings": { "type": "string", "max_lenght": 20 } }',
    fix: '"name": { "_db_settings": { "type": "string", "max_length": 20 } }',
  },
  SVC3009: {
    title: 'Wrong type for a setting',
    meaning:
      'Each schema setting requires a value of a specific type: a boolean, a string, an integer or a list.',
    example: '"name": { "_db_settings": { "type": "string", "unique": "yes" } }',
    fix: '"name": { "_db_settings": { "type": "string", "unique": true } }',
  },
  SVC3010: {
    title: 'Reserved property name',
    meaning:
      'These names have a special meaning: "_type", "_pk" and "_self" are part of every document, "_acl" contains the rules of an item, "AND", "OR" and "NOT" combine conditions in code, and "__proto__", "constructor" and "prototype" are special in JavaScript.',
    example: '{ "properties": { "_type": { "_db_settings": { "type": "string" } } } }',
    fix: '{ "properties": { "kind": { "_db_settings": { "type": "string" } } } }',
  },
  SVC3011: {
    title: 'Reference to another document',
    meaning: 'A "$ref" must point into its own document. svcgen does not load other files or URLs.',
    example: '"address": { "$ref": "http://example.com/address.json" }',
    fix: '"address": { "$ref": "#/definitions/address" }, with the schema copied to "definitions".',
  },
  SVC3012: {
    title: 'Unresolved reference',
    meaning: 'A "$ref" must point to a schema in the same document and must not refer to itself.',
    example:
      '{ "definitions": { "address": {} }, "properties": { "home": { "$ref": "#/definitions/adress" } } }',
    fix: '"home": { "$ref": "#/definitions/address" }',
  },
  SVC3013: {
    title: 'Pattern without a linear-time matcher',
    meaning:
      'Patterns are matched in time that is linear in the length of the value, so that no value blocks the service. That is not possible with backreferences, and with lookaheads that are not at the start of the pattern.',
    example: '"name": { "type": "string", "pattern": "^(a+(?=b)b)+$" }',
    fix: '"name": { "type": "string", "pattern": "^(a+b)+$" }',
  },
  SVC3014: {
    title: 'Invalid regular expression',
    meaning: 'A "pattern" must be a JavaScript regular expression (ECMA-262).',
    example: '"name": { "type": "string", "pattern": "[a-z" }',
    fix: '"name": { "type": "string", "pattern": "[a-z]" }',
  },
  SVC3015: {
    title: 'Invalid keyword value',
    meaning:
      'The value of this keyword is not valid in JSON schema draft 4, so request bodies could not be validated.',
    example: '"name": { "type": "text" }',
    fix: '"name": { "type": "string" }',
  },
  SVC3016: {
    severity: 'warning',
    title: 'Ignored key',
    meaning:
      'The key is unknown, belongs elsewhere, or has no effect because of other keys, as "_writable_by" next to "readOnly". Keys that begin with an underscore are extensions of svcgen.',
    example: '{ "type": "object", "_public_feilds": ["name"] }',
    fix: '{ "type": "object", "_public_fields": ["name"] }',
  },
  SVC3017: {
    severity: 'warning',
    title: 'Model without a primary key',
    meaning:
      'If no field has "primary_key": true, the primary key is the "id" field. If there is no suitable "id" field, the model gets a generated one.',
    example: '{ "properties": { "name": { "_db_settings": { "type": "string" } } } }',
    fix: '{ "properties": { "id": { "_db_settings": { "type": "id_field", "primary_key": true } } } }',
  },
  SVC3018: {
    title: 'Multiple primary keys',
    meaning: 'A model has exactly one primary key, which identifies an item in its path.',
    example:
      '"a": { "_db_settings": { "type": "string", "primary_key": true } }, and the same settings for "b"',
    fix: 'Keep "primary_key" on one field, and set "unique": true on the other.',
  },
  SVC3019: {
    title: 'Invalid primary key type',
    meaning:
      'Primary keys are used in paths and as references, so they must be strings, integers or generated IDs.',
    example: '"tags": { "_db_settings": { "type": "list", "primary_key": true } }',
    fix: '"tag": { "_db_settings": { "type": "string", "primary_key": true } }',
  },
  SVC3020: {
    title: 'Missing setting',
    meaning: 'Fields of this type require a setting that is missing.',
    example: '"status": { "_db_settings": { "type": "choice" } }',
    fix: '"status": { "_db_settings": { "type": "choice", "choices": ["open", "done"] } }',
  },
  SVC3021: {
    title: 'Invalid default',
    meaning:
      'The value of "default" or "onupdate" is stored like a value from a client, so it must match the type of the field.',
    example: '"progress": { "_db_settings": { "type": "integer", "default": "none" } }',
    fix: '"progress": { "_db_settings": { "type": "integer", "default": 0 } }',
  },
  SVC3029: {
    title: 'Invalid backfill value',
    meaning:
      '"_backfill" is the value that existing rows get when the field becomes required. It must be valid for the field.',
    example: '"progress": { "_db_settings": { "type": "integer", "required": true }, "_backfill": "none" }',
    fix: '"progress": { "_db_settings": { "type": "integer", "required": true }, "_backfill": 0 }',
  },
  SVC3022: {
    title: 'Former name is still in use',
    meaning:
      '"_renamed_from" moves the data stored under the old name. If the old name is still in use, there is nothing to move.',
    example: '"title": { "_renamed_from": "name" }, where the model still has a "name" field',
    fix: 'Remove the old field or model, or remove "_renamed_from".',
  },
  SVC3023: {
    severity: 'warning',
    title: 'Unknown field in a list of fields',
    meaning:
      'A key such as "_public_fields" or "required" lists a field that the model does not have. The name is ignored.',
    example: '"_public_fields": ["nam"]',
    fix: '"_public_fields": ["name"]',
  },
  SVC3024: {
    severity: 'warning',
    title: 'JSON type conflicts with the database type',
    meaning:
      'No value has both types, so nothing could ever be stored. The JSON type that corresponds to the database type is used instead.',
    example: '"count": { "type": "string", "_db_settings": { "type": "integer" } }',
    fix: '"count": { "type": "integer", "_db_settings": { "type": "integer" } }',
  },
  SVC3025: {
    severity: 'warning',
    title: 'Unsupported schema draft',
    meaning:
      'svcgen supports JSON schema drafts 3 and 4. Later drafts are read as draft 4, and their new keywords are ignored.',
    example: '{ "$schema": "http://json-schema.org/draft-07/schema#" }',
    fix: '{ "$schema": "http://json-schema.org/draft-04/schema#" }',
  },
  SVC3026: {
    title: 'Contradictory schema',
    meaning:
      'A request body must match the schema and every part of its "allOf". No value can match mutually exclusive types, and a field can be stored in only one way.',
    example:
      '{ "properties": { "age": { "type": "string" } }, "allOf": [{ "properties": { "age": { "type": "integer" } } }] }',
    fix: 'Describe "age" in only one of the parts.',
  },
  SVC3027: {
    severity: 'warning',
    title: 'Properties in alternatives',
    meaning:
      'A model has the same fields whichever alternative of "anyOf" or "oneOf" a request body matches, so properties that are described only in an alternative become optional fields.',
    example: '{ "properties": {}, "anyOf": [{ "properties": { "phone": { "type": "string" } } }] }',
    fix: '{ "properties": { "phone": { "type": "string" } }, "anyOf": [{ "required": ["phone"] }] }',
  },
  SVC3028: {
    title: 'Too many properties',
    meaning:
      'A schema can have at most 1,000 properties. Each stored property has its own column, and PostgreSQL and SQLite limit the number of columns in a table.',
    example: 'A schema with 2,000 properties',
    fix: 'Combine related properties into one property of type dict, or move them to another model.',
  },
  SVC3031: {
    severity: 'warning',
    title: 'Schema that is not validated in linear time',
    meaning:
      'Several parts of a recursive schema apply to the same value, and "unevaluatedProperties" or "unevaluatedItems" depends on all of them, so that the time for validating a body can grow exponentially with its depth. A body that takes too long is rejected with 400.',
    example:
      '"A": { "properties": { "a": { "anyOf": [{ "$ref": "#/$defs/A" }, { "$ref": "#/$defs/B" }], "unevaluatedProperties": false } } }, and the same in B',
    fix: '"A": { "properties": { "a": { "anyOf": [{ "$ref": "#/$defs/A" }, { "$ref": "#/$defs/B" }] } }, "additionalProperties": false }',
  },
  SVC3032: {
    severity: 'warning',
    title: 'Value that its own schema refuses',
    meaning:
      'A default, a value of "enum", the constant in "x-value" or an example does not match the schema that contains it. The default and the value of "enum" are ignored, except that a default such as "1" of an integer, or an "enum" of such values, is read without its quotes, and that the "enum" of an array that lists values of its items is read as that of the items; an example and a constant are kept as they are.',
    example: '{ "type": "integer", "default": "ten" }',
    fix: '{ "type": "integer", "default": 10 }',
  },
} as const satisfies Record<string, WrittenEntry>
