import { BadRequest, type Fault, Forbidden } from '../errors.js'
import { isObject, type Json } from '../json.js'
import type { ModelSpec, Row } from '../model.js'
import type { AuthConfig } from './config.js'
import { userNameFault } from './user-names.js'

/**
 * What the body of a registration says, by the names of the auth model (SPEC 10): `username`, `email` and `password` are understood whatever the
 * model calls these fields.
 * @throws BadRequest for a field that register does not take, or a name that no user may have; Forbidden for groups
 */
export function readRegistration(
  body: unknown,
  model: ModelSpec,
  { fields, registerFields }: AuthConfig,
): Row {
  if (!isObject(body)) throw new BadRequest('the body must be one object')
  const { username, email, password, groups } = fields
  const taken = new Set([username, password, ...registerFields, ...(email === null ? [] : [email])])
  const ownNames: Readonly<Record<string, string | null>> = { username, email, password }
  const faults: Fault[] = []
  const data: Record<string, Json> = {}
  for (const [given, value] of Object.entries(body)) {
    const isOwn = model.fields[given] !== undefined || !Object.hasOwn(ownNames, given)
    const name = isOwn ? given : (ownNames[given] ?? given)
    if (name === groups) throw new Forbidden(`${name}: only an admin may write it`)
    if (taken.has(name)) data[name] = value
    else faults.push({ path: `/${given}`, message: 'is not taken here' })
  }
  const fault = userNameFault(data[username], fields)
  if (fault !== undefined) faults.push({ path: `/${username}`, message: fault })
  if (faults.length === 0) return data
  throw new BadRequest(faults.map(({ path, message }) => `${path.slice(1)}: ${message}`).join('; '), {
    errors: faults,
  })
}
