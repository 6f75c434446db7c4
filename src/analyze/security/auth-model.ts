import { Collector } from '../../diagnostics/collector.js'
import type { Api, SecurityScheme } from '../../api/api.js'
import { listed } from '../../naming/phrases.js'
import type { ModelSchema } from '../../schema/index.js'
import type { Property } from '../../schema/property.js'
import { isTextType } from '../../schema/settings/settings-table.js'
import { externalSchemesIn } from './external-schemes.js'
import { isExternal, isIssued } from '../resources/secured-by.js'
import type { FieldType, Json } from '../../ir/index.js'
import { readModelSchema } from '../../schema/index.js'
import { nodeOf } from '../../schema/node.js'
import type { Span } from '../../source/span.js'

export interface AuthModel {
  readonly model: string
  readonly isDefault: boolean
  /** The schema of the model, with added fields. */
  readonly schema: ModelSchema
}

/** Returns the type of the key of a model, which the schema declares or the API implies. */
type KeyTypeOf = (model: string, schema: ModelSchema) => FieldType

const TEXT_TYPES = ['string', 'text']

/** The keys of users who do not log in with them, because providers or functions of the user's identify the callers. */
const KEYS_WITHOUT_LOGIN: ReadonlySet<FieldType> = new Set(['id_field', 'integer', 'big_integer'])

/**
 * Returns the auth model: the model with `_auth_model`. If there is none but the API has security schemes (external ones
 * only if `securedBy` names them),
 * returns the User model with any missing fields added, or a new model. Returns null if no auth model is needed.
 * Reports multiple auth models, and fields that the auth model lacks.
 */
export function authModelOf(
  api: Api,
  schemas: ReadonlyMap<string, ModelSchema>,
  keyTypeOf: KeyTypeOf,
  collector: Collector,
): AuthModel | null {
  const [first, ...others] = [...schemas].filter(([, schema]) => schema.authModel !== null)
  if (first === undefined) return defaultModel(api, schemas, keyTypeOf, collector)
  const [model, schema] = first
  for (const [other, { authModel }] of others) {
    collector.report('SVC5011', {
      message: `${other} and ${model} both have "_auth_model"`,
      at: authModel?.at ?? null,
      related:
        schema.authModel === null ? [] : [{ message: `"_auth_model" of ${model}`, at: schema.authModel.at }],
    })
  }
  const logsIn = [...api.securitySchemes.values()].some(isIssued)
  const known = logsIn ? schema : withUnusedPassword(schema)
  const keyType = keyTypeOf(model, schema)
  const isKey = isTextType(keyType) || (!logsIn && KEYS_WITHOUT_LOGIN.has(keyType))
  if (!schema.faulty) checkFields(model, known, isKey, collector)
  return { model, isDefault: false, schema: known }
}

function checkFields(model: string, schema: ModelSchema, isKey: boolean, collector: Collector): void {
  const at = schema.authModel?.at ?? schema.at
  if (!isKey) {
    const message = `The primary key of the auth model ${model} is not a string`
    collector.report('SVC5012', {
      message,
      at,
      help: schema.isInferred
        ? 'Name a property of type "string" with "x-key"; it is the login name'
        : 'Use a field of type "string" as the primary key; it is the login name',
    })
  }
  if (fieldOf(schema, 'password', TEXT_TYPES) !== undefined) return
  const message = `The auth model ${model} has no "password" field of type string`
  collector.report('SVC5012', {
    message,
    at,
    help: 'Add "password" with "_db_settings": { "type": "string" }',
  })
}

function defaultModel(
  api: Api,
  schemas: ReadonlyMap<string, ModelSchema>,
  keyTypeOf: KeyTypeOf,
  collector: Collector,
): AuthModel | null {
  const builtIn = [...api.securitySchemes.values()].filter((scheme) => !isExternal(scheme))
  const [asking] = [...builtIn, ...externalSchemesIn(api)]
  if (asking === undefined) return null
  const user = schemas.get('User')
  if (user === undefined) return { model: 'User', isDefault: true, schema: defaultUser(asking.nameAt) }
  const isSuitable = isTextType(keyTypeOf('User', user)) && CREDENTIALS.every((name) => isFree(user, name))
  const added = ADDED_FIELDS.filter((name) => !user.properties.some((property) => property.name === name))
  reportUser(user, isSuitable ? added : null, asking, collector)
  // Like a declared auth model, it can have a key with which users register.
  const authModel = { name: 'auth_model', at: user.at }
  if (isSuitable)
    return { model: 'User', isDefault: true, schema: { ...withUserFields(user, ADDED_FIELDS), authModel } }
  return { model: 'AuthUser', isDefault: true, schema: defaultUser(asking.nameAt) }
}

const CREDENTIALS = ['email', 'password']

/** Returns whether a schema lacks a field, or has it with a text type. */
function isFree(schema: ModelSchema, name: string): boolean {
  const property = schema.properties.find((candidate) => candidate.name === name)
  return property === undefined || fieldOf(schema, name, TEXT_TYPES) !== undefined
}

/** @param added the fields that User gets; null if it cannot be the auth model */
function reportUser(
  user: ModelSchema,
  added: readonly string[] | null,
  asking: SecurityScheme,
  collector: Collector,
): void {
  collector.report('SVC5015', {
    message:
      added === null
        ? 'No schema has "_auth_model", and User cannot be used; the model AuthUser is added'
        : `No schema has "_auth_model"; User is used${added.length === 0 ? '' : `, and gets ${listed(added)}`}`,
    at: user.at,
    related: [{ message: 'This scheme requires an auth model', at: asking.nameAt }],
    help:
      added === null || added.length === 0
        ? 'Add "_auth_model": true to the schema of the user model'
        : 'Add "_auth_model": true to the schema, and those of the fields that it needs',
  })
}

export function fieldOf(
  { properties }: ModelSchema,
  name: string,
  types: readonly string[],
): Property | undefined {
  return properties.find(
    (property) =>
      property.name === name && property.settings !== null && types.includes(property.settings.type),
  )
}

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
function defaultUser(at: Span): ModelSchema {
  const schema = readModelSchema(nodeOf(DEFAULT_USER, at), at, new Collector())
  if (schema === null) throw new Error('the schema of the default User is invalid')
  return schema
}

/** Adds a password that no request can set, because nobody logs in with it, to a schema that lacks one. */
function withUnusedPassword(schema: ModelSchema): ModelSchema {
  if (schema.properties.some(({ name }) => name === 'password')) return schema
  const { properties, ...others } = withUserFields(schema, ['password'])
  const writeRule = { readOnly: true, writeOnce: false, writableBy: null }
  return {
    ...others,
    properties: properties.map((each) => (each.name === 'password' ? { ...each, writeRule } : each)),
  }
}

const ADDED_FIELDS = ['email', 'password', 'groups']

/** Adds fields of the default User to a schema that lacks them. The added fields are optional. */
function withUserFields(schema: ModelSchema, names: readonly string[]): ModelSchema {
  const missing = defaultUser(schema.at).properties.filter(
    ({ name }) => names.includes(name) && !schema.properties.some((property) => property.name === name),
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
