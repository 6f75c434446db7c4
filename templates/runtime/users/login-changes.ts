import { Forbidden } from '../errors.js'
import type { AuthConfig } from '../access/config.js'
import { type FieldRules, isSame } from '../access/field-rules.js'

/**
 * Returns the check that callers change their own password or email address, with which they log in, only with a ticket.
 * It throws Forbidden.
 */
export function loginCheck({ model: users, fields }: AuthConfig): FieldRules['checkWritable'] {
  return ({ caller, body }, model, names, action, item) => {
    if (action === 'create' || model.name !== users || caller === null || caller.proof.by === 'ticket') return
    if (item !== undefined && item[model.key] !== caller.key) return
    const changed = [fields.password, fields.email].filter(
      (name) =>
        name !== null &&
        names.includes(name) &&
        (item === undefined || !isSame(Object(body)[name], item[name])),
    )
    if (changed.length > 0)
      throw new Forbidden(`Log in with your password to change your "${changed.join('" and "')}".`)
  }
}
