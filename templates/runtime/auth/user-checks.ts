import type { Json } from '../json.js'
import type { FieldSpec, Models } from '../model.js'
import { type Checked, bad } from '../values/scalars.js'
import { checkValue } from '../values/values.js'
import type { AuthConfig, UserFields } from './accounts.js'

/** Path segment that refers to the caller, in place of a user's key. No user can have this key. */
export const SELF = 'self'

const PRINCIPALS = /^(?:everyone|authenticated|g:.*)$/is

/** Characters that disguise a name: control characters, and characters that change the direction of text. */
const MISLEADING = /[\p{Cc}\p{Bidi_Control}]/u

/** Returns the reason why a user name is invalid, or undefined if it is valid. */
export function userNameFault(name: Json | undefined, { username, email }: UserFields): string | undefined {
  if (typeof name !== 'string') return undefined
  if (name.toLowerCase() === SELF) return `must not be "${SELF}", which is reserved for the caller`
  if (name === '') return 'must not be empty'
  if (name === '.' || name === '..') return `must not be "${name}", which has a special meaning in paths`
  if (name.trim() !== name) return 'must not start or end with a space'
  if (MISLEADING.test(name))
    return 'must not contain control characters or characters that change the direction of text'
  if (PRINCIPALS.test(name))
    return 'must not be "everyone" or "authenticated", or start with "g:", which have a special meaning in access rules'
  const isEmail = email !== null && email !== username && name.includes('@')
  return isEmail ? 'must not look like an email address' : undefined
}

const LOCAL_PART = /^[^\s@\p{Cc}\p{Bidi_Control}]{1,64}$/u
const DOMAIN_LABEL = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?$/u
/** Maximum length of an email address (RFC 5321, 4.5.3.1.3). */
export const MAX_EMAIL = 254

/** Returns the reason why an email address is invalid, or undefined if it has a valid form. */
export function emailFault(email: Json | undefined): string | undefined {
  if (typeof email !== 'string') return undefined
  const at = email.lastIndexOf('@')
  const [local, domain] = [email.slice(0, Math.max(0, at)), email.slice(at + 1)]
  const isEmail =
    email.length <= MAX_EMAIL &&
    LOCAL_PART.test(local) &&
    local.split('.').every((part) => part !== '') &&
    domain.split('.').every((label) => DOMAIN_LABEL.test(label))
  return isEmail ? undefined : 'must be an email address such as "amy@example.com"'
}

/** Adds the validation of user names and email addresses to the auth model. */
export function withUserChecks(models: Models, { model, fields }: AuthConfig): Models {
  const users = models[model]
  if (users === undefined) return models
  const checked: Record<string, FieldSpec> = { ...users.fields }
  const add = (name: string | null, faultOf: (value: Json) => string | undefined): void => {
    const field = name === null ? undefined : checked[name]
    if (name === null || field === undefined) return
    const check = (value: Json): Checked => {
      const read = field.check?.(value) ?? checkValue(field, value)
      const fault = read.ok ? faultOf(read.value) : undefined
      return fault === undefined ? read : bad(fault)
    }
    checked[name] = { ...field, check }
  }
  add(fields.username, (name) => userNameFault(name, fields))
  add(fields.email, emailFault)
  return { ...models, [model]: { ...users, fields: checked } }
}
