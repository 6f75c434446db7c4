import type { Model } from './model.js'
import type { Service } from './service.js'

/** Whether this field is the password of the auth model: stored as its hash, which is longer than what is typed, and in no answer and no query (SPEC 10). */
export function isPassword({ auth }: Service, model: Model, field: string): boolean {
  return auth !== null && auth.model === model.id && auth.fields.password === field
}
