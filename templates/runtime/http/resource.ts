import type { FastifyReply, FastifyRequest } from 'fastify'
import { both, type Condition, equal, EVERYTHING } from '../condition.js'
import { BodyReader } from '../body/index.js'
import { BadRequest, Conflict, HttpError, NotFound } from '../errors.js'
import { ActionEvent, type EventSubject, type Query } from '../events/action-event.js'
import type { EventAction, ResponseBody } from '../events/types.js'
import { isObject, type Json } from '../json.js'
import type { Key, ModelSpec, Row } from '../model.js'
import { type Caller, type QueryLimits, QueryReader } from '../query/index.js'
import { Items } from '../repository/items.js'
import { keyOf } from '../repository/keys.js'
import { partsOf } from '../repository/parts.js'
import type { Session } from '../store.js'
import { attributeBody, changedAttribute } from './attribute.js'
import { cleared } from './changes.js'
import { type Document, makeDocuments, type Projection } from './documents.js'
import { bodyOf } from '../server/bodies.js'
import { etagOf, type IfMatch, ifMatch } from '../server/etag.js'
import type { ResourceHost } from './host.js'
import { permittedLinks } from './links.js'
import { makePage } from './page.js'
import { placedAmong } from './placed.js'

/** What ties items to the parent they are read or made below: relation fields and the parents' keys. */
export type Within = Readonly<Record<string, Key>>

/** Which items of a collection are meant. */
export interface PageOptions {
  /** The query's parameters, where handlers may have changed them. */
  readonly query?: Query
  readonly within?: Within
}

/** One model as HTTP shows it: reads requests, finds items, makes documents. Routes put its steps in order. */
export class Resource {
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
  ): Promise<ResponseBody> {
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

  /** The primary key of an item. */
  key(row: Row): Key {
    return keyOf(this.model, row)
  }

  /**
   * The item that a parameter of the path names, among those below the parent.
   * @throws NotFound
   */
  find(session: Session, request: FastifyRequest, param: string, within?: Within): Promise<Row> {
    return this.#find(session, request, param, within, false)
  }

  /** The key that a parameter of the path names; undefined where it cannot be one. */
  keyIn(request: FastifyRequest, param: string): Key | undefined {
    return this.#host.keyOf(request, this.model, param)
  }

  /** {@link find}, kept from other writers until the transaction ends. */
  lock(session: Session, request: FastifyRequest, param: string, within?: Within): Promise<Row> {
    return this.#find(session, request, param, within, true)
  }

  /**
   * The one item that is linked to the parent.
   * @throws NotFound while there is none
   */
  async only(session: Session, _request: FastifyRequest, within: Within): Promise<Row> {
    const row = await this.#onlyOne(session, within)
    if (row === undefined) throw new NotFound(`there is no ${this.model.name} here`)
    return row
  }

  /** {@link only}, kept from other writers until the transaction ends. */
  async lockOnly(session: Session, request: FastifyRequest, within: Within): Promise<Row> {
    const row = await this.only(session, request, within)
    return (await this.items(session).findByKey(this.key(row), true)) ?? row
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
  newItems(request: FastifyRequest, within?: Within): Row[] {
    const body = bodyOf(request)
    const names = new Set([...Object.keys(within ?? {}), ...namesIn(body)])
    this.#host.checkWritable(request, this.model, [...names], 'create')
    return this.#bodies.create(body, { within })
  }

  /** {@link newItems} where one is made only. @throws BadRequest for a list */
  newItem(request: FastifyRequest, within?: Within): Row {
    if (Array.isArray(request.body)) throw new BadRequest('the body must be one object')
    return this.newItems(request, within)[0] ?? {}
  }

  /** The changes of a PATCH (RFC 7396), dicts merged into the item's. @throws BadRequest, Forbidden */
  changes(request: FastifyRequest, item: Row, within?: Within): Row {
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
  changesToMany(request: FastifyRequest, within?: Within): Row {
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
  replacement(request: FastifyRequest, item: Row, within?: Within): Row {
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
  async createAll(session: Session, request: FastifyRequest, within?: Within): Promise<Row[]> {
    const rows = this.newItems(request, within)
    for (const row of rows) await this.permitLinks(session, request, row)
    const items = this.items(session)
    if (!Array.isArray(request.body)) return items.create(rows)
    try {
      return await items.create(rows, true)
    } catch (error) {
      throw await placedAmong(error, rows, items.store)
    }
  }

  /**
   * Checks that the caller may change the items that a body links to this one or unlinks from it, since a write on this side changes them.
   * @param item before the change; undefined for a new one
   * @returns what is to be stored: what the caller does not see stays linked, and so does what a PUT leaves out and the caller may not change
   * @throws Forbidden
   */
  async permitLinks(session: Session, request: FastifyRequest, data: Row, item?: Row): Promise<Row> {
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

  create(session: Session, data: Row): Promise<Row> {
    return this.items(session)
      .create([data])
      .then(([row]) => row ?? {})
  }

  /** Stores the changes; answers the item as stored. @throws NotFound where it is gone by now */
  async update(session: Session, row: Row, data: Row): Promise<Row> {
    const changed = await this.items(session).update(this.key(row), data)
    if (changed === undefined) throw new NotFound(`this ${this.model.name} is gone`)
    return changed
  }

  /**
   * Checks {@link permitLinks} for every item that the condition selects.
   * @throws Forbidden
   */
  async permitLinksOfMany(
    session: Session,
    request: FastifyRequest,
    where: Condition,
    data: Row,
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
  updateMany(session: Session, request: FastifyRequest, where: Condition, data: Row): Promise<number> {
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

  /** The document of an item; at once where its row holds all that is shown. */
  document(session: Session, request: FastifyRequest, row: Row): Document | Promise<Document> {
    const documents = this.documents(session, request, [row])
    return documents instanceof Promise ? documents.then(first) : first(documents)
  }

  /** The documents of items; at once where their rows hold all that is shown. */
  documents(
    session: Session,
    request: FastifyRequest,
    rows: readonly Row[],
    projection: Projection = null,
  ): Document[] | Promise<Document[]> {
    return makeDocuments(this.#host.documentContext(session, request), this.model, rows, projection)
  }

  /**
   * Checks `If-Match` against the item as it stands (RFC 9110, 13.1.1); inside the transaction that writes it.
   * @throws HttpError 412
   */
  checkMatch(session: Session, request: FastifyRequest, row: Row): Promise<void> | undefined {
    const wanted = ifMatch(request)
    return wanted && this.#checkTag(session, request, row, wanted)
  }

  event(
    action: EventAction,
    session: Session,
    request: FastifyRequest,
    subject: EventSubject = {},
  ): ActionEvent {
    return new ActionEvent(action, this.model, this.#host.eventContext(session, request), subject)
  }

  /** What is to be stored, after the fields' processors (SPEC 13.3). */
  async processed(event: ActionEvent): Promise<Row> {
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
    item: Readonly<Record<string, Json | undefined>>,
    name: string,
  ): Record<string, Json> {
    this.#host.checkVisible(request, this.model, name)
    return attributeBody(this.model.fields[name], item[name] ?? null)
  }

  /** The change that a POST to an attribute sub-resource makes. @throws BadRequest, Forbidden */
  attributeChanges(request: FastifyRequest, item: Row, name: string): Row {
    this.#host.checkWritable(request, this.model, [name], 'update')
    const value = changedAttribute(name, this.model.fields[name], item, bodyOf(request))
    return this.#bodies.assign({ [name]: value })
  }

  async #checkTag(session: Session, request: FastifyRequest, row: Row, wanted: IfMatch): Promise<void> {
    const tag = etagOf(JSON.stringify(await this.document(session, request, row)))
    if (!wanted.matches(tag))
      throw new HttpError(412, `this ${this.model.name} has changed since it was read`)
  }

  async #find(
    session: Session,
    request: FastifyRequest,
    param: string,
    within: Within | undefined,
    lock: boolean,
  ): Promise<Row> {
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

function first([document = {}]: readonly Document[]): Document {
  return document
}
