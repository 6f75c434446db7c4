import type { FastifyInstance, FastifyRequest, preHandlerHookHandler } from 'fastify'
import { finished } from 'node:stream'
import { BodyReader } from '../body/reader.js'
import { isObject } from '../json.js'
import { MAX_PASSWORDS, type ModelSpec } from '../model.js'
import type { AuthConfig } from './accounts.js'
import type { FieldRules } from './field-rules.js'
import { withPrecomputedHashes } from './passwords.js'

/**
 * Hashes the passwords of new users before the request's transaction, which would otherwise block other writers. Other
 * POST routes, such as login, receive passwords that are not stored, and a change hashes only one password.
 */
export function hashNewPasswords(
  app: FastifyInstance,
  { fields, path }: AuthConfig,
  users: ModelSpec,
  fieldRules: FieldRules,
): void {
  const bodies = new BodyReader(users)
  /** Returns whether the request contains only valid users, which its caller is allowed to create. */
  const isCreation = (request: FastifyRequest): boolean => {
    try {
      for (const row of bodies.create(request.body))
        fieldRules.checkWritable(request, users, Object.keys(row), 'create')
      return true
    } catch {
      return false
    }
  }
  const precomputeHashes: preHandlerHookHandler = (request, reply, done) => {
    const items: unknown[] = [request.body].flat()
    const plains = items
      .map((item) => (isObject(item) ? item[fields.password] : undefined))
      .filter((plain) => typeof plain === 'string')
    if (plains.length === 0 || plains.length > MAX_PASSWORDS || !isCreation(request)) return done()
    const work = (): Promise<void> => {
      done()
      return new Promise<void>((resolve) => void finished(reply.raw, () => resolve()))
    }
    withPrecomputedHashes(plains, work, () => !request.raw.socket.destroyed).catch(done)
  }
  app.addHook('onRoute', (route) => {
    if ([route.method].flat().includes('POST') && route.url.endsWith(path))
      route.preHandler = [precomputeHashes, route.preHandler ?? []].flat()
  })
}
