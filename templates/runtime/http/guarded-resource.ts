import type { FastifyRequest } from 'fastify'
import { BadRequest } from '../errors.js'
import { type Json, isObject } from '../json.js'
import { MAX_PASSWORDS, type ModelSpec, type Row } from '../model.js'
import type { Items } from '../repository/items.js'
import { partsOf } from '../repository/parts.js'
import type { ModelTypes } from '../repository/repository.js'
import { bodyOf } from '../server/server.js'
import { type Condition, type Session, equal } from '../store.js'
import type { Document, DocumentContext, Projection } from './documents.js'
import { type LinkRight, type LinkWrite, permittedLinks } from './link-rights.js'
import { Resource, type ResourceHost, type Within, cleared } from './resource.js'

/** A service's dependencies, with what callers are allowed to write. */
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
   * changes their back-reference. This method is undefined without authentication.
   */
  linkRight?(session: Session, request: FastifyRequest, model: ModelSpec, backReference: string): LinkRight
  /**
   * Returns the fields that a PUT leaves unchanged if the body omits them: those that the caller is not allowed to
   * write.
   */
  keptOnReplace?(request: FastifyRequest, model: ModelSpec): ReadonlySet<string>
  /** Returns the documents of written items, some of which the caller cannot view. Undefined for a read. */
  writtenDocuments?(
    context: DocumentContext,
    request: FastifyRequest,
    model: ModelSpec,
    rows: readonly Row[],
  ): Promise<Document[]> | undefined
  /** Returns the data to store in the selected items. */
  changed?(request: FastifyRequest, items: Items, where: Condition, data: Row): Promise<Row>
}

/** A resource whose fields or items some callers are not allowed to write. */
export class GuardedResource<T extends ModelTypes = ModelTypes> extends Resource<T> {
  declare protected readonly host: GuardedHost

  override documents(
    session: Session,
    request: FastifyRequest,
    items: readonly Row[],
    projection: Projection = null,
  ): Promise<T['Document'][]> {
    const context = this.host.documentContext(session, request)
    return (
      this.host.writtenDocuments?.(context, request, this.model, items) ??
      super.documents(session, request, items, projection)
    )
  }

  /** @throws Forbidden for a field that the caller is not allowed to write; BadRequest */
  override async newItems(
    session: Session,
    request: FastifyRequest,
    within?: Within,
  ): Promise<T['Create'][]> {
    const body = bodyOf(request)
    this.#checkNames(request, 'create')
    rejectManyPasswords(this.model, body)
    const rows = await super.newItems(session, request, within)
    await this.items(session).checkReadable(rows, Array.isArray(body))
    return rows
  }

  /**
   * Returns the data for new items without the empty values in fields that the caller is not allowed to write, so that
   * these fields get their defaults. This method is undefined if no fields have write rules.
   * @throws Forbidden if such a field has a value
   */
  permitNew?(
    session: Session,
    request: FastifyRequest,
    rows: T['Create'][],
    within?: Within,
  ): Promise<T['Create'][]>

  /** @throws Forbidden with the names of the fields in the body that the caller is not allowed to write */
  #checkNames(request: FastifyRequest, action: 'create' | 'update' | 'replace', item?: T['Row']): void {
    this.host.checkWritable?.(request, this.model, namesIn(bodyOf(request)), action, item)
  }

  override async changes(
    session: Session,
    request: FastifyRequest,
    item: T['Row'],
    within?: Within,
  ): Promise<T['Update']> {
    this.#checkNames(request, 'update', item)
    const data = await super.changes(session, request, item, within)
    return this.#toStore(this.items(session), request, item, data, data)
  }

  async #toStore(items: Items, request: FastifyRequest, item: T['Row'], given: Row, data: Row): Promise<Row> {
    await items.checkReadable([given], false)
    const where = equal(this.model.key, this.key(item))
    const changed = await this.host.changed?.(request, items, where, data)
    return items.withoutHidden(item, changed ?? data)
  }

  override changesToMany(request: FastifyRequest, within?: Within): T['Update'] {
    this.#checkNames(request, 'update')
    return super.changesToMany(request, within)
  }

  /**
   * Reads the body of a PUT. Fields that the caller is not allowed to write stay unchanged.
   * @param fixed further fields that stay unchanged if the body omits them
   */
  override async replacement(
    session: Session,
    request: FastifyRequest,
    item: T['Row'],
    within?: Within,
    fixed: Iterable<string> = [],
  ): Promise<T['Update']> {
    this.#checkNames(request, 'replace', item)
    const { kept: own = [] } = request.routeOptions.config
    const kept = new Set([...(this.host.keptOnReplace?.(request, this.model) ?? []), ...fixed, ...own])
    const replaced = this.bodies.replace(bodyOf(request), { existing: item, within, kept })
    const left = new Set([...kept, ...Object.keys(replaced)])
    const data = { ...(await cleared(this.model, left, session.user)), ...replaced }
    return this.#toStore(this.items(session), request, item, replaced, data)
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
    return super.fieldChange(session, request, item, name, value)
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
    const permitted: Record<string, Json> = { ...data }
    for (const [name, relation] of partsOf(this.model).ones) {
      const value = data[name]
      const target = this.host.models[relation.model]
      if (value === undefined || target === undefined) continue
      const isGiven = item === undefined || Object.hasOwn(Object(request.body), name)
      const isVisible = this.isVisible(request, name)
      const links = await this.permittedLinks(
        session,
        request,
        { name, relation, target, value, isGiven, isVisible, owner: item && this.key(item) },
        item,
      )
      if (links === undefined) delete permitted[name]
      else permitted[name] = links
    }
    return permitted
  }

  /**
   * Returns the value to store for a relation, or undefined to leave it unchanged.
   * @throws Forbidden
   */
  protected permittedLinks(
    session: Session,
    request: FastifyRequest,
    write: LinkWrite,
    _item?: T['Row'],
  ): Promise<Json | undefined> {
    const { target, relation } = write
    return permittedLinks(session, write, this.linkRight(session, request, target, relation.inverse))
  }

  protected linkRight(
    session: Session,
    request: FastifyRequest,
    model: ModelSpec,
    backReference: string,
  ): LinkRight {
    return this.host.linkRight?.(session, request, model, backReference) ?? { of: 'all' }
  }

  /** Whether the caller can be prohibited from linking items. */
  protected get restrictsLinks(): boolean {
    return this.host.linkRight !== undefined
  }

  protected isVisible(request: FastifyRequest, name: string): boolean {
    return this.host.caller(request).visible(this.model)?.has(name) ?? true
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

  /** Links in the body require permission as in {@link permitLinks}. @throws Forbidden; BadRequest */
  override async updateMany(
    session: Session,
    request: FastifyRequest,
    where: Condition,
    data: T['Update'],
  ): Promise<number> {
    const body: object = Object(request.body)
    const given = Object.fromEntries(Object.entries(data).filter(([name]) => Object.hasOwn(body, name)))
    const items = this.items(session)
    await items.checkReadable([given], false)
    const changed = (await this.host.changed?.(request, items, where, data)) ?? data
    const { links, others } = this.#givenLinks(request, changed)
    if (changed === others) return super.updateMany(session, request, where, changed)
    const patches = this.patchesIn(request, changed)
    return this.updateEach(session, where, others, async (inner, row) => ({
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
    if (!this.restrictsLinks || !Object.keys(data).some(isGiven)) return { links: {}, others: data }
    const entries = Object.entries(data)
    return {
      links: Object.fromEntries(entries.filter(([name]) => isGiven(name))),
      others: Object.fromEntries(entries.filter(([name]) => !isGiven(name))),
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
