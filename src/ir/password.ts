import type { Model } from './model.js'
import type { Service } from './service.js'

/**
 * Returns whether a field is the auth model's password, which is stored as a hash and never appears in responses or
 * queries.
 */
export function isPassword({ auth }: Service, model: Model, field: string): boolean {
  return auth !== null && auth.model === model.id && auth.fields.password === field
}
