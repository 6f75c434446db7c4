import type { FastifyRequest } from 'fastify'
import { digest } from '../users/users.js'
import { canonicalEmail } from '../users/user-checks.js'
import { HttpError } from '../errors.js'
import { networkOf } from '../server/limits.js'
import type { Settings } from '../settings/settings.js'

/** Limit for mails and tokens per address, as a multiple of the limit for an account. */
export const ACCOUNTS_PER_ADDRESS = 5

/** The addresses that each request has been counted for: a transaction that the database repeats sends no further mail. */
const counted = new WeakMap<FastifyRequest, Set<string>>()

/**
 * Limits mails per network and per address, whether or not a user has the address.
 * @throws HttpError 429
 */
export async function limitMails(
  request: FastifyRequest,
  { rateLimit: { loginMax, loginWindow } }: Pick<Settings, 'rateLimit'>,
  email: string,
): Promise<void> {
  const address = digest(canonicalEmail(email))
  const addresses = counted.get(request) ?? new Set()
  if (addresses.has(address)) return
  counted.set(request, addresses.add(address))
  const limits = [
    [`mails:${networkOf(request.ip)}`, loginMax * ACCOUNTS_PER_ADDRESS],
    [`mails to:${address}`, loginMax],
  ] as const
  for (const [key, max] of limits) {
    const { count, left } = await request.server.counter.hit(key, loginWindow)
    if (count > max)
      throw new HttpError(429, 'Too many mails were requested. Try again later.', {
        headers: { 'Retry-After': String(Math.max(1, left)) },
      })
  }
}
