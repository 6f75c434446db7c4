import type { Credential, Renewable } from '../access/caller.js'

/** What credentials allow at most. Credentials that are made with others have their limits. */
export interface Limits {
  /** The groups that replace those of the stored user, if it is not null. */
  readonly groups: readonly string[] | null
  /** The scopes that the credentials grant; null for all. */
  readonly scopes: readonly string[] | null
  /** When the credentials expire, in milliseconds since 1970; null for never. */
  readonly expires: number | null
}

export const UNLIMITED: Limits = { groups: null, scopes: null, expires: null }

interface LimitedProof extends Renewable, Limits {
  readonly by: Exclude<Credential, 'ticket'>
  readonly groups: Limits['groups']
}

declare module '../access/caller.js' {
  interface Proofs {
    readonly limited: LimitedProof
  }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The scopes that a scheme must grant, keyed by the scheme's name. */
    scopes?: Readonly<Record<string, readonly string[]>>
    /** The credentials that a request must have together, for each alternative. */
    requires?: readonly (readonly Credential[])[]
  }
}
