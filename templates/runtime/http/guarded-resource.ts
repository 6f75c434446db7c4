import type { FastifyRequest } from 'fastify'
import { BadRequest, Forbidden, pointer } from '../errors.js'
import { type Json, isObject } from '../json.js'
import { type Key, MAX_PASSWORDS, type ModelSpec, type Row } from '../model.js'
import { isKey, keysIn, partsOf } from '../repository/parts.js'
import type { ModelTypes } from '../repository/repository.js'
import { bodyOf } from '../server/server.js'
import { type Condition, EVERYTHING, type Session, both } from '../store.js'
import { Resource, type ResourceHost, type Within, cleared } from './resource.js'
import {
  type LinkRight,
  type Rejected,
  type WriterCheck,
  isFixed,
  isSameSet,
  isSameValue,
  permittedLinks,
  rejectChanges,
  unwritable,
} from './write-rules.js'

/** A service's dependencies, with what callers are allowed to write. Without authentication, only write rules apply. */
export interface GuardedHost extends ResourceHost {
  /**
   * Checks that the caller is allowed to write the fields in `names`. A visible field that is sent back unchanged does
   * not count as written.
   * @throws Forbidden with the names of the fields that the caller is not allowed to write
   */
  checkWritable?(
    request: FastifyRequest,
    model: ModelSpec,
    names: readonly string[],
    action: 'create' | 'update' | 'replace',
    item?: Row,
  ): void
  /**
   * Returns which items of a model the caller is allowed to link and unlink through the other end of a relation, which
   * changes their back-reference. By default, only write rules restrict links.
   */
  linkRight?(session: Session, request: FastifyRequest, model: ModelSpec, backReference: string): LinkRight
  /** Checks `_writable_by`. This method is undefined without authentication. */
  readonly isWriter?: WriterCheck
  /**
   * Returns the name of the field that contains a user's groups if the data adds the user to the admins or removes the
   * user from them, which only admins can do. This method is undefined without authentication.
   */
  changesAdmins?(request: FastifyRequest, model: ModelSpec, data: Row, item?: Row): string | undefined
  /**
   * Returns the fields that a PUT leaves unchanged if the body omits them: those that the caller is not allowed to
   * write.
   */
  keptOnReplace?(request: FastifyRequest, model: ModelSpec): ReadonlySet<string>
}

/** A resource whose fields or items some callers are not allowed to write. */
export class GuardedResource<T extends ModelTypes = ModelTypes> extends Resource<T> {
  declare protected readonly host: GuardedHost
  readonly #linkRight: GuardedHost['linkRight']

  constructor(host: GuardedHost, model: ModelSpec) {
    super(host, model)
    this.#linkRight = host.linkRight ?? linkRightOf(host)
  }

  override lockToWrite(session: Session, request: FastifyRequest, param: string): Promise<T['Row']> {
    return session.access === undefined
      ? this.lock(session, request, param)
      : this.lockWritable(session, request, param)
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
    const items = session.access?.items(this.host.models, this.model)
    const isVisible = items === undefined || (await items.store.findByKey(key)) !== undefined
    const row = isVisible ? await this.lock(session, request, param, within) : undefined
    const writable = await items?.findWritable(key, request.method === 'DELETE' ? 'delete' : 'update')
    const isInside = Object.entries(within).every(([name, parent]) => writable?.[name] === parent)
    if (row !== undefined) return row
    if (writable === undefined || !isInside) throw this.missing()
    return writable
  }

  /**
   * Reads the body of a POST: one item or a list, linked to the parent in the path.
   * @throws BadRequest that lists all errors; Forbidden for a field that the caller is not allowed to write
   */
  override async newItems(
    session: Session,
    request: FastifyRequest,
    within?: Within,
  ): Promise<T['Create'][]> {
    const body = bodyOf(request)
    this.#checkNames(request, 'create')
    rejectManyPasswords(this.model, body)
    const rows = await super.newItems(session, request, within)
    await this.#checkLinked(session, rows, Array.isArray(body))
    return this.permitNew(session, request, rows, within)
  }

  /** @throws Forbidden with the names of the fields in the body that the caller is not allowed to write */
  #checkNames(request: FastifyRequest, action: 'create' | 'update' | 'replace', item?: T['Row']): void {
    this.host.checkWritable?.(request, this.model, namesIn(bodyOf(request)), action, item)
  }

  /**
   * Checks that the items named in a body can be viewed.
   * @throws BadRequest, as if other items did not exist
   */
  async #checkLinked(session: Session, rows: readonly Row[], isList = false): Promise<void> {
    await session.access?.items(this.host.models, this.model).checkReadable(rows, isList)
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
    const fixed = await unwritable(session, request, this.model, names, this.host.isWriter, 'create')
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

  override async changes(
    session: Session,
    request: FastifyRequest,
    item: T['Row'],
    within?: Within,
  ): Promise<T['Update']> {
    this.#checkNames(request, 'update', item)
    const given = await super.changes(session, request, item, within)
    await this.#checkLinked(session, [given])
    const data = await this.#keepHidden(session, item, given)
    const names = this.#ruled(Object.keys(data))
    return this.#unchanged(request, data, item, await this.#unwritable(session, request, names, item))
  }

  /** Returns whether a PATCH or PUT depends on the stored item. It also does if a write rule compares values. */
  override needsItem(request: FastifyRequest): boolean {
    const rules = Object.keys(this.model.writeRules ?? {})
    if (request.method === 'PUT') return rules.length > 0
    return super.needsItem(request) || rules.some((name) => Object.hasOwn(Object(request.body), name))
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
    return unwritable(session, request, this.model, names, this.host.isWriter, 'update', item)
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
    const name = this.host.changesAdmins?.(request, this.model, data, item)
    if (name === undefined) return
    throw new Forbidden('Only an admin can add users to the group "admin" or remove them.', {
      errors: [{ path: pointer(path, name), message: 'only an admin can change the group "admin"' }],
    })
  }

  override changesToMany(request: FastifyRequest, within?: Within): T['Update'] {
    this.#checkNames(request, 'update')
    return super.changesToMany(request, within)
  }

  /** Reads the body of a PUT. Fields that the caller is not allowed to write stay unchanged. */
  override async replacement(
    session: Session,
    request: FastifyRequest,
    item: T['Row'],
    within?: Within,
  ): Promise<T['Update']> {
    this.#checkNames(request, 'replace', item)
    const fixed = await this.#unwritable(session, request, Object.keys(this.model.writeRules ?? {}), item)
    const kept = new Set([...(this.host.keptOnReplace?.(request, this.model) ?? []), ...fixed])
    const replaced = this.bodies.replace(bodyOf(request), { existing: item, within, kept })
    await this.#checkLinked(session, [replaced])
    const given = await this.#keepHidden(session, item, replaced)
    const left = new Set([...kept, ...Object.keys(replaced)])
    const changes = this.#unchanged(request, given, item, fixed)
    const others = await cleared(this.model, left, session.user)
    const groups = this.host.changesAdmins?.(request, this.model, others, item)
    const data = { ...(groups === undefined ? others : without(others, new Set([groups]))), ...changes }
    return this.#keepHidden(session, item, data)
  }

  override async fieldChange(
    session: Session,
    request: FastifyRequest,
    item: T['Row'],
    name: keyof T['Row'] & string,
    value: () => Json,
  ): Promise<T['Update']> {
    this.host.checkWritable?.(request, this.model, [name], 'update')
    // The response contains the field, so a caller who can write the item must also be able to view it.
    const [shown] = (await session.access?.shown(this.model, [item])) ?? [item]
    if (shown === undefined) throw this.missing()
    const data = await super.fieldChange(session, request, item, name, value)
    const fixed = await this.#unwritable(session, request, this.#ruled([name]), item)
    return this.#unchanged(request, data, item, fixed)
  }

  override async createAll(session: Session, request: FastifyRequest, within?: Within): Promise<T['Row'][]> {
    const rows = await this.newItems(session, request, within)
    for (const row of rows) await this.permitLinks(session, request, row)
    return this.insertAll(session, request, rows)
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
    const { models } = this.host
    const linkRight = this.#linkRight
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
    return this.host.caller(request).visible(this.model)?.has(name) ?? true
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
    const dicts = this.patchesIn(request, data)
    const left = new Set(names)
    for await (const row of this.items(session).locked(where)) {
      const fixed = await this.#unwritable(session, request, names, row)
      const kept = await this.#keepHidden(session, row, data)
      this.#unchanged(request, { ...kept, ...this.bodies.merged(dicts, row) }, row, fixed)
      for (const name of fixed)
        if (this.model.relations[name]?.side === 'one')
          await this.#staysLinked(session, request, name, data[name] ?? null, row)
      for (const name of names) if (!fixed.has(name)) left.delete(name)
      keys.push(this.key(row))
    }
    const checked: Condition = { kind: 'compare', field: this.model.key, op: 'in', value: keys }
    return { data: without(data, left), checked }
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
   * {@link permitLinks}.
   * @param checked restricts the change to the items checked by {@link permitFieldsOfMany}
   * @throws BadRequest if a merged dict violates its schema; Forbidden
   */
  override async updateMany(
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
    if (data === others) return super.updateMany(session, request, selected, data)
    const patches = this.patchesIn(request, data)
    return this.updateEach(session, selected, others, async (inner, row) => ({
      ...this.bodies.merged(patches, row),
      ...(await this.permitLinks(inner, request, links, row)),
    }))
  }

  /**
   * Separates the links in the body, which require permission, from all other data. Links set by handlers do not
   * require permission.
   */
  #givenLinks(request: FastifyRequest, data: Row): { readonly links: Row; readonly others: Row } {
    const isGiven = (name: string): boolean =>
      this.model.relations[name]?.side === 'one' && Object.hasOwn(Object(request.body), name)
    const names = Object.keys(data)
    if (this.#linkRight === undefined || !names.some(isGiven)) return { links: {}, others: data }
    const entries = Object.entries(data)
    return {
      links: Object.fromEntries(entries.filter(([name]) => isGiven(name))),
      others: Object.fromEntries(entries.filter(([name]) => !isGiven(name))),
    }
  }
}

/** Returns the link rules for a service without authentication: clients can never change a fixed back-reference. */
function linkRightOf({ models }: ResourceHost): GuardedHost['linkRight'] {
  if (Object.values(models).every(({ writeRules }) => writeRules === undefined)) return undefined
  return (_session, _request, model, name) => ({
    of: isFixed(model, name) ? 'none' : 'all',
    seen: undefined,
  })
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
