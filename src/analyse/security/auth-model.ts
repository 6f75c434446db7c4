import type { Collector } from '../../diagnostics/collector.js'
import type { Api, SecurityScheme } from '../../raml/api.js'
import type { ModelSchema, Property } from '../../schema/model-schema.js'
import { defaultUser, withUserFields } from './default-user.js'
import { ACL_TYPE, AUTHENTICATION_TYPES } from './secured-by.js'

/** Which model the callers are items of. */
export interface AuthModel {
  readonly model: string
  /** True where no schema says `_auth_model`. */
  readonly isDefault: boolean
  /** The model's schema, with what was added to it. */
  readonly schema: ModelSchema
}

const KEY_TYPES = ['string', 'text', 'choice']
const TEXT_TYPES = ['string', 'text']

/**
 * Finds the auth model (SPEC 10): the one that says `_auth_model`; else, where the RAML has schemes, the model User with the fields that it lacks, or one
 * that is made. Null where nothing asks for one. Reports several, and one that nobody could log in by.
 */
export function authModelOf(
  api: Api,
  schemas: ReadonlyMap<string, ModelSchema>,
  collector: Collector,
): AuthModel | null {
  const [first, ...others] = [...schemas].filter(([, schema]) => schema.authModel !== null)
  if (first === undefined) return defaultModel(api, schemas, collector)
  const [model, schema] = first
  for (const [other, { authModel }] of others) {
    collector.report('SVC5011', {
      message: `${other} and ${model} both say "_auth_model"`,
      at: authModel?.at ?? null,
      related:
        schema.authModel === null ? [] : [{ message: `${model} says it here`, at: schema.authModel.at }],
    })
  }
  if (!schema.faulty) checkFields(model, schema, collector)
  return { model, isDefault: false, schema }
}

function checkFields(model: string, schema: ModelSchema, collector: Collector): void {
  const at = schema.authModel?.at ?? schema.at
  if (!hasTextKey(schema)) {
    const message = `The auth model ${model} has no text as its primary key`
    collector.report('SVC5012', {
      message,
      at,
      help: 'Callers log in by the key: make it a field of type "string"',
    })
  }
  if (fieldOf(schema, 'password', TEXT_TYPES) !== undefined) return
  const message = `The auth model ${model} has no text field "password"`
  collector.report('SVC5012', {
    message,
    at,
    help: 'Add "password" with "_db_settings": { "type": "string" }',
  })
}

function defaultModel(
  api: Api,
  schemas: ReadonlyMap<string, ModelSchema>,
  collector: Collector,
): AuthModel | null {
  const schemes = [...api.securitySchemes.values()]
  const [asking] = schemes.filter(({ type }) => AUTHENTICATION_TYPES.has(type) || type === ACL_TYPE)
  if (asking === undefined) return null
  const user = schemas.get('User')
  if (user === undefined) return { model: 'User', isDefault: true, schema: defaultUser(asking.nameAt) }
  const isFit = hasTextKey(user) && CREDENTIALS.every((name) => isFree(user, name))
  reportUser(user, isFit, asking, collector)
  if (isFit) return { model: 'User', isDefault: true, schema: withUserFields(user) }
  return { model: 'AuthUser', isDefault: true, schema: defaultUser(asking.nameAt) }
}

const CREDENTIALS = ['email', 'password']

/** A field of the default User is there in its form, or not at all. */
function isFree(schema: ModelSchema, name: string): boolean {
  const property = schema.properties.find((candidate) => candidate.name === name)
  return property === undefined || fieldOf(schema, name, TEXT_TYPES) !== undefined
}

function reportUser(user: ModelSchema, isFit: boolean, asking: SecurityScheme, collector: Collector): void {
  collector.report('SVC5015', {
    message: isFit
      ? 'No schema says "_auth_model": User is taken, with the fields email, password and groups'
      : 'No schema says "_auth_model", and User cannot be it: the model AuthUser is made',
    at: user.at,
    related: [{ message: 'This scheme asks for one', at: asking.nameAt }],
    help: 'Say "_auth_model": true in the schema of those who log in',
  })
}

function hasTextKey({ properties }: ModelSchema): boolean {
  return properties.some(({ settings }) => settings?.primaryKey === true && KEY_TYPES.includes(settings.type))
}

/** A stored field of one of these types. */
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
