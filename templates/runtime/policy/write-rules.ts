import type { FastifyRequest } from 'fastify'
import { Forbidden, pointer } from '../errors.js'
import type { Json } from '../json.js'
import type { PartRule } from '../body/part-rules.js'
import type { Key, ModelSpec, Row, WriteRule } from '../model.js'
import { keyOf, keysIn, partsOf } from '../repository/parts.js'
import { listed } from '../spec/wording.js'
import { type Condition, EVERYTHING, type Session } from '../store.js'
import { isSameValue } from '../values/same-value.js'
import { type LinkRight, type Rejected, rejectFields } from './links.js'
import type { Names, Policy, Write } from './policy.js'
import type { Rights } from './restricted-policy.js'

/** Whether a write creates an item or changes an existing one. */
export type WriteKind = 'create' | 'update'

/** The callers who are allowed to write fields that have `_writable_by`. */
export interface Writers {
  /**
   * Returns whether the principals in a field's `_writable_by` include the caller.
   * @param item the existing item, if any
   */
  isWriter(session: Session, model: ModelSpec, name: string, kind: WriteKind, item?: Row): Promise<boolean>
  /**
   * Returns the name of the field that contains a user's groups if the data adds the user to the admins or removes the
   * user from them, which only admins can do.
   */
  changesAdmins(model: ModelSpec, data: Row, item?: Row): string | undefined
}

/** The writers of a service without authentication. */
export const ALL_WRITERS: Writers = { isWriter: async () => true, changesAdmins: () => undefined }

/** Adds the write rules of fields and of their parts to rights: `readOnly`, `_write_once` and `_writable_by`. */
export function withWriteRules(rights: Rights, request: FastifyRequest, writers: Writers): Rights {
  const rules = new WriteRules(rights, request, writers)
  return {
    ...rights,
    needsItem: (model, names) => rights.needsItem(model, names) || rules.needsItem(model, names),
    kept: async (write) => new Set([...(await rights.kept(write)), ...(await rules.kept(write))]),
    permitted: async (write, rows) => rules.permitted(write, await rights.permitted(write, rows)),
    permittedMany: (write, where, data) => rules.permittedMany(write, where, data),
    linkRight: (write, model, name) =>
      rules.linkRight(rights.linkRight(write, model, name), write, model, name),
    links: (write, data) => rules.links(write, data),
  }
}

class WriteRules {
  readonly #request: FastifyRequest
  readonly #visible: Policy['visible']
  readonly #writers: Writers
  /** The fixed fields of PUTs. */
  readonly #kept = new WeakMap<Write, Names>()

  constructor({ visible }: Rights, request: FastifyRequest, writers: Writers) {
    this.#request = request
    this.#visible = visible
    this.#writers = writers
  }

  /** A PATCH or PUT depends on the stored item if a write rule compares values. */
  needsItem({ writeRules = {}, parts }: ModelSpec, names: readonly string[]): boolean {
    const ruled = new Set([...Object.keys(writeRules), ...(parts?.rules ?? []).map(({ field }) => field)])
    return this.#request.method === 'PUT' ? ruled.size > 0 : names.some((name) => ruled.has(name))
  }

  async kept(write: Write): Promise<Names> {
    const fixed = await this.#unwritable(write, Object.keys(write.items.model.writeRules ?? {}))
    this.#kept.set(write, fixed)
    return fixed
  }

  async permitted(write: Write, rows: readonly Row[]): Promise<Row[]> {
    const { items, item } = write
    if (item === undefined) return this.#permitNew(write, rows)
    const [data = {}] = rows
    const kept = this.#kept.get(write)
    const fixed = kept ?? (await this.#unwritable(write, Object.keys(data)))
    // A PUT that omits the groups does not change who is an admin.
    const groups = kept && this.#writers.changesAdmins(items.model, data, item)
    const isOmitted = groups !== undefined && !this.#isGiven(groups)
    const written = isOmitted ? without(data, new Set([groups])) : data
    return [await this.#withParts(write, this.#unchanged(write, written, item, fixed))]
  }

  /**
   * Returns the new items without the empty values in fields that the caller is not allowed to write, so that these fields
   * get their defaults.
   * @throws Forbidden if such a field has a value
   */
  async #permitNew(write: Write, rows: readonly Row[]): Promise<Row[]> {
    const { model } = write.items
    const names = new Set(rows.flatMap(Object.keys))
    for (const name of Object.keys(write.within ?? {})) names.delete(name)
    const fixed = await this.#unwritable(write, names)
    const placeOf = (index: number): string => (Array.isArray(this.#request.body) ? `/${index}` : '')
    const rejected: Rejected[] = []
    for (const [index, row] of rows.entries())
      for (const name of fixed)
        if (!isAbsent(row[name] ?? null, model.relations[name]?.many === true))
          rejected.push({ path: placeOf(index), name })
    this.#reject(model, rejected)
    for (const [index, row] of rows.entries()) this.#checkAdmins(model, row, undefined, placeOf(index))
    const permitted: Row[] = []
    for (const [index, row] of rows.entries())
      permitted.push(await this.#withParts(write, without(row, fixed), placeOf(index)))
    return permitted
  }

  /** @throws Forbidden if the data changes a field in an item where the caller is not allowed to write it */
  async permittedMany(write: Write, where: Condition, data: Row): ReturnType<Policy['permitMany']> {
    const { items, merge } = write
    const { model } = items
    const names = Object.keys(data).filter(
      (name) =>
        ruleOf(model, name) !== undefined || model.parts?.rules.some(({ field }) => field === name) === true,
    )
    if (names.length === 0) return { data, checked: EVERYTHING }
    const keys: Key[] = []
    const left = new Set(names)
    for await (const item of items.locked(where)) {
      const own = { ...write, item }
      const fixed = await this.#unwritable(own, names)
      const kept = await items.withoutHidden(item, data)
      const changed = this.#unchanged(own, { ...kept, ...merge?.(item) }, item, fixed)
      await this.#withParts(own, changed, '', false)
      for (const name of fixed)
        if (model.relations[name]?.side === 'one')
          await this.#checkSameLinks(own, name, data[name] ?? null, item)
      for (const name of names) if (!fixed.has(name)) left.delete(name)
      keys.push(keyOf(model, item))
    }
    const checked: Condition = { kind: 'compare', field: model.key, op: 'in', value: keys }
    return { data: without(data, left), checked }
  }

  linkRight(right: LinkRight, { session }: Write, model: ModelSpec, backReference: string): LinkRight {
    const { of } = right
    const rule = ruleOf(model, backReference)
    // The end of a many-to-many relation that no document shows is written by the other end.
    const isShown = model.relations[backReference]?.listed !== false
    if (of === 'none' || (isFixed(rule) && isShown)) return { ...right, of: 'none' }
    if (rule?.writableBy !== true) return right
    return {
      ...right,
      of: async (row) =>
        (of === 'all' || (await of(row))) &&
        this.#writers.isWriter(session, model, backReference, 'update', row),
    }
  }

  /** A relation of side `one` keeps its links if the caller is not allowed to write it. */
  async links(write: Write, data: Row): Promise<Row> {
    const { items, item } = write
    if (item === undefined) return data
    const names = partsOf(items.model).ones.flatMap(([name]) => (data[name] === undefined ? [] : [name]))
    const fixed = await this.#unwritable(write, names)
    for (const name of fixed) await this.#checkSameLinks(write, name, data[name] ?? null, item)
    return without(data, fixed)
  }

  /** @throws Forbidden if the new links differ, or if the body contains links that the caller cannot see */
  async #checkSameLinks(
    { session, items: { model, access } }: Write,
    name: string,
    links: Json,
    item: Row,
  ): Promise<void> {
    const key = keyOf(model, item)
    const store = session.store(model.name, access)
    const stored = (await store.links({ relation: name, keys: [key], limit: Number.MAX_SAFE_INTEGER })).get(
      key,
    )
    const isGuessed = this.#isGiven(name) && !this.#isVisible(model, name)
    if (isGuessed || !isSameSet(keysIn(links), stored?.items ?? [])) this.#reject(model, [{ path: '', name }])
  }

  #isGiven(name: string): boolean {
    return Object.hasOwn(Object(this.#request.body), name)
  }

  #isVisible(model: ModelSpec, name: string): boolean {
    return this.#visible(model)?.has(name) ?? true
  }

  /**
   * Returns the data in which parts of dicts and lists that a PUT omits have their stored values, if nobody can read
   * them or the caller is not allowed to write them.
   * @throws Forbidden if the data changes a part that the caller is not allowed to write
   */
  async #withParts(
    write: Write,
    data: Row,
    path = '',
    keepsOmitted = write.item !== undefined && this.#request.method === 'PUT',
  ): Promise<Row> {
    const { items, item } = write
    const { parts } = items.model
    if (parts === undefined) return data
    const fixed = new Set<PartRule>()
    for (const rule of parts.rules)
      if (data[rule.field] !== undefined && !(await this.#isOpen(write, rule.name, rule))) fixed.add(rule)
    const rejected = new Set<string>()
    const written: Record<string, Json> = {}
    for (const name of new Set(parts.rules.map(({ field }) => field))) {
      if (data[name] === undefined) continue
      const isOmitted = keepsOmitted && !this.#isGiven(name)
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
  async #unwritable(write: Write, names: Iterable<string>): Promise<Names> {
    const found = new Set<string>()
    for (const name of names) {
      const rule = ruleOf(write.items.model, name)
      if (rule !== undefined && !(await this.#isOpen(write, name, rule))) found.add(name)
    }
    return found
  }

  /** Returns whether a write rule allows the caller to write. */
  async #isOpen({ session, items, item }: Write, name: string, rule: WriteRule): Promise<boolean> {
    const kind = item === undefined ? 'create' : 'update'
    if (kind === 'create' ? rule.readOnly === true : isFixed(rule)) return false
    return rule.writableBy !== true || this.#writers.isWriter(session, items.model, name, kind, item)
  }

  /**
   * Returns the data without the fields that the caller is not allowed to write. {@link links} handles relations of side
   * `one`, whose keys are not in the item.
   * @throws Forbidden if the value of such a field differs from the stored value
   */
  #unchanged({ items: { model } }: Write, data: Row, item: Row, fixed: Names): Row {
    const names = new Set([...fixed].filter((name) => model.relations[name]?.side !== 'one'))
    // Compares only visible fields. For other fields, the response would reveal whether a guessed value is correct.
    const isKept = (name: string): boolean =>
      data[name] === undefined ||
      (this.#isVisible(model, name) && isSameValue(data[name] ?? null, item[name] ?? null))
    this.#reject(
      model,
      [...names].filter((name) => !isKept(name)).map((name) => ({ path: '', name })),
    )
    const changes = without(data, names)
    this.#checkAdmins(model, changes, item)
    return changes
  }

  /** @throws Forbidden if any fields are rejected, with their names and the rule that each one violates */
  #reject(model: ModelSpec, rejected: readonly Rejected[]): void {
    rejectFields(rejected, (name) => {
      const rule = ruleOf(model, name)
      if (rule?.readOnly === true) return 'is read-only'
      return rule?.writeOnce === true ? 'can be set only when the item is created' : undefined
    })
  }

  /** @throws Forbidden if the data changes who is an admin, and the caller is not one */
  #checkAdmins(model: ModelSpec, data: Row, item?: Row, path = ''): void {
    const name = this.#writers.changesAdmins(model, data, item)
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
