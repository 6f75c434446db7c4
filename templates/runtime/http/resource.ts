import type { FastifyReply, FastifyRequest } from 'fastify'
import { keepsDigits, lostDigits } from '../body/parser.js'
import { BodyReader } from '../body/reader.js'
import { pointer } from '../body/schema.js'
import { BadRequest, Conflict, FaultList, HttpError, NotFound } from '../errors.js'
import { ActionEvent, type EventContext, type EventSubject, type Query } from '../events/event.js'
import type { EventAction, ResponsePage } from '../events/types.js'
import { type Json, isObject } from '../json.js'
import {
  type FieldSpec,
  type Key,
  type ModelSpec,
  type Models,
  type Row,
  isGenerated,
  valueOfDefault,
} from '../model.js'
import type { Caller, QueryLimits } from '../query/parameters.js'
import { QueryReader } from '../query/reader.js'
import { Items, keyOf, partsOf } from '../repository/items.js'
import type { ModelTypes } from '../repository/repository.js'
import { bodyOf } from '../server/server.js'
import { type Condition, EVERYTHING, type Session, both, equal } from '../store.js'
import { TOO_LONG_FOR_A_NUMBER } from '../values/numbers.js'
import { type Checked, bad, good } from '../values/text.js'
import { checkValue, parseValue } from '../values/values.js'
import {
  type DocumentContext,
  type LinkRight,
  type Projection,
  makeDocuments,
  permittedLinks,
} from './documents.js'
import { makePage } from './page.js'
import { etagOf, ifMatch, placedAmong } from './response.js'

/** What the resources of a service share. */
export interface ResourceHost {
  readonly models: Models
  readonly limits: QueryLimits
  /** Who asks, as far as queries need to know. */
  caller(request: FastifyRequest): Caller
  /**
   * Checks that the caller may write these fields (SPEC 12). What is seen and sent back as it is in the item is not written.
   * @throws Forbidden naming those that are not
   */
  checkWritable(
    request: FastifyRequest,
    model: ModelSpec,
    names: readonly string[],
    action: 'create' | 'update' | 'replace',
    item?: Row,
  ): void
  /** Which items of a model the caller may link and unlink from the other end of its back-reference; left out where everyone may do everything. */
  linkRight?(request: FastifyRequest, model: ModelSpec, backReference: string): LinkRight
  /** @throws Forbidden where the caller may not see the field */
  checkVisible(request: FastifyRequest, model: ModelSpec, name: string): void
  /** Names of what a PUT leaves as it is where it is not given: what the caller may not write. */
  keptOnReplace(request: FastifyRequest, model: ModelSpec): ReadonlySet<string>
  /**
   * The key that a path parameter names; undefined where it cannot be one. `self` is the caller, where the model is that of the users.
   * @throws Unauthorized for `self` without a caller
   */
  keyOf(request: FastifyRequest, model: ModelSpec, param: string): Key | undefined
  documentContext(session: Session, request: FastifyRequest): DocumentContext
  eventContext(session: Session, request: FastifyRequest): EventContext
  /** Calls a function of the user's by name. */
  call(name: string, ...args: unknown[]): Promise<Json | undefined>
}

/** What the fields and relations of an item become where a PUT leaves them out; the key, what is generated and what is kept are not among them. */
export function cleared(model: ModelSpec, kept: ReadonlySet<string>): Row {
  const row: Record<string, Json> = {}
  for (const [name, field] of Object.entries(model.fields)) {
    if (field.column !== null && name !== model.key && !isGenerated(field.type) && !kept.has(name))
      row[name] = valueOfDefault(field.onUpdate) ?? valueOfDefault(field.default) ?? null
  }
  for (const [name, relation] of Object.entries(model.relations)) {
    if (!kept.has(name)) row[name] = relation.many ? [] : null
  }
  return row
}

/** What the caller of a request may see (SPEC 12). */
export interface Sight {
  /** Names of the fields that the caller sees; null: all. */
  fields(model: ModelSpec): ReadonlySet<string> | null
  /** Whether the caller may view this item where it stands nested in another one. */
  mayView(model: ModelSpec, row: Row): Promise<boolean>
  /** Which items there are for the caller where others lead to them: all, but where items carry access rules of their own. */
  reach(model: ModelSpec): Condition
}

/** The sight of a service without authentication: everyone sees everything. */
export const SEES_ALL: Sight = {
  fields: () => null,
  mayView: () => Promise.resolve(true),
  reach: () => EVERYTHING,
}

/** The body of an attribute sub-resource (SPEC 9): a dict as it is, a list with its count. */
export function attributeBody(field: FieldSpec | undefined, value: Json): Record<string, Json> {
  if (field?.type !== 'list') return isObject(value) ? { ...value } : {}
  const data = Array.isArray(value) ? value : []
  return { count: data.length, data }
}

/**
 * What a POST makes of a list or dict field: keys or items to add, and with a leading `-` to remove; a list's as an array, or as an object with
 * empty values.
 * @throws BadRequest where the body has another form
 */
export function changedAttribute(name: string, field: FieldSpec | undefined, item: Row, body: unknown): Json {
  if (field?.type === 'list') return changedList(name, field, listOf(item[name] ?? null), body)
  return changedDict(name, item[name] ?? null, body)
}

function changedDict(name: string, value: Json, body: unknown): Json {
  const dict: Record<string, Json> = isObject(value) ? { ...value } : {}
  const removed = Array.isArray(body) && body.every((key) => typeof key === 'string' && key.startsWith('-'))
  if (!isObject(body) && !removed)
    throw new BadRequest(`${name} takes an object: keys to set, and "-key" to remove one`)
  const changes: [string, Json][] = Array.isArray(body)
    ? body.map((key) => [String(key), null])
    : Object.entries(Object(body))
  for (const [key, given] of changes) {
    if (key.startsWith('-')) delete dict[key.slice(1)]
    else dict[key] = given
  }
  return dict
}

function changedList(name: string, field: FieldSpec, value: readonly Json[], body: unknown): Json {
  const given: Json[] | undefined = Array.isArray(body)
    ? body
    : isObject(body)
      ? Object.keys(body)
      : undefined
  if (given === undefined)
    throw new BadRequest(`${name} takes a list of items to add, and "-item" to remove one`)
  const faults = new FaultList()
  if (keepsDigits(field))
    for (const index of lostDigits(body)) faults.add(pointer('', index), TOO_LONG_FOR_A_NUMBER)
  faults.refuse()
  const asText = !Array.isArray(body)
  const list: (Json | undefined)[] = [...value]
  const places = placesOf(value)
  for (const [index, entry] of given.entries()) {
    const removes = typeof entry === 'string' && entry.startsWith('-') && entry.length > 1
    const item = removes ? good(parsedItem(field, entry.slice(1))) : readItem(field, entry, asText)
    if (!item.ok) {
      faults.add(pointer('', asText ? String(entry) : index), item.message)
      continue
    }
    const text = JSON.stringify(item.value)
    const [place] = places.get(text) ?? []
    if (removes && place !== undefined) {
      list[place] = undefined
      places.get(text)?.delete(place)
    }
    if (!removes && place === undefined) places.set(text, new Set([list.push(item.value) - 1]))
  }
  faults.refuse()
  return list.filter((item) => item !== undefined)
}

/** Where each item is, by its JSON: to search the list for each given item would take quadratic time. */
function placesOf(list: readonly Json[]): Map<string, Set<number>> {
  const places = new Map<string, Set<number>>()
  for (const [index, item] of list.entries()) {
    const text = JSON.stringify(item)
    places.set(text, (places.get(text) ?? new Set()).add(index))
  }
  return places
}

/** An item that is written as a key, in the type of the list's items; one that does not fit may still be in the list. */
function parsedItem(field: FieldSpec, text: string): Json {
  const parsed = parseValue(field, text)
  return parsed.ok ? parsed.value : text
}

/** An item in the form in which it is stored, so that it is found however it is written. */
function readItem(field: FieldSpec, given: Json, isText: boolean): Checked {
  const item = isText ? parsedItem(field, String(given)) : given
  const checked = checkValue(field, [item])
  if (checked.ok) return good(Array.isArray(checked.value) ? (checked.value[0] ?? null) : item)
  return bad(checked.items?.[0]?.message ?? checked.message)
}

function listOf(value: Json): readonly Json[] {
  return Array.isArray(value) ? value : []
}

/** The parent of the items that a nested route reads or creates: relation fields and the parent's key. `{ owner: 'bob' }` */
export type Within = Readonly<Record<string, Key>>

/** Selects items of a collection. */
export interface PageOptions {
  /** The query parameters, if handlers may have changed them. */
  readonly query?: Query
  readonly within?: Within
}

/** One model as HTTP shows it: reads requests, finds items, makes documents. Routes put its steps in order. */
export class Resource<T extends ModelTypes = ModelTypes> {
  readonly model: ModelSpec
  readonly #host: ResourceHost
  readonly #bodies: BodyReader
  /** Names of the fields that hold dicts. */
  readonly #dicts: readonly string[]
  readonly queries: QueryReader

  constructor(host: ResourceHost, model: ModelSpec) {
    this.#host = host
    this.model = host.models[model.name] ?? model
    this.#bodies = new BodyReader(this.model)
    this.#dicts = Object.entries(this.model.fields).flatMap(([name, { type }]) =>
      type === 'dict' ? [name] : [],
    )
    this.queries = new QueryReader(this.model, host.models, host.limits)
  }

  items(session: Session): Items {
    return new Items(session, this.#host.models, this.model)
  }

  /** The body of an index, and its `Link` header. @throws BadRequest, Forbidden for what is wrong with the query */
  page(
    session: Session,
    request: FastifyRequest,
    reply: FastifyReply,
    { query, within }: PageOptions = {},
  ): Promise<ResponsePage<T['Document']>> {
    const caller = this.#host.caller(request)
    return makePage(request, reply, {
      model: this.model,
      store: session.store(this.model.name),
      query: this.queries.list(query ?? Object(request.query), caller),
      within: this.linked(within),
      reach: caller.anonymousLimit ? this.#host.limits.publicMaxLimit : undefined,
      documents: (rows, projection) => this.documents(session, request, rows, projection),
    })
  }

  /** Checks the query of a request before handlers, which may change it, run. @throws BadRequest, Forbidden */
  checkQuery(request: FastifyRequest): void {
    const isList = request.method === 'GET' || request.method === 'HEAD'
    if (isList) this.queries.list(Object(request.query), this.#host.caller(request))
    else this.queries.selection(Object(request.query), this.#host.caller(request))
  }

  /** Which items an update_many or delete_many is about. @throws BadRequest, Forbidden for what is wrong with the query */
  selection(request: FastifyRequest, { query, within }: PageOptions = {}): Condition {
    return both(
      this.linked(within),
      this.queries.selection(query ?? Object(request.query), this.#host.caller(request)),
    )
  }

  /** Who asks, as far as queries need to know. */
  caller(request: FastifyRequest): Caller {
    return this.#host.caller(request)
  }

  get limits(): QueryLimits {
    return this.#host.limits
  }

  /** Returns the primary key of an item. */
  key(item: T['Row']): T['Key'] {
    return keyOf(this.model, item)
  }

  /**
   * The item that a parameter of the path names, among those below the parent.
   * @throws NotFound
   */
  find(session: Session, request: FastifyRequest, param: string, within?: Within): Promise<T['Row']> {
    return this.#find(session, request, param, within, false)
  }

  /** The key that a parameter of the path names; undefined where it cannot be one. */
  keyIn(request: FastifyRequest, param: string): Key | undefined {
    return this.#host.keyOf(request, this.model, param)
  }

  /** {@link find}, kept from other writers until the transaction ends. */
  lock(session: Session, request: FastifyRequest, param: string, within?: Within): Promise<T['Row']> {
    return this.#find(session, request, param, within, true)
  }

  /**
   * The one item that is linked to the parent.
   * @throws NotFound while there is none
   */
  async only(session: Session, _request: FastifyRequest, within: Within): Promise<T['Row']> {
    const row = await this.#onlyOne(session, within)
    if (row === undefined) throw new NotFound(`there is no ${this.model.name} here`)
    return row
  }

  /** {@link only}, kept from other writers until the transaction ends. */
  async lockOnly(session: Session, request: FastifyRequest, within: Within): Promise<T['Row']> {
    const found = await this.only(session, request, within)
    const row = await this.items(session).findByKey(this.key(found), true)
    return row === undefined ? found : row
  }

  /** @throws Conflict where the parent has one already */
  async refuseSecond(session: Session, within: Within): Promise<void> {
    if ((await this.#onlyOne(session, within)) !== undefined)
      throw new Conflict(`there is a ${this.model.name} here already`)
  }

  /**
   * The rows of a POST, one or a list, linked to the parent: the path writes their back-reference as a body would.
   * @throws BadRequest with all that is wrong; Forbidden for a field that the caller may not write
   */
  newItems(request: FastifyRequest, within?: Within): T['Create'][] {
    const body = bodyOf(request)
    this.#host.checkWritable(request, this.model, namesIn(body), 'create')
    return this.#bodies.create(body, { within })
  }

  /** {@link newItems} where one is made only. @throws BadRequest for a list */
  newItem(request: FastifyRequest, within?: Within): T['Create'] {
    const [item] = this.newItems(request, within)
    if (item === undefined || Array.isArray(request.body)) throw new BadRequest('the body must be one object')
    return item
  }

  /** The changes of a PATCH (RFC 7396), dicts merged into the item's. @throws BadRequest, Forbidden */
  changes(request: FastifyRequest, item: T['Row'], within?: Within): T['Update'] {
    const body = bodyOf(request)
    this.#host.checkWritable(request, this.model, namesIn(body), 'update', item)
    return this.#bodies.update(body, { existing: item, within })
  }

  /** Whether a PATCH merges a dict into the item's. */
  mergesDicts(request: FastifyRequest): boolean {
    const body: object = Object(request.body)
    return this.#dicts.some((name) => Object.hasOwn(body, name))
  }

  /** The dicts that the body of a PATCH has, as handlers have left them. */
  #patchesIn(request: FastifyRequest, data: Row): Record<string, Json> {
    const body: object = Object(request.body)
    const patches: Record<string, Json> = {}
    for (const name of this.#dicts) {
      const value = data[name]
      if (isObject(value) && Object.hasOwn(body, name)) patches[name] = value
    }
    return patches
  }

  /** The changes that a PATCH or PUT makes to every item of a collection. @throws BadRequest, Forbidden */
  changesToMany(request: FastifyRequest, within?: Within): T['Update'] {
    const body = bodyOf(request)
    this.#host.checkWritable(request, this.model, namesIn(body), 'update')
    return request.method === 'PATCH'
      ? this.#bodies.updateMany(body, { within })
      : this.#bodies.assign(body, { within })
  }

  /**
   * What a PUT makes of an item: a field left out gets its default or null, a relation left out null or none; what the caller may neither see
   * nor write stays as it is.
   * @throws BadRequest, Forbidden
   */
  replacement(request: FastifyRequest, item: T['Row'], within?: Within): T['Update'] {
    const body = bodyOf(request)
    this.#host.checkWritable(request, this.model, namesIn(body), 'replace', item)
    const kept = this.#host.keptOnReplace(request, this.model)
    const given = this.#bodies.replace(body, { existing: item, within, kept })
    return { ...cleared(this.model, kept), ...given }
  }

  /**
   * Stores what a POST sends, one item or a list, all or none.
   * @throws as {@link newItems}, and what storing refuses; of a list, with the place of the item that it is about
   */
  async createAll(session: Session, request: FastifyRequest, within?: Within): Promise<T['Row'][]> {
    const rows = this.newItems(request, within)
    for (const row of rows) await this.permitLinks(session, request, row)
    const items = this.items(session)
    const isList = Array.isArray(request.body)
    try {
      return await items.create(rows, isList)
    } catch (error) {
      throw isList ? await placedAmong(error, rows, items.store) : error
    }
  }

  /**
   * Checks that the caller may change the items that a body links to this one or unlinks from it, since a write on this side changes them.
   * @param item before the change; undefined for a new one
   * @returns what is to be stored: what the caller does not see stays linked, and so does what a PUT leaves out and the caller may not change
   * @throws Forbidden
   */
  async permitLinks(
    session: Session,
    request: FastifyRequest,
    data: T['Create'] | T['Update'],
    item?: T['Row'],
  ): Promise<T['Update']> {
    const { models, linkRight } = this.#host
    if (linkRight === undefined) return data
    const permitted: Record<string, Json> = { ...data }
    for (const [name, relation] of partsOf(this.model).ones) {
      const value = data[name]
      const target = models[relation.model]
      if (value === undefined || target === undefined) continue
      const isGiven = item === undefined || Object.hasOwn(Object(request.body), name)
      const owner = item && this.key(item)
      const write = { name, relation, target, value, isGiven, owner }
      const links = await permittedLinks(session, write, linkRight(request, target, relation.inverse))
      if (links === undefined) delete permitted[name]
      else permitted[name] = links
    }
    return permitted
  }

  /** Stores a new item and returns it as stored. */
  async create(session: Session, data: T['Create']): Promise<T['Row']> {
    const [row = {}] = await this.items(session).create([data])
    return row
  }

  /** Stores the changes and returns the item as stored. @throws NotFound if it has been deleted meanwhile */
  async update(session: Session, item: T['Row'], data: T['Update']): Promise<T['Row']> {
    const row = await this.items(session).update(this.key(item), data)
    if (row === undefined) throw new NotFound(`this ${this.model.name} is gone`)
    return row
  }

  /** Deletes an item. @throws Conflict if other items refer to it and their relation restricts deletion */
  async delete(session: Session, item: T['Row']): Promise<void> {
    await this.items(session).delete(this.key(item))
  }

  /** Deletes every item that the condition selects and returns their number. @throws Conflict as {@link delete} */
  deleteMany(session: Session, where: Condition): Promise<number> {
    return this.items(session).deleteMany(where)
  }

  /**
   * Checks {@link permitLinks} for every item that the condition selects.
   * @throws Forbidden
   */
  async permitLinksOfMany(
    session: Session,
    request: FastifyRequest,
    where: Condition,
    data: T['Update'],
  ): Promise<void> {
    const { links, others } = this.#givenLinks(request, data)
    if (data === others) return
    for await (const row of this.items(session).locked(where))
      await this.permitLinks(session, request, links, row)
  }

  /**
   * Changes every item that the condition selects, as far as {@link permitLinks} lets the caller. Returns the number of items.
   * Dicts in the body of a PATCH are merged into those of each item.
   * @throws BadRequest if a merged dict does not fit its schema; Forbidden
   */
  updateMany(
    session: Session,
    request: FastifyRequest,
    where: Condition,
    data: T['Update'],
  ): Promise<number> {
    const { links, others } = this.#givenLinks(request, data)
    const patches = request.method === 'PATCH' ? this.#patchesIn(request, data) : {}
    if (data === others && Object.keys(patches).length === 0)
      return this.items(session).updateMany(where, data)
    return session.transaction(async (inner) => {
      const items = this.items(inner)
      let count = 0
      for await (const row of items.locked(where)) {
        const permitted = await this.permitLinks(inner, request, links, row)
        await items.update(this.key(row), { ...others, ...this.#bodies.merged(patches, row), ...permitted })
        count += 1
      }
      return count
    })
  }

  /** The links that the body itself sets, if the caller needs permission for them; what handlers set is not the caller's doing. */
  #givenLinks(request: FastifyRequest, data: Row): { readonly links: Row; readonly others: Row } {
    const isGiven = (name: string): boolean =>
      this.model.relations[name]?.side === 'one' && Object.hasOwn(Object(request.body), name)
    const names = Object.keys(data)
    if (this.#host.linkRight === undefined || !names.some(isGiven)) return { links: {}, others: data }
    const entries = Object.entries(data)
    return {
      links: Object.fromEntries(entries.filter(([name]) => isGiven(name))),
      others: Object.fromEntries(entries.filter(([name]) => !isGiven(name))),
    }
  }

  /** Returns an item as the caller sees it. */
  async document(session: Session, request: FastifyRequest, item: T['Row']): Promise<T['Document']> {
    const [document = {}] = await this.documents(session, request, [item])
    return document
  }

  /** Returns items as the caller sees them, with the fields of the projection only. */
  async documents(
    session: Session,
    request: FastifyRequest,
    items: readonly Row[],
    projection: Projection = null,
  ): Promise<T['Document'][]> {
    const context = this.#host.documentContext(session, request)
    const documents = await makeDocuments(context, this.model, items, projection)
    return documents.map((document) => document)
  }

  /**
   * Checks `If-Match` against the item as it stands (RFC 9110, 13.1.1); inside the transaction that writes it.
   * @throws HttpError 412
   */
  async checkMatch(session: Session, request: FastifyRequest, item: T['Row']): Promise<void> {
    const wanted = ifMatch(request)
    if (wanted === undefined) return
    const tag = etagOf(JSON.stringify(await this.document(session, request, item)))
    if (!wanted.matches(tag))
      throw new HttpError(412, `this ${this.model.name} has changed since it was read`)
  }

  /** Makes the event that the handlers of an action receive. */
  event<Data extends T['Create'] | T['Update']>(
    action: EventAction,
    session: Session,
    request: FastifyRequest,
    subject: EventSubject<Data> = {},
  ): ActionEvent<Data> {
    return new ActionEvent(action, this.model, this.#host.eventContext(session, request), subject)
  }

  /** What is to be stored, after the fields' processors (SPEC 13.3). */
  async processed<Data extends T['Create'] | T['Update']>(event: ActionEvent<Data>): Promise<Data> {
    for (const [field, names] of Object.entries(this.model.processors)) {
      for (const name of names) {
        const value = event.data[field]
        if (value === undefined) continue
        const { instance, view, model } = event
        const context = {
          instance,
          field,
          params: this.model.fields[field],
          request: view.request,
          model,
          event,
        }
        event.setFieldValue(field, (await this.#host.call(name, value, context)) ?? null)
      }
    }
    return event.data
  }

  /** The body of an attribute sub-resource. @throws Forbidden where the caller may not see the field */
  attribute(
    request: FastifyRequest,
    item: T['Row'] | T['Document'],
    name: keyof T['Row'] & string,
  ): Record<string, Json> {
    this.#host.checkVisible(request, this.model, name)
    return attributeBody(this.model.fields[name], item[name] ?? null)
  }

  /** The change that a POST to an attribute sub-resource makes. @throws BadRequest, Forbidden */
  attributeChanges(request: FastifyRequest, item: T['Row'], name: keyof T['Row'] & string): T['Update'] {
    this.#host.checkWritable(request, this.model, [name], 'update')
    const value = changedAttribute(name, this.model.fields[name], item, bodyOf(request))
    return this.#bodies.assign({ [name]: value })
  }

  async #find(
    session: Session,
    request: FastifyRequest,
    param: string,
    within: Within | undefined,
    lock: boolean,
  ): Promise<T['Row']> {
    const key = this.keyIn(request, param)
    const row = key === undefined ? undefined : await this.items(session).findByKey(key, lock)
    if (row === undefined || (within !== undefined && !(await this.#belongs(session, row, within)))) {
      throw this.missing()
    }
    return row
  }

  /** That there is no such item. */
  missing(): NotFound {
    return new NotFound(`there is no such ${this.model.name}`)
  }

  /** Whether the item hangs below the parent. */
  async #belongs(session: Session, row: Row, within: Within): Promise<boolean> {
    if (Object.entries(within).every(([name, key]) => row[name] === key)) return true
    const where = both(this.linked(within), equal(this.model.key, this.key(row)))
    return (await this.items(session).count(where)) > 0
  }

  async #onlyOne(session: Session, within: Within): Promise<Row | undefined> {
    const [row] = await this.items(session).find({
      where: this.linked(within),
      orderBy: [{ field: this.model.key, direction: 'asc' }],
      take: 1,
    })
    return row
  }

  /** The items below the parent. */
  linked(within: Within | undefined): Condition {
    if (within === undefined) return EVERYTHING
    return {
      kind: 'and',
      of: Object.entries(within).map(([name, key]): Condition => {
        const relation = this.model.relations[name]
        const target = relation && this.#host.models[relation.model]
        if (relation === undefined || target === undefined)
          throw new TypeError(`${this.model.name} has no relation ${name}`)
        return relation.side === 'holder'
          ? equal(name, key)
          : { kind: 'related', relation: name, of: equal(target.key, key) }
      }),
    }
  }
}

/** The names in a document, or in any document of a list. */
function namesIn(body: unknown): readonly string[] {
  if (isObject(body)) return Object.keys(body)
  const names = new Set<string>()
  for (const document of Array.isArray(body) ? body : [])
    for (const name of isObject(document) ? Object.keys(document) : []) names.add(name)
  return [...names]
}
