import type { FastifyRequest } from 'fastify'
import { Forbidden, pointer } from '../errors.js'
import { type Json, isSameValue } from '../json.js'
import type { PartRule } from '../body/part-rules.js'
import type { Key, ModelSpec, Row, WriteRule } from '../model.js'
import { keysIn } from '../repository/parts.js'
import type { ModelTypes } from '../repository/repository.js'
import { type Condition, EVERYTHING, type Session, both } from '../store.js'
import { type GuardedHost, GuardedResource } from './guarded-resource.js'
import { type LinkRight, type LinkWrite, type Rejected, rejectFields } from './link-rights.js'
import type { Within } from './resource.js'
import { listed } from '../values/scalars.js'

/** Whether a write creates an item or changes an existing one. */
export type WriteKind = 'create' | 'update'

/** A service's dependencies, with the callers who are allowed to write fields that have `_writable_by`. */
export interface WriteRuleHost extends GuardedHost {
  /**
   * Returns whether the principals in a field's `_writable_by` include the caller. This method is undefined without
   * authentication.
   * @param item the existing item, if any
   */
  isWriter?(
    session: Session,
    request: FastifyRequest,
    model: ModelSpec,
    name: string,
    kind: WriteKind,
    item?: Row,
  ): Promise<boolean>
  /**
   * Returns the name of the field that contains a user's groups if the data adds the user to the admins or removes the
   * user from them, which only admins can do. This method is undefined without authentication.
   */
  changesAdmins?(request: FastifyRequest, model: ModelSpec, data: Row, item?: Row): string | undefined
}

/** A resource of a service whose fields can have write rules: `readOnly`, `_write_once` and `_writable_by`. */
export class WriteRuleResource<T extends ModelTypes = ModelTypes> extends GuardedResource<T> {
  declare protected readonly host: WriteRuleHost

  override async newItems(
    session: Session,
    request: FastifyRequest,
    within?: Within,
  ): Promise<T['Create'][]> {
    return this.permitNew(session, request, await super.newItems(session, request, within), within)
  }

  override async permitNew(
    session: Session,
    request: FastifyRequest,
    rows: T['Create'][],
    within: Within = {},
  ): Promise<T['Create'][]> {
    const names = new Set(rows.flatMap(Object.keys))
    for (const name of Object.keys(within)) names.delete(name)
    const fixed = await this.#unwritable(session, request, names, 'create')
    const placeOf = (index: number): string => (Array.isArray(request.body) ? `/${index}` : '')
    const rejected: Rejected[] = []
    for (const [index, row] of rows.entries())
      for (const name of fixed)
        if (!isAbsent(row[name] ?? null, this.model.relations[name]?.many === true))
          rejected.push({ path: placeOf(index), name })
    this.#reject(rejected)
    for (const [index, row] of rows.entries()) this.#checkAdmins(request, row, undefined, placeOf(index))
    const permitted = fixed.size === 0 ? rows : rows.map((row) => without(row, fixed))
    for (const [index, row] of permitted.entries())
      await this.#withParts(session, request, row, undefined, placeOf(index))
    return permitted
  }

  override async changes(
    session: Session,
    request: FastifyRequest,
    item: T['Row'],
    within?: Within,
  ): Promise<T['Update']> {
    const data = await super.changes(session, request, item, within)
    const fixed = await this.#unwritable(session, request, Object.keys(data), 'update', item)
    return this.#withParts(session, request, this.#unchanged(request, data, item, fixed), item)
  }

  /** Returns whether a PATCH or PUT depends on the stored item. It also does if a write rule compares values. */
  override needsItem(request: FastifyRequest): boolean {
    const { writeRules = {}, parts } = this.model
    const rules = [...Object.keys(writeRules), ...(parts?.rules ?? []).map(({ field }) => field)]
    if (request.method === 'PUT') return rules.length > 0
    return super.needsItem(request) || rules.some((name) => Object.hasOwn(Object(request.body), name))
  }

  override async replacement(
    session: Session,
    request: FastifyRequest,
    item: T['Row'],
    within?: Within,
  ): Promise<T['Update']> {
    const names = Object.keys(this.model.writeRules ?? {})
    const fixed = await this.#unwritable(session, request, names, 'update', item)
    const data = await super.replacement(session, request, item, within, fixed)
    // A PUT that omits the groups does not change who is an admin.
    const groups = this.host.changesAdmins?.(request, this.model, data, item)
    const isOmitted = groups !== undefined && !Object.hasOwn(Object(request.body), groups)
    const written = isOmitted ? without(data, new Set([groups])) : data
    return this.#withParts(session, request, this.#unchanged(request, written, item, fixed), item)
  }

  override async fieldChange(
    session: Session,
    request: FastifyRequest,
    item: T['Row'],
    name: keyof T['Row'] & string,
    value: () => Json,
  ): Promise<T['Update']> {
    const data = await super.fieldChange(session, request, item, name, value)
    const fixed = await this.#unwritable(session, request, [name], 'update', item)
    return this.#withParts(session, request, this.#unchanged(request, data, item, fixed), item)
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
    const names = Object.keys(data).filter(
      (name) =>
        ruleOf(this.model, name) !== undefined ||
        this.model.parts?.rules.some(({ field }) => field === name) === true,
    )
    if (names.length === 0) return { data, checked: EVERYTHING }
    const keys: Key[] = []
    const dicts = this.patchesIn(request, data)
    const left = new Set(names)
    for await (const row of this.items(session).locked(where)) {
      const fixed = await this.#unwritable(session, request, names, 'update', row)
      const kept = await this.items(session).withoutHidden(row, data)
      const changed = this.#unchanged(request, { ...kept, ...this.bodies.merged(dicts, row) }, row, fixed)
      await this.#withParts(session, request, changed, row, '', false)
      for (const name of fixed)
        if (this.model.relations[name]?.side === 'one')
          await this.#checkSameLinks(session, request, name, data[name] ?? null, row)
      for (const name of names) if (!fixed.has(name)) left.delete(name)
      keys.push(this.key(row))
    }
    const checked: Condition = { kind: 'compare', field: this.model.key, op: 'in', value: keys }
    return { data: without(data, left), checked }
  }

  /** @param checked restricts the change to the items checked by {@link permitFieldsOfMany} */
  override async updateMany(
    session: Session,
    request: FastifyRequest,
    where: Condition,
    data: T['Update'],
    checked = EVERYTHING,
  ): Promise<number> {
    return super.updateMany(session, request, both(where, checked), data)
  }

  protected override get restrictsLinks(): boolean {
    return true
  }

  protected override linkRight(
    session: Session,
    request: FastifyRequest,
    model: ModelSpec,
    backReference: string,
  ): LinkRight {
    const right = super.linkRight(session, request, model, backReference)
    const { of } = right
    const rule = ruleOf(model, backReference)
    if (of === 'none' || isFixed(rule)) return { ...right, of: 'none' }
    const { host } = this
    if (rule?.writableBy !== true || host.isWriter === undefined) return right
    return {
      ...right,
      of: async (row) =>
        (of === 'all' || (await of(row))) &&
        (await host.isWriter?.(session, request, model, backReference, 'update', row)) !== false,
    }
  }

  /** A relation of side `one` keeps its links if the caller is not allowed to write it. */
  protected override async permittedLinks(
    session: Session,
    request: FastifyRequest,
    write: LinkWrite,
    item?: T['Row'],
  ): Promise<Json | undefined> {
    const links = await super.permittedLinks(session, request, write, item)
    if (links === undefined || item === undefined) return links
    const { name } = write
    const fixed = await this.#unwritable(session, request, [name], 'update', item)
    if (fixed.size === 0) return links
    await this.#checkSameLinks(session, request, name, links, item)
    return undefined
  }

  /** @throws Forbidden if the new links differ, or if the body contains links that the caller cannot see */
  async #checkSameLinks(
    session: Session,
    request: FastifyRequest,
    name: string,
    links: Json,
    item: T['Row'],
  ): Promise<void> {
    const key = this.key(item)
    const store = session.store(this.model.name)
    const stored = (await store.links(name, [key], Number.MAX_SAFE_INTEGER, EVERYTHING)).get(key)
    const isGuessed = Object.hasOwn(Object(request.body), name) && !this.isVisible(request, name)
    if (isGuessed || !isSameSet(keysIn(links), stored?.keys ?? [])) this.#reject([{ path: '', name }])
  }

  /**
   * Returns the data in which parts of dicts and lists that a PUT omits have their stored values, if nobody can read
   * them or the caller is not allowed to write them.
   * @param item the stored item; undefined for a new item
   * @throws Forbidden if the data changes a part that the caller is not allowed to write
   */
  async #withParts(
    session: Session,
    request: FastifyRequest,
    data: T['Update'],
    item?: T['Row'],
    path = '',
    keepsOmitted = item !== undefined && request.method === 'PUT',
  ): Promise<T['Update']> {
    const { parts } = this.model
    if (parts === undefined) return data
    const fixed = new Set<PartRule>()
    const kind = item === undefined ? 'create' : 'update'
    for (const rule of parts.rules)
      if (
        data[rule.field] !== undefined &&
        !(await this.#isOpen(session, request, rule.name, rule, kind, item))
      )
        fixed.add(rule)
    const rejected = new Set<string>()
    const written: Record<string, Json> = {}
    for (const name of new Set(parts.rules.map(({ field }) => field))) {
      if (data[name] === undefined) continue
      const isOmitted = keepsOmitted && !Object.hasOwn(Object(request.body), name)
      const given = isOmitted ? (data[name] ?? undefined) : data[name]
      const value = parts.checked(given, item?.[name], { name, fixed, keepsOmitted, rejected })
      if (value !== undefined) written[name] = value
    }
    if (rejected.size > 0)
      throw new Forbidden(`You do not have permission to write ${listed(rejected, 'or')}.`, {
        errors: [...rejected].map((at) => ({
          path: path + at,
          message: 'you do not have permission to write this part',
        })),
      })
    return { ...data, ...written }
  }

  /** Returns those of the names that the caller is not allowed to write because of a write rule. */
  async #unwritable(
    session: Session,
    request: FastifyRequest,
    names: Iterable<string>,
    kind: WriteKind,
    item?: Row,
  ): Promise<ReadonlySet<string>> {
    const found = new Set<string>()
    for (const name of names) {
      const rule = ruleOf(this.model, name)
      if (rule !== undefined && !(await this.#isOpen(session, request, name, rule, kind, item)))
        found.add(name)
    }
    return found
  }

  /** Returns whether a write rule allows the caller to write. */
  async #isOpen(
    session: Session,
    request: FastifyRequest,
    name: string,
    rule: WriteRule,
    kind: WriteKind,
    item?: Row,
  ): Promise<boolean> {
    if (kind === 'create' ? rule.readOnly === true : isFixed(rule)) return false
    return (
      rule.writableBy !== true ||
      (await this.host.isWriter?.(session, request, this.model, name, kind, item)) !== false
    )
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
    // Compares only visible fields. For other fields, the response would reveal whether a guessed value is correct.
    const isKept = (name: string): boolean =>
      data[name] === undefined ||
      (this.isVisible(request, name) && isSameValue(data[name] ?? null, item[name] ?? null))
    this.#reject([...names].filter((name) => !isKept(name)).map((name) => ({ path: '', name })))
    const changes = names.size === 0 ? data : without(data, names)
    this.#checkAdmins(request, changes, item)
    return changes
  }

  /** @throws Forbidden if any fields are rejected, with their names and the rule that each one violates */
  #reject(rejected: readonly Rejected[]): void {
    rejectFields(rejected, (name) => {
      const rule = ruleOf(this.model, name)
      if (rule?.readOnly === true) return 'is read-only'
      return rule?.writeOnce === true ? 'can be set only when the item is created' : undefined
    })
  }

  /** @throws Forbidden if the data changes who is an admin, and the caller is not one */
  #checkAdmins(request: FastifyRequest, data: Row, item?: Row, path = ''): void {
    const name = this.host.changesAdmins?.(request, this.model, data, item)
    if (name === undefined) return
    throw new Forbidden('Only an admin can add users to the group "admin" or remove them.', {
      errors: [{ path: pointer(path, name), message: 'only an admin can change the group "admin"' }],
    })
  }
}

function ruleOf({ writeRules = {} }: ModelSpec, name: string): WriteRule | undefined {
  return Object.hasOwn(writeRules, name) ? writeRules[name] : undefined
}

/** Returns whether no client can write the field in existing items. */
function isFixed(rule: WriteRule | undefined): boolean {
  return rule?.readOnly === true || rule?.writeOnce === true
}

/** Returns whether two lists of keys have the same members. */
function isSameSet(a: readonly Json[], b: readonly Json[]): boolean {
  const [left, right] = [new Set(a), new Set(b)]
  return left.size === right.size && a.every((each) => right.has(each))
}

/** Returns whether a value is null, or an empty list of keys. */
function isAbsent(value: Json, isList: boolean): boolean {
  return value === null || (isList && Array.isArray(value) && value.length === 0)
}

function without(data: Row, names: ReadonlySet<string>): Row {
  return Object.fromEntries(Object.entries(data).filter(([name]) => !names.has(name)))
}
