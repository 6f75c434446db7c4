import { domainToASCII } from 'node:url'
import type { Json } from '../json.js'
import type { FieldSpec, Models } from '../model.js'
import { type Checked, bad } from '../values/scalars.js'
import { checkValue } from '../values/values.js'
import type { AuthConfig, UserFields } from '../access/config.js'

/** Path segment that refers to the caller, in place of a user's key. No user can have this key. */
export const SELF = 'self'

const PRINCIPALS = /^(?:everyone|authenticated|g:.*)$/is

/** Characters that disguise a name: control characters, and characters that change the direction of text. */
const MISLEADING = /[\p{Cc}\p{Bidi_Control}]/u
/** Characters that do not show, some of which are not spaces for Unicode. */
const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u1680\u2800]/u

/** Returns the form in which a user name is stored and compared. */
export function canonicalName(name: string): string {
  return name.normalize('NFKC')
}

/** Returns the form in which an email address is stored and compared. */
export function canonicalEmail(email: string): string {
  const address = email.normalize('NFKC').toLowerCase().normalize('NFKC')
  const domain = address.slice(address.lastIndexOf('@') + 1)
  return address.slice(0, address.length - domain.length) + (domainToASCII(domain) || domain)
}

/** Return the stored forms of a user name and of an email address. */
export const storedName = (name: Json): Json => (typeof name === 'string' ? canonicalName(name) : name)
export const storedEmail = (email: Json): Json => (typeof email === 'string' ? canonicalEmail(email) : email)

/** Returns the reason why a user name is invalid, or undefined if it is valid. */
export function userNameFault(name: Json | undefined, { username, email }: UserFields): string | undefined {
  if (typeof name !== 'string') return undefined
  if (name === '') return 'must not be empty'
  if (name.toLowerCase() === SELF) return `must not be "${SELF}", which is reserved for the caller`
  if (name === '.' || name === '..') return `must not be "${name}", which has a special meaning in paths`
  if (name.trim() !== name) return 'must not start or end with a space'
  if (MISLEADING.test(name))
    return 'must not contain control characters or characters that change the direction of text'
  if (INVISIBLE.test(name)) return 'must not contain characters that do not show'
  if (name.includes('/')) return 'must not contain "/"'
  if (PRINCIPALS.test(name))
    return 'must not be "everyone" or "authenticated", or start with "g:", which have a special meaning in access rules'
  const isEmail = email !== null && email !== username && name.includes('@')
  return isEmail ? 'must not look like an email address' : undefined
}

/** One address, which programs do not mistake for a list, a comment or a quoted part (RFC 5322, 3.2.3). */
const LOCAL_PART = /^[\p{L}\p{M}\p{N}.!#$%&'*+/=?^_`{|}~-]{1,64}$/u
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
    !INVISIBLE.test(email) &&
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
  const add = (
    name: string | null,
    normalize: (value: Json) => Json,
    faultOf: (value: Json) => string | undefined,
  ): void => {
    const field = checked[name ?? '']
    if (name === null || field === undefined) return
    const check = (value: Json): Checked => {
      const read = field.check?.(value) ?? checkValue(field, value)
      const fault = read.ok ? faultOf(normalize(read.value)) : undefined
      return fault === undefined ? read : bad(fault)
    }
    checked[name] = { ...field, check, normalize }
  }
  add(fields.username, storedName, (name) => userNameFault(name, fields))
  add(fields.email, storedEmail, emailFault)
  return { ...models, [model]: { ...users, fields: checked } }
}
