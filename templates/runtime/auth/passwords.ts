import { hash, verify } from '@node-rs/argon2'
import { randomBytes } from 'node:crypto'

/** Hashes that were made before they are asked for, by plain text. Each is given out once: no two users share one. */
const ahead = new Map<string, Promise<string>[]>()

/** The hash of a password: argon2id, its parameters and salt in the text. */
export function hashPassword(plain: string): Promise<string> {
  return ahead.get(plain)?.pop() ?? hash(plain)
}

/**
 * Runs work that stores passwords, their hashes made before: that takes long, and a transaction that waited for it would keep all other writers
 * waiting.
 */
export async function withHashesAhead<T>(plains: readonly string[], work: () => Promise<T>): Promise<T> {
  const all = plains.map((plain) => ({ plain, made: hash(plain) }))
  await Promise.all(all.map(({ made }) => made))
  for (const { plain, made } of all) ahead.set(plain, [...(ahead.get(plain) ?? []), made])
  try {
    return await work()
  } finally {
    for (const { plain, made } of all) forget(plain, made)
  }
}

/** Nobody may have asked for it. */
function forget(plain: string, made: Promise<string>): void {
  const left = ahead.get(plain)?.filter((each) => each !== made) ?? []
  if (left.length === 0) ahead.delete(plain)
  else ahead.set(plain, left)
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
