import { hash, verify } from '@node-rs/argon2'
import { randomBytes } from 'node:crypto'

/** Hashes computed in advance, by plain text. Each is used only once, so that no two users share a salt. */
const precomputed = new Map<string, Promise<string>[]>()

/** Returns the argon2id hash of a password, with its parameters and salt. */
export function hashPassword(plain: string): Promise<string> {
  return precomputed.get(plain)?.pop() ?? hash(plain)
}

/**
 * Runs work that stores passwords, after computing their hashes. Hashing is slow, and inside a transaction it would block other writers.
 */
export async function withPrecomputedHashes<T>(
  plains: readonly string[],
  work: () => Promise<T>,
): Promise<T> {
  const all = plains.map((plain) => ({ plain, made: hash(plain) }))
  await Promise.all(all.map(({ made }) => made))
  for (const { plain, made } of all) precomputed.set(plain, [...(precomputed.get(plain) ?? []), made])
  try {
    return await work()
  } finally {
    for (const { plain, made } of all) forget(plain, made)
  }
}

/** Removes a hash that was not used. */
function forget(plain: string, made: Promise<string>): void {
  const left = precomputed.get(plain)?.filter((each) => each !== made) ?? []
  if (left.length === 0) precomputed.delete(plain)
  else precomputed.set(plain, left)
}

/** The hash of a random password. */
let dummyHash: Promise<string> | undefined

/** Whether a password matches a hash. Without a hash, for an unknown user, it takes the same time, so that timing does not reveal which users exist. */
export async function verifyPassword(hashed: string | undefined, plain: string): Promise<boolean> {
  dummyHash ??= hashPassword(randomBytes(32).toString('base64'))
  const matches = await verify(hashed ?? (await dummyHash), plain).catch(() => false)
  return matches && hashed !== undefined
}
