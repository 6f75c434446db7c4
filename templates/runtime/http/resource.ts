import type { FastifyReply, FastifyRequest } from 'fastify'
import { keepsDigits, lostDigits } from '../body/parser.js'
import { BodyReader } from '../body/reader.js'
import {
  BadRequest,
  Conflict,
  FaultList,
  Forbidden,
  HttpError,
  NotFound,
  asProgramError,
  pointer,
} from '../errors.js'
import {
  ActionEvent,
  type EventContext,
  type EventSubject,
  type Query,
  assignedNames,
  selectingQuery,
} from '../events/event.js'
import type { EventAction } from '../events/actions.js'
import type { ResponsePage } from '../events/types.js'
import { type Json, isObject } from '../json.js'
import {
  type FieldSpec,
  type Key,
  MAX_PASSWORDS,
  type ModelSpec,
  type Models,
  type Row,
  isGenerated,
  type PendingRow,
  settled,
  valueOfDefault,
} from '../model.js'
import type { Caller, QueryLimits } from '../query/parameters.js'
import { type ListQuery, QueryReader } from '../query/reader.js'
import { Items, isKey, keyOf, keysIn, partsOf } from '../repository/items.js'
import { type ModelTypes, toCondition } from '../repository/repository.js'
import { bodyOf } from '../server/server.js'
import { type Condition, EVERYTHING, type Session, both, equal } from '../store.js'
import { TOO_LONG_FOR_A_NUMBER, type Checked, bad, good } from '../values/scalars.js'
import { checkValue, parseValue } from '../values/values.js'
import {
  type DocumentContext,
  type LinkRight,
  type Projection,
  makeDocuments,
  permittedLinks,
} from './documents.js'
import { makePage } from './page.js'
import {
  type Rejected,
  type WriterCheck,
  etagOf,
  ifMatch,
  isSameSet,
  isSameValue,
  withRowIndex,
  rejectChanges,
  unwritable,
} from './write-item.js'

/** The dependencies shared by a service's resources. */
export interface ResourceHost {
  readonly models: Models
  readonly limits: QueryLimits
  /** Returns what queries need to know about the caller. */
  caller(request: FastifyRequest): Caller
  /**
   * Checks that the caller is allowed to write the fields in `names`. A visible field that is sent back unchanged does
   * not count as written.
   * @throws Forbidden with the names of the fields that the caller is not allowed to write
   */
  checkWritable(
    request: FastifyRequest,
    model: ModelSpec,
    names: readonly string[],
    action: 'create' | 'update' | 'replace',
    item?: Row,
  ): void
  /**
   * Returns which items of a model the caller is allowed to link and unlink through the other end of a relation, which
   * changes their back-reference. This method is undefined if all callers are allowed to link all items.
   */
  linkRight?(session: Session, request: FastifyRequest, model: ModelSpec, backReference: string): LinkRight
  /** Checks `_writable_by`. This method is undefined without authentication. */
  readonly isWriter?: WriterCheck
  /**
   * Returns the name of the field that contains a user's groups if the data adds the user to the admins or removes the
   * user from them, which only admins can do. This method is undefined without authentication.
   */
  changesAdmins?(request: FastifyRequest, model: ModelSpec, data: Row, item?: Row): string | undefined
  /** @throws Forbidden if the caller cannot see the field */
  checkVisible(request: FastifyRequest, model: ModelSpec, name: string): void
  /**
   * Returns the fields that a PUT leaves unchanged if the body omits them: those that the caller is not allowed to
   * write.
   */
  keptOnReplace(request: FastifyRequest, model: ModelSpec): ReadonlySet<string>
  /**
   * Returns the key in a path parameter, or undefined if the text cannot be a key. For users, `self` is the caller.
   * @throws Unauthorized for `self` if the caller is anonymous
   */
  keyOf(request: FastifyRequest, model: ModelSpec, param: string): Key | undefined
  /** Maximum size of an item, in bytes of JSON. */
  readonly maxItemSize: number
  documentContext(session: Session, request: FastifyRequest): DocumentContext
  eventContext(session: Session, request: FastifyRequest): EventContext
  /** Calls one of your functions by name. */
  call(name: string, ...args: unknown[]): Promise<Json | undefined>
}

/**
 * Returns the values that a PUT sets for omitted fields and relations, except for the key, generated fields and the
 * fields to keep.
 */
export function cleared(model: ModelSpec, kept: ReadonlySet<string>, user?: Row): Promise<Row> {
  const row: PendingRow = {}
  for (const [name, field] of Object.entries(model.fields)) {
    if (field.column !== null && name !== model.key && !isGenerated(field.type) && !kept.has(name))
      row[name] = valueOfDefault(field.onUpdate, user) ?? valueOfDefault(field.default, user) ?? null
  }
  for (const [name, relation] of Object.entries(model.relations)) {
    if (kept.has(name) || relation.listed === false) continue
    const made = valueOfDefault(relation.onUpdate, user) ?? valueOfDefault(relation.default, user)
    row[name] = relation.many ? [] : (made ?? null)
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

/** What the caller of a request can see. */
export interface CallerVisibility {
  /** Returns the fields that the caller can see; null means all. */
  fields(model: ModelSpec): ReadonlySet<string> | null
  /** Returns whether the caller is allowed to view this item nested in another item. */
  mayView(session: Session, model: ModelSpec, row: Row): Promise<boolean>
  /**
   * Returns the condition that selects the items that the caller can see through relations. It selects all items unless
   * items have their own access rules.
   */
  scope(model: ModelSpec): Condition
}

/** Without authentication, everyone sees everything. */
export const ALL_VISIBLE: CallerVisibility = {
  fields: () => null,
  mayView: () => Promise.resolve(true),
  scope: () => EVERYTHING,
}

/** Returns the response body for a list or dict field: the dict itself, or the list with its length. */
export function attributeBody(field: FieldSpec | undefined, value: unknown): Record<string, Json> {
  if (field?.type !== 'list') return isObject(value) ? { ...value } : {}
  const data = Array.isArray(value) ? value : []
  return { count: data.length, data }
}

/**
 * Returns the new value of a list or dict field after a POST. The body contains the entries to add and, with a leading
 * `-`, the entries to remove. List items are sent as an array, or as the keys of an object.
 * @throws BadRequest if the body has a different form or an item is invalid
 */
export function changedAttribute(name: string, field: FieldSpec | undefined, item: Row, body: unknown): Json {
  if (field?.type === 'list') return changedList(name, field, listOf(item[name] ?? null), body)
  return changedDict(name, item[name] ?? null, body)
}

function changedDict(name: string, value: Json, body: unknown): Json {
  const dict: Record<string, Json> = isObject(value) ? { ...value } : {}
  const removed = Array.isArray(body) && body.every((key) => typeof key === 'string' && key.startsWith('-'))
  if (!isObject(body) && !removed)
    throw new BadRequest(
      `The body of ${name} must be an object with the keys to set; to remove a key, put "-" before its name.`,
    )
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
    throw new BadRequest(
      `The body of ${name} must be a list of the items to add; to remove an item, put "-" before it.`,
    )
  const faults = new FaultList()
  if (keepsDigits(field))
    for (const index of lostDigits(body)) faults.add(pointer('', index), TOO_LONG_FOR_A_NUMBER)
  faults.throwIfAny()
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
  faults.throwIfAny()
  return list.filter((item) => item !== undefined)
}

/** Maps each item's JSON to its indexes, because searching the list for each given item would take quadratic time. */
function placesOf(list: readonly Json[]): Map<string, Set<number>> {
  const places = new Map<string, Set<number>>()
  for (const [index, item] of list.entries()) {
    const text = JSON.stringify(item)
    places.set(text, (places.get(text) ?? new Set()).add(index))
  }
  return places
}

/**
 * Parses an item written as text. Text that does not fit the type is returned unchanged, because the list might contain
 * it.
 */
function parsedItem(field: FieldSpec, text: string): Json {
  const parsed = parseValue(field, text)
  return parsed.ok ? parsed.value : text
}

/** Returns an item in its stored form, so that it is found no matter how the client writes it. */
function readItem(field: FieldSpec, given: Json, isText: boolean): Checked {
  const item = isText ? parsedItem(field, String(given)) : given
  const checked = checkValue(field, [item])
  if (checked.ok) return good(Array.isArray(checked.value) ? (checked.value[0] ?? null) : item)
  return bad(checked.items?.[0]?.message ?? checked.message)
}

function listOf(value: Json): readonly Json[] {
  return Array.isArray(value) ? value : []
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
  readonly #host: ResourceHost
  readonly #bodies: BodyReader
  /** Names of the dict fields. */
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

  /**
   * Returns the response body for a list of items, and sets the `Link` header.
   * @throws BadRequest or Forbidden if the request's query is invalid; TypeError if a handler made it invalid
   */
  page(
    session: Session,
    request: FastifyRequest,
    reply: FastifyReply,
    { event, within }: PageOptions = {},
  ): Promise<ResponsePage<T['Document']>> {
    const caller = this.#host.caller(request)
    return makePage(request, reply, {
      model: this.model,
      store: session.store(this.model.name),
      query: this.#readQuery(request, event, (parameters, literal) =>
        this.queries.list(parameters, caller, literal),
      ),
      within: both(this.linked(within), this.restriction(event)),
      itemLimit: caller.anonymousLimit ? this.#host.limits.publicMaxLimit : undefined,
      maxTotal: this.#host.limits.maxTotal,
      documents: (rows, projection) => this.documents(session, request, rows, projection),
    })
  }

  /** Validates a request's query before handlers run, because they can change it. @throws BadRequest, Forbidden */
  checkQuery(request: FastifyRequest): void {
    const isList = request.method === 'GET' || request.method === 'HEAD'
    if (isList) this.queries.list(Object(request.query), this.#host.caller(request))
    else this.queries.selection(Object(request.query), this.#host.caller(request))
  }

  /**
   * Returns the condition for the items selected by the query of a PATCH, PUT or DELETE.
   * @throws BadRequest or Forbidden if the request's query is invalid; TypeError if a handler made it invalid
   */
  selection(request: FastifyRequest, { event, within }: PageOptions = {}): Condition {
    return both(
      both(this.linked(within), this.restriction(event)),
      this.#readQuery(request, event, (parameters, literal) =>
        this.queries.selection(parameters, this.#host.caller(request), literal),
      ),
    )
  }

  /**
   * Reads the event's query, which handlers might have changed, or the request's query if there is no event. Errors in
   * the event's query come from a handler, because {@link checkQuery} has already validated the request's query.
   */
  #readQuery<Result>(
    request: FastifyRequest,
    event: ActionEvent | undefined,
    read: (parameters: Query, literal: ReadonlySet<string>) => Result,
  ): Result {
    if (event === undefined) return read(Object(request.query), new Set())
    const { query } = event.view
    return asProgramError(`A handler changed event.view.query of ${this.model.name}`, () =>
      read(selectingQuery(request, query), assignedNames(query)),
    )
  }

  /** Returns the condition that handlers have added with `event.restrict`. */
  restriction(event: ActionEvent | undefined): Condition {
    const conditions =
      event?.restrictions.map((where) => toCondition(this.#host.models, this.model, where)) ?? []
    return conditions.reduce(both, EVERYTHING)
  }

  /**
   * Reads a query on the collection. Handlers might have changed the query.
   * @throws TypeError if the query is invalid
   */
  changedQuery(request: FastifyRequest, event: ActionEvent): ListQuery {
    const query = this.#readQuery(request, event, (parameters, literal) =>
      this.queries.list(parameters, this.#host.caller(request), literal),
    )
    return { ...query, where: both(query.where, this.restriction(event)) }
  }

  /** Calls handlers in order. */
  async callHandlers(names: readonly string[], event: ActionEvent): Promise<void> {
    for (const name of names) await this.#host.call(name, event)
  }

  /** Returns what queries need to know about the caller. */
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
   * Returns the item identified by a path parameter.
   * @param within the parent to which the item must belong
   * @throws NotFound
   */
  find(session: Session, request: FastifyRequest, param: string, within?: Within): Promise<T['Row']> {
    return this.#find(session, request, param, within, false)
  }

  /** Returns the key in a path parameter, or undefined if the text cannot be a key. */
  keyIn(request: FastifyRequest, param: string): Key | undefined {
    return this.#host.keyOf(request, this.model, param)
  }

  /** Like {@link find}, but also locks the item until the transaction ends. */
  lock(session: Session, request: FastifyRequest, param: string, within?: Within): Promise<T['Row']> {
    return this.#find(session, request, param, within, true)
  }

  /**
   * Like {@link lock}, but also finds an item that rules allow the caller to write and not to view.
   * @throws Forbidden if rules do not allow the caller to write the item
   */
  async lockWritable(
    session: Session,
    request: FastifyRequest,
    param: string,
    within: Within = {},
  ): Promise<T['Row']> {
    const key = this.keyIn(request, param)
    if (key === undefined) throw this.missing()
    const items = this.items(session)
    const isVisible = (await items.findByKey(key)) !== undefined
    const row = isVisible ? await this.lock(session, request, param, within) : undefined
    const writable = await items.findWritable(key, request.method === 'DELETE' ? 'delete' : 'update')
    const isInside = Object.entries(within).every(([name, parent]) => writable?.[name] === parent)
    if (row !== undefined) return row
    if (writable === undefined || !isInside) throw this.missing()
    return writable
  }

  /**
   * Returns the only item linked to the parent.
   * @throws NotFound if there is none
   */
  async only(session: Session, within: Within): Promise<T['Row']> {
    const row = await this.#onlyOne(session, within)
    if (row === undefined) throw new NotFound(`This item has no ${this.model.name}.`)
    return row
  }

  /** Like {@link only}, but also locks the item until the transaction ends. */
  async lockOnly(session: Session, within: Within): Promise<T['Row']> {
    const found = await this.only(session, within)
    const row = await this.items(session).findByKey(this.key(found), true)
    return row === undefined ? found : row
  }

  /** @throws Conflict if the parent already has an item */
  async rejectSecond(session: Session, within: Within): Promise<void> {
    if ((await this.#onlyOne(session, within)) !== undefined)
      throw new Conflict(`This item already has a related ${this.model.name}.`)
  }

  /**
   * Reads the body of a POST: one item or a list, linked to the parent in the path.
   * @throws BadRequest that lists all errors; Forbidden for a field that the caller is not allowed to write
   */
  async newItems(session: Session, request: FastifyRequest, within?: Within): Promise<T['Create'][]> {
    const body = bodyOf(request)
    this.#host.checkWritable(request, this.model, namesIn(body), 'create')
    rejectManyPasswords(this.model, body)
    const rows = this.#bodies.create(body, { within })
    await this.#checkLinked(session, rows, Array.isArray(body))
    return this.permitNew(session, request, rows, within)
  }

  /**
   * Checks that the items named in a body can be viewed.
   * @throws BadRequest, as if other items did not exist
   */
  async #checkLinked(session: Session, rows: readonly Row[], isList = false): Promise<void> {
    if (session.access !== undefined) await this.items(session).checkReadable(rows, isList)
  }

  /**
   * Returns the data without the links to items that the caller cannot view. The caller sees null in their place, so a
   * document that is sent back does not remove them.
   */
  async #keepHidden(session: Session, item: Row, data: Row): Promise<Row> {
    if (session.access === undefined) return data
    const kept = new Set<string>()
    for (const [name, relation] of partsOf(this.model).holders) {
      const key = item[name] ?? null
      if (data[name] !== null || !isKey(key)) continue
      if ((await session.store(relation.model).findByKey(key)) === undefined) kept.add(name)
    }
    return kept.size === 0 ? data : without(data, kept)
  }

  /**
   * Returns the data for new items without the empty values in fields that the caller is not allowed to write, so that
   * these fields get their defaults.
   * @throws Forbidden if such a field has a value
   */
  async permitNew(
    session: Session,
    request: FastifyRequest,
    rows: T['Create'][],
    within: Within = {},
  ): Promise<T['Create'][]> {
    const names = this.#ruled(new Set(rows.flatMap(Object.keys)), within)
    const fixed = await unwritable(session, request, this.model, names, this.#host.isWriter, 'create')
    const placeOf = (index: number): string => (Array.isArray(request.body) ? `/${index}` : '')
    const rejected: Rejected[] = []
    for (const [index, row] of rows.entries())
      for (const name of fixed)
        if (!isAbsent(row[name] ?? null, this.model.relations[name]?.many === true))
          rejected.push({ path: placeOf(index), name })
    rejectChanges(this.model, rejected)
    for (const [index, row] of rows.entries()) this.#checkAdmins(request, row, undefined, placeOf(index))
    return fixed.size === 0 ? rows : rows.map((row) => without(row, fixed))
  }

  /** Like {@link newItems}, for a route that creates one item. @throws BadRequest for a list */
  async newItem(session: Session, request: FastifyRequest, within?: Within): Promise<T['Create']> {
    const [item] = await this.newItems(session, request, within)
    if (item === undefined || Array.isArray(request.body))
      throw new BadRequest('The body must be a single object.')
    return item
  }

  /** Reads the body of a PATCH, with dicts merged into the item's dicts (RFC 7396). @throws BadRequest, Forbidden */
  async changes(
    session: Session,
    request: FastifyRequest,
    item: T['Row'],
    within?: Within,
  ): Promise<T['Update']> {
    const body = bodyOf(request)
    this.#host.checkWritable(request, this.model, namesIn(body), 'update', item)
    const given = this.#bodies.update(body, { existing: item, within })
    await this.#checkLinked(session, [given])
    const data = await this.#keepHidden(session, item, given)
    const names = this.#ruled(Object.keys(data))
    return this.#unchanged(request, data, item, await this.#unwritable(session, request, names, item))
  }

  /**
   * Returns whether a PATCH or PUT depends on the stored item. It does if a dict is merged into the stored one, or if a
   * write rule compares values.
   */
  needsItem(request: FastifyRequest): boolean {
    const body: object = Object(request.body)
    const rules = Object.keys(this.model.writeRules ?? {})
    if (request.method === 'PUT') return rules.length > 0
    if (Number(request.headers['content-length'] ?? Infinity) > SMALL) return true
    return [...this.#dicts, ...rules].some((name) => Object.hasOwn(body, name))
  }

  /** Returns the names that have a write rule and whose values are not determined by the path. */
  #ruled(names: Iterable<string>, within: Within = {}): readonly string[] {
    const { writeRules } = this.model
    if (writeRules === undefined) return []
    return [...names].filter((name) => Object.hasOwn(writeRules, name) && !Object.hasOwn(within, name))
  }

  /** Returns the named fields and relations of an item that the caller is not allowed to write. */
  #unwritable(
    session: Session,
    request: FastifyRequest,
    names: readonly string[],
    item: Row,
  ): Promise<ReadonlySet<string>> {
    return unwritable(session, request, this.model, names, this.#host.isWriter, 'update', item)
  }

  /**
   * Returns the data without the fields that the caller is not allowed to write. {@link permitLinks} handles relations
   * of side `one`, whose keys are not in the item.
   * @throws Forbidden if the value of such a field differs from the stored value
   */
  #unchanged(
    request: FastifyRequest,
    data: T['Update'],
    item: T['Row'],
    fixed: ReadonlySet<string>,
  ): T['Update'] {
    const names = new Set([...fixed].filter((name) => this.model.relations[name]?.side !== 'one'))
    if (names.size === 0) {
      this.#checkAdmins(request, data, item)
      return data
    }
    // Compares only visible fields. For other fields, the response would reveal whether a guessed value is correct.
    const isKept = (name: string): boolean =>
      data[name] === undefined ||
      (this.#isVisible(request, name) && isSameValue(data[name] ?? null, item[name] ?? null))
    rejectChanges(
      this.model,
      [...names].filter((name) => !isKept(name)).map((name) => ({ path: '', name })),
    )
    const changes = without(data, names)
    this.#checkAdmins(request, changes, item)
    return changes
  }

  /** @throws Forbidden if the data changes who is an admin, and the caller is not one */
  #checkAdmins(request: FastifyRequest, data: Row, item?: Row, path = ''): void {
    const name = this.#host.changesAdmins?.(request, this.model, data, item)
    if (name === undefined) return
    throw new Forbidden('Only an admin can add users to the group "admin" or remove them.', {
      errors: [{ path: pointer(path, name), message: 'only an admin can change the group "admin"' }],
    })
  }

  /** Returns the dicts in the body of a PATCH, including changes made by handlers. */
  #patchesIn(request: FastifyRequest, data: Row): Record<string, Json> {
    const body: object = Object(request.body)
    const patches: Record<string, Json> = {}
    for (const name of this.#dicts) {
      const value = data[name]
      if (isObject(value) && Object.hasOwn(body, name)) patches[name] = value
    }
    return patches
  }

  /** Reads the body of a PATCH or PUT on a collection. @throws BadRequest, Forbidden */
  changesToMany(request: FastifyRequest, within?: Within): T['Update'] {
    const body = bodyOf(request)
    this.#host.checkWritable(request, this.model, namesIn(body), 'update')
    return request.method === 'PATCH'
      ? this.#bodies.updateMany(body, { within })
      : this.#bodies.assign(body, { within })
  }

  /**
   * Reads the body of a PUT. An omitted field gets its default or null, and an omitted relation becomes empty. Fields
   * that the caller is not allowed to write stay unchanged.
   * @throws BadRequest, Forbidden
   */
  async replacement(
    session: Session,
    request: FastifyRequest,
    item: T['Row'],
    within?: Within,
  ): Promise<T['Update']> {
    const body = bodyOf(request)
    this.#host.checkWritable(request, this.model, namesIn(body), 'replace', item)
    const fixed = await this.#unwritable(session, request, Object.keys(this.model.writeRules ?? {}), item)
    const kept = new Set([...this.#host.keptOnReplace(request, this.model), ...fixed])
    const replaced = this.#bodies.replace(body, { existing: item, within, kept })
    await this.#checkLinked(session, [replaced])
    const given = await this.#keepHidden(session, item, replaced)
    const left = new Set([...kept, ...Object.keys(replaced)])
    const changes = this.#unchanged(request, given, item, fixed)
    const others = await cleared(this.model, left, session.user)
    const groups = this.#host.changesAdmins?.(request, this.model, others, item)
    const data = { ...(groups === undefined ? others : without(others, new Set([groups]))), ...changes }
    return this.#keepHidden(session, item, data)
  }

  /**
   * Creates all items in the body of a POST, or none.
   * @throws BadRequest, Forbidden, UniqueViolation; for a list, with the index of the item
   */
  async createAll(session: Session, request: FastifyRequest, within?: Within): Promise<T['Row'][]> {
    const rows = await this.newItems(session, request, within)
    for (const row of rows) await this.permitLinks(session, request, row)
    const items = this.items(session)
    const isList = Array.isArray(request.body)
    try {
      return await items.create(rows, isList)
    } catch (error) {
      throw isList ? await withRowIndex(error, rows, items.store) : error
    }
  }

  /**
   * Checks that the caller is allowed to change the items that a body links to this item or unlinks from it, because
   * that changes their back-reference.
   * @param item the item before the change; undefined for a new item
   * @returns the data to store: items that the caller cannot see stay linked, and so do items omitted by a PUT that the
   * caller is not allowed to change
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
      const isVisible = this.#isVisible(request, name)
      const owner = item && this.key(item)
      const write = { name, relation, target, value, isGiven, isVisible, owner }
      const links = await permittedLinks(
        session,
        write,
        linkRight(session, request, target, relation.inverse),
      )
      if (links === undefined || (item && (await this.#staysLinked(session, request, name, links, item))))
        delete permitted[name]
      else permitted[name] = links
    }
    return permitted
  }

  /**
   * Returns whether a relation of side `one` keeps its links because the caller is not allowed to write the relation.
   * @throws Forbidden if the new links differ, or if the body contains links that the caller cannot see
   */
  async #staysLinked(
    session: Session,
    request: FastifyRequest,
    name: string,
    links: Json,
    item: T['Row'],
  ): Promise<boolean> {
    const fixed = await this.#unwritable(session, request, this.#ruled([name]), item)
    if (fixed.size === 0) return false
    const key = this.key(item)
    const store = session.store(this.model.name)
    const stored = (await store.links(name, [key], Number.MAX_SAFE_INTEGER, EVERYTHING)).get(key)
    const isGuessed = Object.hasOwn(Object(request.body), name) && !this.#isVisible(request, name)
    if (isGuessed || !isSameSet(keysIn(links), stored?.keys ?? []))
      rejectChanges(this.model, [{ path: '', name }])
    return true
  }

  #isVisible(request: FastifyRequest, name: string): boolean {
    return this.#host.caller(request).visible(this.model)?.has(name) ?? true
  }

  /**
   * Returns the data without the fields that the caller is not allowed to write in any of the selected items, and the
   * condition that selects the items for which this was checked. Other requests can make further items match `where`.
   * @throws Forbidden if the data changes a field in an item where the caller is not allowed to write it
   */
  async permitFieldsOfMany(
    session: Session,
    request: FastifyRequest,
    where: Condition,
    data: T['Update'],
  ): Promise<{ readonly data: T['Update']; readonly checked: Condition }> {
    const names = this.#ruled(Object.keys(data))
    if (names.length === 0) return { data, checked: EVERYTHING }
    const keys: Key[] = []
    const dicts = request.method === 'PATCH' ? this.#patchesIn(request, data) : {}
    const left = new Set(names)
    for await (const row of this.items(session).locked(where)) {
      const fixed = await this.#unwritable(session, request, names, row)
      const kept = await this.#keepHidden(session, row, data)
      this.#unchanged(request, { ...kept, ...this.#bodies.merged(dicts, row) }, row, fixed)
      for (const name of fixed)
        if (this.model.relations[name]?.side === 'one')
          await this.#staysLinked(session, request, name, data[name] ?? null, row)
      for (const name of names) if (!fixed.has(name)) left.delete(name)
      keys.push(this.key(row))
    }
    const checked: Condition = { kind: 'compare', field: this.model.key, op: 'in', value: keys }
    return { data: without(data, left), checked }
  }

  /** Stores a new item and returns it as stored. */
  async create(session: Session, data: T['Create']): Promise<T['Row']> {
    const [row = {}] = await this.items(session).create([data])
    return row
  }

  /**
   * Stores the changes and returns the item as stored.
   * @throws NotFound if the item has been deleted in the meantime; HttpError 413 if the item would be too large
   */
  async update(session: Session, item: T['Row'], data: T['Update']): Promise<T['Row']> {
    this.#checkSize(item, data)
    const row = await this.items(session).update(this.key(item), data)
    if (row === undefined) throw new NotFound(`This ${this.model.name} no longer exists.`)
    return row
  }

  /** @throws HttpError 413 if the item grows beyond the limit */
  #checkSize(item: Row, data: Row): void {
    const size = sizeOf({ ...item, ...data })
    const max = this.#host.maxItemSize
    if (size > max && size > sizeOf(item))
      throw new HttpError(413, `This ${this.model.name} would be larger than ${max} bytes (body_limit).`)
  }

  /** Deletes an item. @throws Conflict if other items refer to it through a relation that restricts deletion */
  async delete(session: Session, item: T['Row']): Promise<void> {
    await this.items(session).delete(this.key(item))
  }

  /**
   * Deletes all items that the condition selects, and returns how many there were.
   * @throws Conflict as in {@link delete}
   */
  deleteMany(session: Session, where: Condition): Promise<number> {
    return this.items(session).deleteMany(where)
  }

  /**
   * Calls {@link permitLinks} for every selected item.
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
   * Changes all items that the condition selects, and returns how many there were. Links require permission as in
   * {@link permitLinks}. Dicts in the body of a PATCH are merged into each item's dicts.
   * @param checked restricts the change to the items checked by {@link permitFieldsOfMany}
   * @throws BadRequest if a merged dict violates its schema; Forbidden
   */
  async updateMany(
    session: Session,
    request: FastifyRequest,
    where: Condition,
    data: T['Update'],
    checked = EVERYTHING,
  ): Promise<number> {
    const isGiven = (name: string): boolean => Object.hasOwn(Object(request.body), name)
    await this.#checkLinked(session, [
      without(data, new Set(Object.keys(data).filter((name) => !isGiven(name)))),
    ])
    const selected = both(where, checked)
    const { links, others } = this.#givenLinks(request, data)
    const patches = request.method === 'PATCH' ? this.#patchesIn(request, data) : {}
    if (data === others && Object.keys(patches).length === 0 && sizeOf(data) <= SMALL)
      return this.items(session).updateMany(selected, data)
    const { plain, hashes } = await this.items(session).withoutPasswords(others)
    return session.transaction(async (inner) => {
      const items = this.items(inner)
      let count = 0
      for await (const row of items.locked(selected)) {
        const permitted = await this.permitLinks(inner, request, links, row)
        const changes = { ...plain, ...this.#bodies.merged(patches, row), ...permitted }
        this.#checkSize(row, changes)
        await items.update(this.key(row), changes, hashes)
        count += 1
      }
      return count
    })
  }

  /**
   * Separates the links in the body, which require permission, from all other data. Links set by handlers do not
   * require permission.
   */
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

  /** Returns items as the caller sees them, with only the fields in the projection. */
  async documents(
    session: Session,
    request: FastifyRequest,
    items: readonly Row[],
    projection: Projection = null,
  ): Promise<T['Document'][]> {
    const context = this.#host.documentContext(session, request)
    const documents = await makeDocuments(context, this.model, items, projection)
    return documents
  }

  /**
   * Checks `If-Match` against the current item (RFC 9110, 13.1.1), in the transaction that writes the item.
   * @throws HttpError 412
   */
  async checkMatch(session: Session, request: FastifyRequest, item: T['Row']): Promise<void> {
    const wanted = ifMatch(request)
    if (wanted === undefined) return
    const tag = etagOf(JSON.stringify(await this.document(session, request, item)))
    if (!wanted.matches(tag))
      throw new HttpError(412, `This ${this.model.name} has changed since it was read.`)
  }

  /** Creates the event for an action's handlers. */
  event<Data extends T['Create'] | T['Update']>(
    action: EventAction,
    session: Session,
    request: FastifyRequest,
    subject: EventSubject<Data> = {},
  ): ActionEvent<Data> {
    return new ActionEvent(action, this.model, this.#host.eventContext(session, request), subject)
  }

  /** Runs the fields' processors and returns the data to store. */
  async processed<Data extends T['Create'] | T['Update']>(event: ActionEvent<Data>): Promise<Data> {
    await runProcessors(event, this.model, this.#host.call)
    return event.data
  }

  /** Returns the response body for a list or dict field. @throws Forbidden if the caller cannot see the field */
  attribute(
    request: FastifyRequest,
    item: Readonly<Record<string, unknown>>,
    name: keyof T['Row'] & string,
  ): Record<string, Json> {
    this.#host.checkVisible(request, this.model, name)
    return attributeBody(this.model.fields[name], item[name] ?? null)
  }

  /** Reads the body of a POST to a list or dict field. @throws BadRequest, Forbidden */
  async attributeChanges(
    session: Session,
    request: FastifyRequest,
    item: T['Row'],
    name: keyof T['Row'] & string,
  ): Promise<T['Update']> {
    this.#host.checkWritable(request, this.model, [name], 'update')
    // The response contains the attribute, so a caller who can write the item must also be able to view it.
    const [shown] = (await session.access?.shown(this.model, [item])) ?? [item]
    if (shown === undefined) throw this.missing()
    const value = changedAttribute(name, this.model.fields[name], item, bodyOf(request))
    const data = this.#bodies.assign({ [name]: value })
    const fixed = await this.#unwritable(session, request, this.#ruled([name]), item)
    return this.#unchanged(request, data, item, fixed)
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

  /** Returns the 404 error for a missing item. */
  missing(): NotFound {
    return new NotFound(`There is no ${this.model.name} with this key.`)
  }

  /** Returns whether the item belongs to the parent. */
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

  /** Returns the condition that selects the parent's items. */
  linked(within: Within | undefined): Condition {
    if (within === undefined) return EVERYTHING
    return {
      kind: 'and',
      of: Object.entries(within).map(([name, key]): Condition => {
        const relation = this.model.relations[name]
        const target = relation && this.#host.models[relation.model]
        if (relation === undefined || target === undefined)
          throw new TypeError(`Unknown relation ${JSON.stringify(name)} in ${this.model.name}`)
        return relation.side === 'holder'
          ? equal(name, key)
          : { kind: 'related', relation: name, of: equal(target.key, key) }
      }),
    }
  }
}

/** Runs the fields' processors, which can change the event's data. */
export async function runProcessors(
  event: ActionEvent,
  spec: ModelSpec,
  call: ResourceHost['call'],
): Promise<void> {
  for (const [field, names] of Object.entries(spec.processors)) {
    for (const name of names) {
      const value = event.data[field]
      if (value === undefined) continue
      const { instance, view, model } = event
      const context = { instance, field, params: spec.fields[field], request: view.request, model, event }
      event.setFieldValue(field, (await call(name, value, context)) ?? null)
    }
  }
}

/** Returns the field names in a document, or in any of the documents in a list. */
function namesIn(body: unknown): readonly string[] {
  if (isObject(body)) return Object.keys(body)
  const names = new Set<string>()
  for (const document of Array.isArray(body) ? body : [])
    for (const name of isObject(document) ? Object.keys(document) : []) names.add(name)
  return [...names]
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

/** Returns whether a value is null, or an empty list of keys. */
function isAbsent(value: Json, isList: boolean): boolean {
  return value === null || (isList && Array.isArray(value) && value.length === 0)
}

function without<Data extends Row>(data: Data, names: ReadonlySet<string>): Row {
  return Object.fromEntries(Object.entries(data).filter(([name]) => !names.has(name)))
}
