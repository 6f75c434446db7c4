import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'

/** The hash of a password: argon2id, its parameters and salt in the text. */
export function hashPassword(plain: string): Promise<string> {
  return hash(plain)
}

/** The hash of a password that nobody has; made once. */
let nobodys: Promise<string> | undefined

/**
 * Whether this is the password of the hash. Without a hash, for a user that does not exist, it takes as long to answer no.
 */
export async function verifyPassword(hashed: string | undefined, plain: string): Promise<boolean> {
  nobodys ??= hashPassword(randomBytes(32).toString('base64'))
  const matches = await verify(hashed ?? (await nobodys), plain).catch(() => false)
  return matches && hashed !== undefined
}
