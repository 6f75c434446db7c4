import type { FastifyRequest } from 'fastify'
import { BadRequest, forEachItem } from '../errors.js'
import { isObject } from '../json.js'
import type { ModelSpec, Row } from '../model.js'
import type { Items } from '../repository/items.js'
import { keyOf, missing, partsOf } from '../repository/parts.js'
import { bodyOf } from '../server/server.js'
import { type Condition, equal } from '../store.js'
import { type LinkRights, givenLinks, isPermitted, rejectFields, withPermittedLinks } from './links.js'
import { type Names, type Policy, type Write, givenIn } from './policy.js'

/** Maximum number of passwords in a request, because hashing is slow. */
export const MAX_PASSWORDS = 20

/** What a caller is allowed to read, and which fields and links the caller is allowed to write. */
export interface Rights
  extends LinkRights, Omit<Policy, 'mayLink' | 'checkBody' | 'write' | 'permitMany' | 'writeMany'> {
  /** @throws Forbidden with the names of the fields that the caller is not allowed to write */
  checkNames(model: ModelSpec, names: readonly string[], action: Write['action'], item?: Row): void
  /** Returns the fields that a PUT leaves unchanged if the body omits them. */
  kept(write: Write): Promise<Names>
  /**
   * Returns the data to store, without fields that keep their values.
   * @throws Forbidden for values that the caller is not allowed to write
   */
  permitted(write: Write, rows: readonly Row[]): Promise<readonly Row[]>
  permittedMany: Policy['permitMany']
  /** Returns the permitted links without those that are fixed. @throws Forbidden */
  links(write: Write, data: Row): Promise<Row>
  /** Returns the data to store, of what is permitted, in `item` or in the selected items that the caller can change. */
  stored(items: Items, where: Condition, data: Row, item?: Row): Promise<Row>
}

/**
 * Returns the policy that restricts what a request can write. The order is the same for each write: the names in the body,
 * the body, the items to which it refers, the values.
 */
export function restrictedPolicy(request: FastifyRequest, rights: Rights): Policy {
  const linked = async (write: Write, data: Row): Promise<Row> =>
    rights.links(write, await withPermittedLinks(rights, request, write, data))
  const checkNames = (model: ModelSpec, action: Write['action'], item?: Row): void =>
    rights.checkNames(model, namesIn(bodyOf(request)), action, item)
  return {
    ...rights,
    async mayLink(write, model, name, row) {
      const right = rights.linkRight(write, model, name)
      if (right.of === 'none') rejectFields([{ path: '', name }])
      return isPermitted(right, row)
    },
    checkBody: (model) => checkNames(model, 'update'),
    async write(write, read) {
      const { items, action, item, field } = write
      const { model } = items
      const kept: Names = action === 'replace' ? await rights.kept(write) : new Set()
      if (field === undefined) checkNames(model, action, item)
      else {
        rights.checkNames(model, [field], action)
        // The response contains the field, so a caller who can write the item must also be able to view it.
        const [shown] = await items.shown(item === undefined ? [] : [item])
        if (shown === undefined) throw missing(model)
      }
      if (action === 'create') rejectManyPasswords(model, request.body)
      let rows = await read(kept)
      if (item === undefined) await items.checkReadable(rows, Array.isArray(request.body))
      else {
        const [data = {}] = rows
        await items.checkReadable([givenIn(request, data)], false)
        rows = [await items.withoutHidden(item, data)]
      }
      const permitted = await rights.permitted(write, rows)
      const changed = await forEachItem(request, permitted, (row) => linked(write, row))
      if (item === undefined) return changed
      return [await rights.stored(items, equal(model.key, keyOf(model, item)), changed[0] ?? {}, item)]
    },
    async permitMany(write, where, given) {
      const { data, checked } = await rights.permittedMany(write, where, given)
      const links = givenLinks(request, write.items.model, data)
      if (Object.keys(links).length > 0)
        for await (const item of write.items.locked(where)) await linked({ ...write, item }, links)
      return { data, checked }
    },
    async writeMany(write, where, given) {
      await write.items.checkReadable([givenIn(request, given)], false)
      const data = await rights.stored(write.items, where, given)
      const links = givenLinks(request, write.items.model, data)
      if (Object.keys(links).length === 0) return { data, changesOf: null }
      return {
        data: Object.fromEntries(Object.entries(data).filter(([name]) => !Object.hasOwn(links, name))),
        changesOf: (session, item) => linked({ ...write, session, item }, links),
      }
    },
  }
}

/** Returns the field names in a document, or in any of the documents in a list. */
function namesIn(body: unknown): readonly string[] {
  const documents = [body].flat().filter(isObject)
  return [...new Set(documents.flatMap((document) => Object.keys(document)))]
}

/** @throws BadRequest if hashing the passwords in a body would take too long */
function rejectManyPasswords(model: ModelSpec, body: unknown): void {
  const { hashed } = partsOf(model)
  if (hashed.length === 0 || !Array.isArray(body) || body.length * hashed.length <= MAX_PASSWORDS) return
  const count = body
    .filter(isObject)
    .flatMap((document) => hashed.filter(([name]) => typeof document[name] === 'string')).length
  if (count > MAX_PASSWORDS)
    throw new BadRequest(`The body contains ${count} passwords. The maximum is ${MAX_PASSWORDS} per request.`)
}
