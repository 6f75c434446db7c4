import type { FastifyReply, FastifyRequest } from 'fastify'
import { type BodyReader, bodyReader } from '../body/reader.js'
import { BadRequest, HttpError, NotFound, asProgramError } from '../errors.js'
import { ActionEvent, type EventSubject, type Query } from '../events/event.js'
import type { EventAction } from '../spec/event-actions.js'
import type { ResponsePage } from '../events/types.js'
import { type Key, type ModelSpec, type Row, type PendingRow, settled, valueOfDefault } from '../model.js'
import { type Names, type Policy, type Write, givenIn } from '../policy/policy.js'
import type { QueryLimits } from '../query/parameters.js'
import { type ListQuery, QueryReader } from '../query/reader.js'
import type { Items, RowAccess } from '../repository/items.js'
import { keyOf, missing, partsOf } from '../repository/parts.js'
import { toCondition } from '../repository/conditions.js'
import type { ModelTypes, TypedModel } from '../repository/types.js'
import { bodyOf, hasBody } from '../server/server.js'
import { isGenerated } from '../spec/field-types.js'
import { type Condition, EVERYTHING, type RowLock, type Session, both, equal } from '../store.js'
import { type Projection, makeDocuments } from './documents.js'
import type { HostOptions, ResourceHost } from './host.js'
import { makePage } from './page.js'
import { precondition, shownJson, tagOf } from './entity-tags.js'

/**
 * Returns the values that a PUT sets for omitted fields and relations, except for the key, generated fields and the
 * fields to keep.
 */
export function cleared(model: ModelSpec, kept: ReadonlySet<string>, user?: Row): Promise<Row> {
  const row: PendingRow = {}
  const { stored, relations } = partsOf(model)
  const listed = relations.filter(([, each]) => each.listed !== false)
  for (const [name, each] of [...stored, ...listed]) {
    if (name === model.key || kept.has(name) || ('type' in each && isGenerated(each.type))) continue
    const made = valueOfDefault(each.onUpdate, user) ?? valueOfDefault(each.default, user) ?? null
    row[name] = 'many' in each && each.many ? [] : made
  }
  return settled(row)
}

/**
 * Size of changes that are written without reading the item first, in bytes of JSON. Changes of this size do not make an
 * item noticeably larger.
 */
const SMALL = 1024

function sizeOf(row: Row): number {
  return Buffer.byteLength(JSON.stringify(row))
}

/**
 * The parent of the items that a nested route reads or creates. It maps relation fields to the parent's key:
 * `{ owner: 'bob' }`.
 */
export type Within = Readonly<Record<string, Key>>

/** Options for selecting items in a collection. */
export interface PageOptions {
  /** The event whose handlers might have changed the query. */
  readonly event?: ActionEvent
  readonly within?: Within
}

/** What routes can do with a model: read requests, find and write items, and create documents. */
export class Resource<T extends ModelTypes = ModelTypes> {
  readonly model: ModelSpec
  /** Lets the compiler infer the model's types from a resource. It has no value. */
  declare readonly types: T
  protected readonly host: ResourceHost
  /** Calls one of your functions by name. */
  readonly call: HostOptions['call']
  readonly limits: QueryLimits
  readonly bodies: BodyReader
  readonly queries: QueryReader

  constructor(host: ResourceHost, model: TypedModel<T>) {
    this.host = host
    this.model = host.options.models[model.name] ?? model
    this.call = host.options.call
    this.limits = host.options.settings
    this.bodies = bodyReader(this.model)
    this.queries = new QueryReader(this.model, host.options.models, host.options.settings)
  }

  /** Returns the items that the caller of a request can read and write. */
  items(session: Session, request: FastifyRequest): Items {
    return this.itemsFor(session, this.policy(request).rows)
  }

  itemsFor(session: Session, access: RowAccess): Items {
    return access.items(session, this.host.options.models, this.model)
  }

  /**
   * Returns the response body for a list of items, and sets the `Link` header.
   * @throws BadRequest or Forbidden if the request's query is invalid; TypeError if a handler made it invalid
   */
  page(
    session: Session,
    request: FastifyRequest,
    reply: FastifyReply,
    options: PageOptions = {},
  ): Promise<ResponsePage<T['Document']>> {
    const { store } = this.items(session, request)
    const query = this.listQuery(request, options)
    const itemLimit = this.policy(request).anonymousLimit ? this.limits.publicMaxLimit : undefined
    return makePage(store, request, reply, query, { maxTotal: this.limits.maxTotal, itemLimit }, (rows) =>
      this.documents(session, request, rows, query.fields),
    )
  }

  /**
   * Returns the condition for the items selected by the query of a PATCH, PUT or DELETE.
   * @throws BadRequest or Forbidden if the request's query is invalid; TypeError if a handler made it invalid
   */
  selection(request: FastifyRequest, options: PageOptions = {}): Condition {
    checkBulk(request)
    return both(
      this.#scope(options),
      this.#readQuery(request, options.event, (parameters, literal) =>
        this.queries.selection(parameters, this.policy(request), literal),
      ),
    )
  }

  /** Reads the event's query, whose errors a handler has made, or the request's query if there is no event. */
  #readQuery<Result>(
    request: FastifyRequest,
    event: ActionEvent | undefined,
    read: (parameters: Query, literal: ReadonlySet<string>) => Result,
  ): Result {
    if (event === undefined) return read(Object(request.query), new Set())
    const { query, assigned } = event.selection
    return asProgramError(`A handler changed event.view.query of ${this.model.name}`, () =>
      read(query, assigned),
    )
  }

  /** Returns the condition for the items of the parent, as restricted by handlers. */
  #scope({ event, within }: PageOptions): Condition {
    return this.selecting(event?.restrictions ?? []).reduce(both, this.linked(within))
  }

  /** Returns the conditions for filters in the form of repositories. */
  protected selecting(filters: readonly object[]): Condition[] {
    return filters.map((each) => toCondition(this.host.options.models, this.model, each))
  }

  /**
   * Reads the query of a list.
   * @throws BadRequest or Forbidden if the request's query is invalid; TypeError if a handler made it invalid
   */
  listQuery(request: FastifyRequest, options: PageOptions): ListQuery {
    const query = this.#readQuery(request, options.event, (parameters, literal) =>
      this.queries.list(parameters, this.policy(request), literal),
    )
    return { ...query, where: both(this.#scope(options), query.where) }
  }

  /** Returns what the caller of a request is allowed to do. */
  policy(request: FastifyRequest): Policy {
    return this.host.options.policy(request)
  }

  key(item: T['Row']): T['Key'] {
    return keyOf(this.model, item)
  }

  /**
   * Returns the item identified by a path parameter.
   * @param within the parent to which the item must belong
   * @throws NotFound
   */
  async find(
    session: Session,
    request: FastifyRequest,
    param: string,
    within?: Within,
    lock: RowLock = false,
  ): Promise<T['Row']> {
    const key = this.keyIn(request, param)
    const row = key === undefined ? undefined : await this.items(session, request).store.findByKey(key, lock)
    if (
      row === undefined ||
      (within !== undefined && !(await this.#belongs(session, request, row, within)))
    ) {
      throw this.missing()
    }
    return row
  }

  /** Returns the key in a path parameter, or undefined if the text cannot be a key. */
  keyIn(request: FastifyRequest, param: string): Key | undefined {
    return this.policy(request).keyIn(this.model, String(Object(request.params)[param] ?? ''))
  }

  /** Like {@link find}, but also locks the item until the transaction ends. */
  lock(session: Session, request: FastifyRequest, param: string, within?: Within): Promise<T['Row']> {
    return this.find(session, request, param, within, request.method === 'DELETE' ? 'delete' : true)
  }

  /**
   * Reads the body of a POST: one item or a list, linked to the parent in the path.
   * @throws BadRequest that lists all errors; Forbidden
   */
  newItems(session: Session, request: FastifyRequest, within?: Within): Promise<T['Create'][]> {
    const items = this.items(session, request)
    const write = { session, items, action: 'create', within } as const
    return this.policy(request).write(write, async () => this.bodies.create(bodyOf(request), { within }))
  }

  /**
   * Reads the body of a PATCH, with dicts merged into the item's dicts (RFC 7396).
   * @throws BadRequest; Forbidden
   */
  changes(session: Session, request: FastifyRequest, item: T['Row'], within?: Within): Promise<T['Update']> {
    return this.read({ session, item, action: 'update' }, request, () =>
      this.bodies.changes('update', bodyOf(request), { existing: item, within }),
    )
  }

  /**
   * Reads the body of a PUT. An omitted field gets its default or null, and an omitted relation becomes empty. Fields that
   * the caller is not allowed to write stay unchanged.
   * @throws BadRequest; Forbidden
   */
  replacement(
    session: Session,
    request: FastifyRequest,
    item: T['Row'],
    within?: Within,
  ): Promise<T['Update']> {
    return this.read({ session, item, action: 'replace' }, request, async (kept) => {
      const replaced = this.bodies.replace(bodyOf(request), { existing: item, within, kept })
      const left = new Set([...kept, ...Object.keys(replaced)])
      return { ...(await cleared(this.model, left, this.policy(request).rows.user)), ...replaced }
    })
  }

  /** Reads the body of a write of one item. @throws BadRequest; Forbidden */
  async read(
    write: Omit<Write, 'items'>,
    request: FastifyRequest,
    body: (kept: Names) => Row | Promise<Row>,
    items = this.items(write.session, request),
  ): Promise<T['Update']> {
    const [data = {}] = await this.policy(request).write({ ...write, items }, async (kept) => [
      await body(kept),
    ])
    return data
  }

  /**
   * Returns whether a PATCH or PUT depends on the stored item. It does if an object is merged into the stored one, and if
   * the policy or the check of a generated field compares values.
   */
  needsItem(request: FastifyRequest): boolean {
    const names = Object.keys(Object(request.body))
    if (this.policy(request).needsItem(this.model, names)) return true
    const isPatch = request.method === 'PATCH'
    if (isPatch && Number(request.headers['content-length'] ?? Infinity) > SMALL) return true
    return names.some((name) => {
      const type = this.model.fields[name]?.type
      if (type === undefined || name === this.model.key) return false
      return isGenerated(type) || (isPatch && this.bodies.merges(type, 'update'))
    })
  }

  /** Returns a write of several items. */
  bulkWrite(session: Session, request: FastifyRequest, data: Row): Write {
    // Handlers can have changed the patches in the body.
    const given = request.method === 'PATCH' ? givenIn(request, data) : {}
    const merge = this.bodies.mergeOf(given)
    return { session, items: this.items(session, request), action: 'update', merge }
  }

  /** Reads the body of a PATCH or PUT on a collection. @throws BadRequest; Forbidden */
  changesToMany(request: FastifyRequest, within?: Within): T['Update'] {
    const body = bodyOf(request)
    this.policy(request).checkBody(this.model)
    return this.bodies.changes(request.method === 'PATCH' ? 'update_many' : 'assign', body, { within })
  }

  async create(session: Session, request: FastifyRequest, data: T['Create']): Promise<T['Row']> {
    const [row = {}] = await this.items(session, request).create([data])
    return row
  }

  /**
   * Stores the changes and returns the item as stored.
   * @throws NotFound if the item has been deleted in the meantime; HttpError 413 if the item would be too large
   */
  async update(
    session: Session,
    request: FastifyRequest,
    item: T['Row'],
    data: T['Update'],
  ): Promise<T['Row']> {
    this.#checkSize(item, data)
    const row = await this.items(session, request).update(this.key(item), data)
    if (row === undefined) throw this.missing()
    return row
  }

  /** @throws HttpError 413 if the item grows beyond the limit */
  #checkSize(item: Row, data: Row): void {
    const size = sizeOf({ ...item, ...data })
    const max = this.host.options.settings.bodyLimit
    if (size > max && size > sizeOf(item))
      throw new HttpError(413, `This ${this.model.name} would be larger than ${max} bytes (body_limit).`)
  }

  /**
   * Deletes an item.
   * @throws NotFound if it has been deleted in the meantime; Conflict if other items refer to it through a relation that
   * restricts deletion
   */
  async delete(session: Session, request: FastifyRequest, item: T['Row']): Promise<void> {
    if (!(await this.items(session, request).delete(this.key(item)))) throw this.missing()
  }

  /**
   * Deletes all items that the condition selects, and returns how many there were.
   * @throws Conflict as in {@link delete}
   */
  deleteMany(session: Session, request: FastifyRequest, where: Condition): Promise<number> {
    return this.items(session, request).deleteMany(where)
  }

  /**
   * Changes all items that the condition selects, and returns how many there were. Dicts in the body of a PATCH are
   * merged into each item's dicts.
   * @throws BadRequest if a merged dict violates its schema; Forbidden
   */
  async updateMany(
    session: Session,
    request: FastifyRequest,
    where: Condition,
    given: T['Update'],
  ): Promise<number> {
    const write = this.bulkWrite(session, request, given)
    const { data, changesOf } = await this.policy(request).writeMany(write, where, given)
    if (changesOf === null && write.merge === undefined && sizeOf(data) <= SMALL)
      return write.items.updateMany(where, data)
    return write.items.updateEach(where, data, async (plain, row, inner) => {
      const further = await changesOf?.(inner, row)
      const changes = { ...plain, ...write.merge?.(row), ...further }
      this.#checkSize(row, changes)
      return changes
    })
  }

  async document(session: Session, request: FastifyRequest, item: T['Row']): Promise<T['Document']> {
    const [document = {}] = await this.documents(session, request, [item])
    return document
  }

  async documents(
    session: Session,
    request: FastifyRequest,
    items: readonly Row[],
    projection: Projection = null,
  ): Promise<T['Document'][]> {
    const context = this.host.documentContext(session, request)
    const shown = await context.policy.written(session, this.model, items)
    return makeDocuments(context, this.model, items, projection, request.nestingDepth, shown)
  }

  /**
   * Checks the preconditions of a request against the current item, in the transaction that writes the item.
   * @throws HttpError 412
   */
  async checkMatch(session: Session, request: FastifyRequest, item: T['Row']): Promise<void> {
    const holds = precondition(request)
    if (holds === undefined) return
    const document = await this.document(session, request, item)
    if (!holds(tagOf(shownJson(request, document))))
      throw new HttpError(412, `This ${this.model.name} is not in the state that the request requires.`)
  }

  event<Data extends T['Create'] | T['Update']>(
    action: EventAction,
    session: Session,
    request: FastifyRequest,
    subject: EventSubject<Data> = {},
  ): ActionEvent<Data> {
    return new ActionEvent(action, this.model, this.host.eventContext(session, request), subject)
  }

  missing(): NotFound {
    return missing(this.model)
  }

  async #belongs(session: Session, request: FastifyRequest, row: Row, within: Within): Promise<boolean> {
    if (Object.entries(within).every(([name, key]) => row[name] === key)) return true
    const where = both(this.linked(within), equal(this.model.key, this.key(row)))
    return (await this.items(session, request).store.count(where)) > 0
  }

  linked(within: Within | undefined): Condition {
    if (within === undefined) return EVERYTHING
    return {
      kind: 'and',
      of: Object.entries(within).map(([name, key]): Condition => {
        if (this.model.fields[name] !== undefined) return equal(name, key)
        const relation = this.model.relations[name]
        const target = relation && this.host.options.models[relation.model]
        if (relation === undefined || target === undefined)
          throw new TypeError(`Unknown relation ${JSON.stringify(name)} in ${this.model.name}`)
        return relation.side === 'holder'
          ? equal(name, key)
          : { kind: 'related', relation: name, of: equal(target.key, key) }
      }),
    }
  }
}

/**
 * Rejects what a request for several items would ignore although its sender relies on it.
 * @throws BadRequest for a DELETE with a body, which should select the items, and for preconditions
 */
export function checkBulk(request: FastifyRequest): void {
  if (precondition(request) !== undefined)
    throw new BadRequest(
      'If-Match and If-None-Match require a single item. Send the request to its own path.',
    )
  if (request.method === 'DELETE' && hasBody(request))
    throw new BadRequest('A DELETE of a collection must not have a body. Select the items in the query.')
}
