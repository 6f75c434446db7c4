import type { Json } from '../json.js'
import type { FieldSpec, Models } from '../model.js'
import { checkValue } from '../values/index.js'
import { bad, type Checked } from '../values/rule.js'
import type { AuthConfig, UserFields } from './config.js'

/** In the place of a user's key in a path: the caller (SPEC 9). So it is the key of no user. */
export const SELF = 'self'

/** Names that rules understand in a way of their own: a user of that name would be taken for others (SPEC 11). */
const PRINCIPALS = /^(?:everyone|authenticated|g:.*)$/is

/** What shows as another name than it is: control characters, and those with Unicode's property Bidi_Control, which turn text around. */
const MISLEADING = /[\p{Cc}\p{Bidi_Control}]/u
/** Names that browsers take for steps in a path. */
const STEPS: ReadonlySet<unknown> = new Set(['.', '..'])

/** Why no user may have this name; undefined where one may. */
export function userNameFault(name: Json | undefined, { username, email }: UserFields): string | undefined {
  if (typeof name !== 'string') return undefined
  if (name.toLowerCase() === SELF) return `must not be "${SELF}", which stands for the caller`
  if (STEPS.has(name)) return `must not be "${name}", which paths understand in another way`
  if (name.trim() !== name) return 'must not start or end with a space'
  if (MISLEADING.test(name))
    return 'must not contain control characters or characters that change the direction of text'
  if (PRINCIPALS.test(name)) return 'must not be what access rules have for others'
  const isEmail = email !== null && email !== username && name.includes('@')
  return isEmail ? 'must not look like an email address' : undefined
}

const LOCAL_PART = /^[^\s@\p{Cc}\p{Bidi_Control}]{1,64}$/u
const DOMAIN_LABEL = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?$/u
/** RFC 5321, 4.5.3.1.3 */
const MAX_EMAIL = 254

/** Why this is no email address; undefined where it has the form of one. */
export function emailFault(email: Json | undefined): string | undefined {
  if (typeof email !== 'string') return undefined
  const at = email.lastIndexOf('@')
  const isEmail =
    email.length <= MAX_EMAIL &&
    LOCAL_PART.test(email.slice(0, Math.max(0, at))) &&
    email
      .slice(0, at)
      .split('.')
      .every((part) => part !== '') &&
    email
      .slice(at + 1)
      .split('.')
      .every((label) => DOMAIN_LABEL.test(label))
  return isEmail ? undefined : 'must be an email address, like "amy@example.com"'
}

/** The models, whose users take only names and email addresses that users may have. */
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
