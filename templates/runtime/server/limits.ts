import rateLimit, { type RateLimitPluginOptions } from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import { isIPv6 } from 'node:net'
import { HttpError } from '../errors.js'

/**
 * Returns the address that a rate limit applies to or, for an IPv6 address, its /64 network, because a single client can use all
 * addresses in a /64. Some proxies add the port, which differs between connections.
 */
export function networkOf(given: string): string {
  const address = given.replace(/^::ffff:(?=[\d.]+$)|^\[(.*)\](?::\d+)?$|^([\d.]+):\d+$/i, '$1$2')
  if (!isIPv6(address) || address.includes('.')) return address
  const plain = (group: string): string => Number.parseInt(group, 16).toString(16)
  const [start = [], end = []] = address.split('::').map((part) => part.split(':').filter(Boolean).map(plain))
  const zeros = Array.from({ length: Math.max(0, 8 - start.length - end.length) }, () => '0')
  return `${[...start, ...zeros, ...end].slice(0, 4).join(':')}::/64`
}

/** Where requests are counted. */
export type RequestCounts = RateLimitPluginOptions['store']

/** Maximum number of addresses, which keeps attackers from exhausting memory. */
const MAX_ADDRESSES = 50_000

/**
 * Limits requests per IP address if `rate_limit.max` is set. All requests count, including rejected ones, except
 * requests to routes whose `config` contains `rateLimit: false`.
 * @param store by default, each process counts in memory
 */
export async function limitRequests(app: FastifyInstance, store: RequestCounts): Promise<void> {
  const { max, window } = app.settings.rateLimit
  if (max === undefined) return
  await app.register(rateLimit, {
    global: false,
    allowList: ({ routeOptions }) => routeOptions.config.rateLimit === false,
    max,
    timeWindow: window * 1000,
    keyGenerator: ({ ip }) => networkOf(ip),
    cache: MAX_ADDRESSES,
    ...(store && { store }),
    errorResponseBuilder: (_request, { after }) =>
      new HttpError(429, `Too many requests. Try again in ${after}.`),
  })
  app.addHook('onRequest', app.rateLimit())
}
