import { Collector } from '../../diagnostics/collector.js'
import type { Json } from '../../ir/index.js'
import { readModelSchema } from '../../schema/index.js'
import type { ModelSchema } from '../../schema/model-schema.js'
import { nodeOf } from '../../schema/node.js'
import type { Span } from '../../source/span.js'

const text = { type: 'string', required: true }

const DEFAULT_USER: Json = {
  type: 'object',
  title: 'User',
  required: ['email', 'password', 'username'],
  properties: {
    username: { type: 'string', minLength: 1, _db_settings: { ...text, primary_key: true, min_length: 1 } },
    email: { type: 'string', format: 'email', _db_settings: { ...text, unique: true } },
    password: { type: 'string', minLength: 1, _db_settings: { ...text, min_length: 1 } },
    groups: {
      type: ['array', 'null'],
      items: { type: 'string', enum: ['admin', 'user'] },
      _db_settings: { type: 'list', item_type: 'string', choices: ['admin', 'user'], default: ['user'] },
    },
  },
}

/** Returns the schema of the default User. All nodes in the schema have the span `at`. */
export function defaultUser(at: Span): ModelSchema {
  const schema = readModelSchema(nodeOf(DEFAULT_USER, at), at, new Collector())
  if (schema === null) throw new Error('the schema of the default User is invalid')
  return schema
}

/** Adds the default User's fields, except `username`, to a schema that lacks them. The added fields are optional. */
export function withUserFields(schema: ModelSchema): ModelSchema {
  const missing = defaultUser(schema.at).properties.filter(
    ({ name }) => name !== 'username' && !schema.properties.some((property) => property.name === name),
  )
  const optional = missing.map((property) => ({
    ...property,
    required: false,
    json: { ...property.json, ...(property.name === 'groups' ? {} : { type: ['string', 'null'] }) },
    settings: property.settings && { ...property.settings, required: false },
  }))
  const properties = [...schema.properties, ...optional].sort((a, b) => (a.name < b.name ? -1 : 1))
  return { ...schema, properties }
}
