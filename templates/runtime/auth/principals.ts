import type { FastifyRequest } from 'fastify'
import type { Row } from '../model.js'

/** The parameter of a principal function, which ACLs refer to as `{{name}}`. */
export interface PrincipalContext<User = Row, Item = Row, Models = object> {
  /** The rule that names the function. */
  readonly ace: {
    readonly effect: 'allow' | 'deny'
    /** The permission: `view`, `create`, `update`, `delete` or `options`. */
    readonly permissions: readonly string[]
  }
  /** Fastify's request. */
  readonly request: FastifyRequest
  /** The user who sent the request; undefined for an anonymous caller. */
  readonly user: User | undefined
  /** The item that the rule applies to; undefined for a collection. */
  readonly item: Item | undefined
  /** The repositories, keyed by name. They use the request's transaction, if there is one. */
  readonly models: Models
}

/** A rule returned by a principal function: text as in an ACL (`allow everyone view`), or the parts of the rule. */
export type GivenRule =
  | string
  | {
      readonly effect: 'allow' | 'deny'
      /** `everyone`, `authenticated`, `g:<group>`, or the key of a user. */
      readonly principal: string
      readonly permissions: readonly string[]
    }

/** The rules returned by a principal function: text as in an ACL, a list of rules, or undefined if there are none. */
type GivenRules = string | readonly GivenRule[] | undefined

/** Returns the rules that replace the rule that names the function. */
export type PrincipalFunction<User, Item, Models> = (
  context: PrincipalContext<User, Item, Models>,
) => GivenRules | Promise<GivenRules>
