import { BadRequest, errorSummary } from '../errors.js'
import { canonicalName } from './user-checks.js'

/**
 * Returns a function that rejects new users, in a body or a row, whose names access rules contain: whoever registered such
 * a name would have the rights of the user that the rule names. It throws BadRequest.
 * @param field the field with the name
 */
export function reservedNames(field: string, names: readonly string[]): (users: unknown) => void {
  return (users) => {
    for (const user of [users].flat()) {
      const name: unknown = Object(user)[field]
      if (typeof name !== 'string' || !names.includes(canonicalName(name))) continue
      const errors = [{ path: `/${field}`, message: 'is reserved, because an access rule names this user' }]
      throw new BadRequest(`Invalid body: ${errorSummary(errors)}.`, { errors })
    }
  }
}
