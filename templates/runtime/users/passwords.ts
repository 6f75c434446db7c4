import { hash, verify } from '@node-rs/argon2'
import type { FastifyInstance, FastifyRequest, preHandlerHookHandler } from 'fastify'
import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { finished } from 'node:stream'
import { bodyReader } from '../body/reader.js'
import { HttpError } from '../errors.js'
import { type Json, isObject } from '../json.js'
import type { ModelSpec, Row } from '../model.js'
import { MAX_PASSWORDS } from '../policy/restricted-policy.js'
import { Slots } from '../slots.js'
import { stemOf } from '../spec/paths.js'
import type { AuthConfig } from '../access/config.js'
import type { FieldRules } from '../access/field-rules.js'

/** The status of a request whose client has disconnected, which only the log shows. */
const CLIENT_CLOSED_REQUEST = 499

/** Limits concurrent computations, because hashing is slow and would otherwise delay all other requests. */
const slots = new Slots(availableParallelism(), {
  maxWaiting: 100,
  error: () =>
    new HttpError(503, 'The service is checking too many passwords. Try again later.', {
      headers: { 'Retry-After': '1' },
    }),
})

/** Precomputed hashes, keyed by plain text. Each hash is used only once, so that no two users share a salt. */
const precomputed = new Map<string, string[]>()

/** Returns the argon2id hash of a password, with its parameters and salt. @throws HttpError 503 if too many are waiting */
export function hashPassword(plain: string): Promise<string> {
  const known = precomputed.get(plain)?.pop()
  return known === undefined ? slots.run(() => hash(plain)) : Promise.resolve(known)
}

/**
 * Computes the hashes of passwords one after another, and then runs the work that stores them. Hashing is slow, so
 * inside a transaction it would block other writers.
 * @param isNeeded returns false if the client has disconnected
 * @throws HttpError 499 without running the work if the client has disconnected; 503 if too many are waiting
 */
export async function withPrecomputedHashes<T>(
  plains: readonly string[],
  work: () => Promise<T>,
  isNeeded: () => boolean = () => true,
): Promise<T> {
  const all: { readonly plain: string; readonly made: string }[] = []
  for (const plain of plains) {
    all.push({ plain, made: await slots.run(() => hash(plain)) })
    if (!isNeeded()) throw new HttpError(CLIENT_CLOSED_REQUEST, 'The client has disconnected.')
  }
  for (const { plain, made } of all) precomputed.set(plain, [...(precomputed.get(plain) ?? []), made])
  try {
    return await work()
  } finally {
    for (const { plain, made } of all) forget(plain, made)
  }
}

function forget(plain: string, made: string): void {
  const left = precomputed.get(plain)?.filter((each) => each !== made) ?? []
  if (left.length === 0) precomputed.delete(plain)
  else precomputed.set(plain, left)
}

/**
 * Hashes the passwords of new users before the request's transaction, which would otherwise block other writers. Other
 * POST routes, such as login, receive passwords that are not stored, and a change hashes only one password.
 */
export function hashNewPasswords(
  app: FastifyInstance,
  { fields, path, creations = [] }: AuthConfig,
  users: ModelSpec,
  fieldRules: FieldRules,
): void {
  const bodies = bodyReader(users)
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
  const paths = [path, ...creations].map(stemOf)
  app.addHook('onRoute', (route) => {
    const isAt = (each: string): boolean => stemOf(route.url).endsWith(each)
    if ([route.method].flat().includes('POST') && paths.some(isAt))
      route.preHandler = [precomputeHashes, route.preHandler ?? []].flat()
  })
}

/** Returns an item without the hash in this field, for your functions. Items of other models have no hash in it. */
export function withoutHash(item: Row, name: string): Row {
  const { [name]: value, ...others } = item
  return typeof value === 'string' && value.startsWith('$argon2') ? others : item
}

/** The hash of a random password, for login attempts with an unknown name. */
let dummyHash: Promise<string> | undefined

/**
 * Returns whether a password matches a hash. Takes the same time if there is no hash because the user is unknown, so
 * that timing does not reveal which users exist.
 * @throws HttpError 503 if too many are waiting
 */
export async function verifyPassword(hashed: Json | undefined, plain: string): Promise<boolean> {
  dummyHash ??= hash(randomBytes(32).toString('base64'))
  const dummy = await dummyHash
  const expected = typeof hashed === 'string' ? hashed : dummy
  // What is not a hash is stored for users without a password.
  const compare = (to: string): Promise<boolean> => slots.run(() => verify(to, plain))
  const matches = await compare(expected).catch(async () => (await compare(dummy)) && false)
  return matches && expected === hashed
}
