import type { Field } from './field.js'
import type { Model } from './model.js'
import type { Service } from './service.js'

/** Returns whether a field is the auth model's password: stored as a hash, and never in responses or queries. */
export function isPassword({ auth }: Service, model: Model, field: string): boolean {
  return auth !== null && auth.model === model.id && auth.fields.password === field
}

/** Returns whether clients can write a field and nobody can read it: a password, or a `writeOnly` field of OpenAPI. */
export function isUnreadable(
  service: Service,
  model: Model,
  { name, json }: Pick<Field, 'name' | 'json'>,
): boolean {
  return isPassword(service, model, name) || json['writeOnly'] === true
}
