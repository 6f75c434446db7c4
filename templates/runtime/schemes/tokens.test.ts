import { jwtVerify } from 'jose'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { IdentityProvider } from '../../../src/testing/identity-provider.js'
import { Provider } from './tokens.js'

const SECOND = 1000

describe('the keys of an identity provider', () => {
  const server = new IdentityProvider()
  let provider: Provider
  const warnings: string[] = []

  /** Returns whether the provider's keys verify a token, or the status and the headers of the error. */
  const verify = async (token: Promise<string>): Promise<unknown> => {
    try {
      await jwtVerify(await token, provider.key)
      return true
    } catch (error) {
      if (!(error instanceof Error)) throw error
      return 'status' in error && 'headers' in error ? [error.status, error.headers] : error.name
    }
  }

  const UNREACHABLE = [503, { 'Retry-After': '5' }]

  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    server.behavior = 'normal'
    await server.open()
    await server.rotate()
    server.requests = 0
    warnings.length = 0
    provider = new Provider(server.issuer, (message) => warnings.push(message))
  })

  afterEach(async () => {
    vi.useRealTimers()
    await server.close()
  })

  it('are read once, when they are first needed, and shared by concurrent requests', async () => {
    expect(await Promise.all([1, 2, 3].map(() => verify(server.token())))).toEqual([true, true, true])
    expect(await verify(server.token())).toBe(true)
    expect(server.requests).toBe(1)
  })

  it.each(['RS256', 'PS512', 'ES256', 'ES384', 'EdDSA'])('verify %s', async (algorithm) => {
    await server.rotate(algorithm)
    expect(await verify(server.token())).toBe(true)
  })

  it('are read again for an unknown key, but at most every 5 seconds', async () => {
    const old = server.token()
    expect(await verify(old)).toBe(true)
    await server.rotate('ES256')
    expect(await verify(server.token())).toBe('JWKSNoMatchingKey')
    expect(server.requests).toBe(1)
    vi.setSystemTime(Date.now() + 6 * SECOND)
    expect(await verify(server.token())).toBe(true)
    expect([await verify(old), server.requests]).toEqual(['JWKSNoMatchingKey', 2])
  })

  it('are read again after 10 minutes, so that a removed key becomes invalid', async () => {
    const old = server.token({ exp: undefined })
    expect(await verify(old)).toBe(true)
    await server.rotate()
    vi.setSystemTime(Date.now() + 599 * SECOND)
    expect(await verify(old)).toBe(true)
    vi.setSystemTime(Date.now() + 2 * SECOND)
    expect(await verify(old)).toBe('JWKSNoMatchingKey')
  })

  it('stay valid while the provider is down, which is a 503 for unknown keys only', async () => {
    const known = server.token({ exp: undefined })
    expect(await verify(known)).toBe(true)
    await server.rotate()
    const unknown = server.token({ exp: undefined })
    await server.close()
    vi.setSystemTime(Date.now() + 3600 * SECOND)
    expect(await Promise.all([verify(known), verify(unknown)])).toEqual([true, UNREACHABLE])
    expect(await verify(known)).toBe(true)
    expect(await verify(unknown)).toEqual(UNREACHABLE)
    await server.open()
    vi.setSystemTime(Date.now() + 6 * SECOND)
    expect(await verify(unknown)).toBe(true)
  })

  it.each([
    ['failing', /responded with status 500$/],
    ['redirecting', /redirect/],
    ['huge', /sent more than 1048576 bytes$/],
    ['other issuer', /names the issuer "https:\/\/other\.example\.com"$/],
  ] as const)('are not read from a provider that is %s', async (behavior, reason) => {
    server.behavior = behavior
    expect(await verify(server.token())).toEqual(UNREACHABLE)
    expect(await verify(server.token())).toEqual(UNREACHABLE)
    expect([warnings.length, server.requests]).toEqual([1, 1])
    expect(warnings[0]).toMatch(reason)
    server.behavior = 'normal'
    vi.setSystemTime(Date.now() + 6 * SECOND)
    expect(await verify(server.token())).toBe(true)
  })

  it('are awaited once while the provider does not respond, and are used again when it does', async () => {
    const known = server.token({ exp: undefined })
    expect(await verify(known)).toBe(true)
    server.behavior = 'slow'
    vi.setSystemTime(Date.now() + 601 * SECOND)
    expect(await verify(known)).toBe(true)
    vi.setSystemTime(Date.now() + 6 * SECOND)
    const start = performance.now()
    expect(await verify(known)).toBe(true)
    expect(performance.now() - start).toBeLessThan(SECOND)
    await vi.waitFor(() => expect(server.requests).toBe(3))
    server.behavior = 'normal'
    await server.rotate()
    await vi.waitFor(() => expect(warnings.length).toBe(2), 10 * SECOND)
    vi.setSystemTime(Date.now() + 6 * SECOND)
    expect(await verify(known)).toBe(true)
    await vi.waitFor(async () => expect(await verify(known)).toBe('JWKSNoMatchingKey'))
  }, 20_000)

  it('are not awaited for more than 5 seconds', async () => {
    server.behavior = 'slow'
    const start = performance.now()
    expect(await verify(server.token())).toEqual(UNREACHABLE)
    expect(performance.now() - start).toBeLessThan(5 * SECOND)
    expect(warnings[0]).toMatch(/timeout/)
  })
})
