import { type Caller, callerOf } from '../access/caller.js'
import type { AuthConfig } from '../access/config.js'
import type { ModelSpec, Row } from '../model.js'

/** A caller that is not a stored user, such as another service, or an organization with an API key. */
export interface CallerDescription<Fields> {
  /** Names the caller in the log. */
  readonly name: string
  readonly groups?: readonly string[]
  /** The values of fields of users, which row rules, defaults and your code read. The others have no values. */
  readonly fields?: Fields
}

/** A caller that your function has described. */
export class UnstoredCaller {
  readonly description: CallerDescription<object>

  constructor(description: CallerDescription<object>) {
    this.description = description
  }
}

/**
 * Returns the caller of a request. Its key is none that a user can have, and not among its fields.
 * @throws TypeError if it has no name, or fields that users do not have
 */
export function describedCaller(
  { description: { name, groups = [], fields: values = {} } }: UnstoredCaller,
  scheme: string,
  scopes: readonly string[],
  users: ModelSpec,
  { fields }: AuthConfig,
): Caller {
  if (name === '') throw new TypeError(`The scheme "${scheme}" must give its caller a name`)
  const own = new Set<string | null>([users.key, fields.password, fields.groups])
  const user: Row = { ...values }
  for (const field of Object.keys(user))
    if (own.has(field) || !isField(users, field))
      throw new TypeError(`The scheme "${scheme}" cannot set the field "${field}" of its caller`)
  const userIn = async (): Promise<Row> => user
  const proof = { by: `scheme:${scheme}`, groups, scopes, expires: null, userIn } as const
  // User names contain no slash.
  return callerOf(user, `/${scheme}/${name}`, fields, proof)
}

function isField({ fields, relations }: ModelSpec, name: string): boolean {
  return Object.hasOwn(fields, name) || (Object.hasOwn(relations, name) && relations[name]?.side === 'holder')
}
