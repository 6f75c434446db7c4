import type { CatalogueEntry } from './entry.js'

export const schemaCodes = {
  SVC3001: {
    severity: 'error',
    title: 'A schema that is no object',
    meaning:
      'A JSON schema is an object with keywords such as "type" and "properties". Anything else describes nothing.',
    example: '["name", "progress"]',
    mend: '{ "type": "object", "properties": { "name": {}, "progress": {} } }',
  },
  SVC3002: {
    severity: 'error',
    title: 'A model whose schema is not of type object',
    meaning:
      'An item of a model is an object with fields. A schema with "_db_settings" describes a model, so it must be of type object.',
    example: '{ "type": "array", "properties": { "name": { "_db_settings": { "type": "string" } } } }',
    mend: 'Write "type": "object".',
  },
  SVC3003: {
    severity: 'warning',
    title: 'A schema of draft 3',
    meaning: 'Schemas are read as JSON schema draft 4. One of draft 3 is converted on the way in, each time.',
    example:
      '{ "$schema": "http://json-schema.org/draft-03/schema", "properties": { "name": { "required": true } } }',
    mend: '{ "$schema": "http://json-schema.org/draft-04/schema", "required": ["name"], "properties": { "name": {} } }',
  },
  SVC3004: {
    severity: 'warning',
    title: 'The older spelling args',
    meaning:
      'Older schemas hold the database settings in "args", and the database type in the JSON "type". They are read so, and every property of such a schema is stored.',
    example: '"id": { "type": "id_field", "args": { "primary_key": true } }',
    mend: '"id": { "_db_settings": { "type": "id_field", "primary_key": true } }',
  },
  SVC3005: {
    severity: 'warning',
    title: 'A root key without its underscore',
    meaning:
      'The keys that are not part of JSON schema begin with an underscore. The older spelling without one is read as meant.',
    example: '{ "type": "object", "auth_fields": ["name"] }',
    mend: '{ "type": "object", "_auth_fields": ["name"] }',
  },
  SVC3006: {
    severity: 'warning',
    title: 'A required that is true or false',
    meaning:
      'In draft 4 "required" lists names and stands beside "properties". Draft 3 wrote it into the property; it is read as meant.',
    example: '{ "properties": { "name": { "type": "string", "required": true } } }',
    mend: '{ "required": ["name"], "properties": { "name": { "type": "string" } } }',
  },
  SVC3007: {
    severity: 'error',
    title: 'An unknown database type',
    meaning: 'The "type" in "_db_settings" decides how a field is stored; it must be one of the known types.',
    example: '"name": { "_db_settings": { "type": "strin" } }',
    mend: '"name": { "_db_settings": { "type": "string" } }',
  },
  SVC3008: {
    severity: 'warning',
    title: 'An unknown database setting',
    meaning: 'The setting is not known, and changes nothing. It may be misspelt.',
    example: '"name": { "_db_settings": { "type": "string", "max_lenght": 20 } }',
    mend: '"name": { "_db_settings": { "type": "string", "max_length": 20 } }',
  },
  SVC3009: {
    severity: 'error',
    title: 'A setting of the wrong form',
    meaning: 'Each setting of a schema takes a value of one form: a flag, a text, a whole number, or a list.',
    example: '"name": { "_db_settings": { "type": "string", "unique": "yes" } }',
    mend: '"name": { "_db_settings": { "type": "string", "unique": true } }',
  },
  SVC3010: {
    severity: 'error',
    title: 'A property name that is taken',
    meaning:
      'Every document has "_type", "_pk" and "_self" of its own, an item its rules in "_acl", and a condition in code its "AND", "OR" and "NOT"; "__proto__", "constructor" and "prototype" mean something on every object of JavaScript.',
    example: '{ "properties": { "_type": { "_db_settings": { "type": "string" } } } }',
    mend: '{ "properties": { "kind": { "_db_settings": { "type": "string" } } } }',
  },
  SVC3011: {
    severity: 'error',
    title: 'A reference to another document',
    meaning:
      'A "$ref" must point into its own document. Nothing is fetched from the network, or from another file.',
    example: '"address": { "$ref": "http://example.com/address.json" }',
    mend: '"address": { "$ref": "#/definitions/address" }, with the schema copied into "definitions".',
  },
  SVC3012: {
    severity: 'error',
    title: 'A reference that leads nowhere',
    meaning: 'A "$ref" must lead to a schema in the same document, and not back to itself.',
    example:
      '{ "definitions": { "address": {} }, "properties": { "home": { "$ref": "#/definitions/adress" } } }',
    mend: '"home": { "$ref": "#/definitions/address" }',
  },
  SVC3013: {
    severity: 'error',
    title: 'A pattern that may take for ever',
    meaning:
      'Some values would keep this pattern busy for a time that grows exponentially with their length, and with it the whole service.',
    example: '"name": { "type": "string", "pattern": "^(a+)+$" }',
    mend: '"name": { "type": "string", "pattern": "^a+$" }',
  },
  SVC3014: {
    severity: 'error',
    title: 'A pattern that is no regular expression',
    meaning: 'A "pattern" is a regular expression of JavaScript (ECMA 262).',
    example: '"name": { "type": "string", "pattern": "[a-z" }',
    mend: '"name": { "type": "string", "pattern": "[a-z]" }',
  },
  SVC3015: {
    severity: 'error',
    title: 'A keyword of the wrong form',
    meaning:
      'The value of this keyword is not what JSON schema draft 4 allows there, so that no body could be checked against it.',
    example: '"name": { "type": "text" }',
    mend: '"name": { "type": "string" }',
  },
  SVC3016: {
    severity: 'warning',
    title: 'An unknown key with an underscore',
    meaning:
      "Keys that begin with an underscore are the service's own. This one is not known, and changes nothing.",
    example: '{ "type": "object", "_public_feilds": ["name"] }',
    mend: '{ "type": "object", "_public_fields": ["name"] }',
  },
  SVC3017: {
    severity: 'warning',
    title: 'A model without a primary key',
    meaning:
      'Every item needs a key. Where no field says "primary_key": true, the model gets a generated "id".',
    example: '{ "properties": { "name": { "_db_settings": { "type": "string" } } } }',
    mend: '{ "properties": { "id": { "_db_settings": { "type": "id_field", "primary_key": true } } } }',
  },
  SVC3018: {
    severity: 'error',
    title: 'Several primary keys',
    meaning: 'An item has one key: the one that stands in its path.',
    example: '"a": { "_db_settings": { "type": "string", "primary_key": true } }, and the same for "b"',
    mend: 'Leave "primary_key" to one field, and make the other "unique".',
  },
  SVC3019: {
    severity: 'error',
    title: 'A type that cannot be a primary key',
    meaning: 'A key stands in paths and in other items, so it is a text, a whole number or a generated id.',
    example: '"tags": { "_db_settings": { "type": "list", "primary_key": true } }',
    mend: '"tag": { "_db_settings": { "type": "string", "primary_key": true } }',
  },
  SVC3020: {
    severity: 'error',
    title: 'A setting that is missing',
    meaning: 'The type of the field needs a setting that is not there.',
    example: '"status": { "_db_settings": { "type": "choice" } }',
    mend: '"status": { "_db_settings": { "type": "choice", "choices": ["open", "done"] } }',
  },
  SVC3021: {
    severity: 'error',
    title: 'A default that does not fit',
    meaning:
      'The value of "default" or "onupdate" is stored as if a client had sent it, so it must be of the type of its field.',
    example: '"progress": { "_db_settings": { "type": "integer", "default": "none" } }',
    mend: '"progress": { "_db_settings": { "type": "integer", "default": 0 } }',
  },
  SVC3022: {
    severity: 'error',
    title: 'A rename from what still stands',
    meaning:
      '"_renamed_from" moves what was stored under the old name. While that name is still in use there is nothing to move.',
    example: '"title": { "_renamed_from": "name" } beside "name"',
    mend: 'Remove the old one, or "_renamed_from".',
  },
  SVC3023: {
    severity: 'warning',
    title: 'A name in a list that the model does not have',
    meaning: 'A list of fields names one that is not there. It is left out.',
    example: '"_public_fields": ["nam"]',
    mend: '"_public_fields": ["name"]',
  },
  SVC3024: {
    severity: 'warning',
    title: 'A JSON type that the database type cannot hold',
    meaning:
      'No value could be of both types, so that nothing could ever be stored. The form of the database type is used.',
    example: '"count": { "type": "string", "_db_settings": { "type": "integer" } }',
    mend: '"count": { "type": "integer", "_db_settings": { "type": "integer" } }',
  },
  SVC3025: {
    severity: 'warning',
    title: 'A schema of another draft',
    meaning:
      'Drafts 3 and 4 of JSON schema are known. A later one is read as draft 4, and what is new in it means nothing.',
    example: '{ "$schema": "http://json-schema.org/draft-07/schema#" }',
    mend: '{ "$schema": "http://json-schema.org/draft-04/schema#" }',
  },
  SVC3026: {
    severity: 'error',
    title: 'Parts of a schema that exclude each other',
    meaning:
      'A body must fit the schema and all parts in its "allOf". No value fits two types that have nothing in common, and a field is stored in one way.',
    example:
      '{ "properties": { "age": { "type": "string" } }, "allOf": [{ "properties": { "age": { "type": "integer" } } }] }',
    mend: 'Describe "age" in one of the parts alone.',
  },
  SVC3027: {
    severity: 'warning',
    title: 'Properties of alternatives',
    meaning:
      'A model has the same fields whatever alternative of "anyOf" or "oneOf" a body fits, so what only an alternative describes is a field that may be left out.',
    example: '{ "properties": {}, "anyOf": [{ "properties": { "phone": { "type": "string" } } }] }',
    mend: '{ "properties": { "phone": { "type": "string" } }, "anyOf": [{ "required": ["phone"] }] }',
  },
  SVC3028: {
    severity: 'error',
    title: 'Too many properties',
    meaning:
      'Each property is a column, and no table of PostgreSQL or SQLite has room for more than 1,000 of them.',
    example: 'A schema with 2,000 properties',
    mend: 'Put those that belong together into one property of type dict, or into another model.',
  },
} as const satisfies Record<string, CatalogueEntry>
