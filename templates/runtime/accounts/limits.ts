import { randomBytes } from 'node:crypto'
import type { Proof } from '../access/caller.js'
import { type Limits, UNLIMITED } from '../sessions/limits.js'

type TokenLimits = Pick<Limits, 'groups' | 'scopes'>

/** Returns the limits of tokens made with these credentials. A ticket or the password makes unlimited ones. */
export function limitsOf(proof: Proof): Limits {
  if (proof.by === 'ticket' || proof.by === 'password') return UNLIMITED
  const { groups, scopes, expires } = proof
  return { groups, scopes, expires }
}

/** Returns a new random token, of which only the hash is stored. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url')
}

const TOKEN_BYTES = 32

/** Returns a new token that contains its limits. Because only its hash is stored, nobody can change them. */
export function limitedToken({ groups, scopes }: TokenLimits): string {
  const token = newToken()
  if (groups === null && scopes === null) return token
  return `${token}.${Buffer.from(JSON.stringify([groups, scopes])).toString('base64url')}`
}

/** Returns the limits in a token whose hash is known. */
export function limitsIn(token: string): TokenLimits {
  const dot = token.indexOf('.')
  if (dot < 0) return UNLIMITED
  const [groups, scopes]: (string[] | null)[] = JSON.parse(
    Buffer.from(token.slice(dot + 1), 'base64url').toString(),
  )
  return { groups: groups ?? null, scopes: scopes ?? null }
}
