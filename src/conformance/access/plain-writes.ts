import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { PlainReading } from './plain-reading.js'

// A second implementation of write permissions, for a few items in memory. It follows the specification and shares no
// code with the runtime.

export type PlainKey = string | number
export type PlainItem = Record<string, unknown>

/** A caller. The name is null if the caller is anonymous. */
export interface PlainCaller {
  readonly name: string | null
  readonly groups: readonly string[]
}

/** A write request. */
export interface PlainWrite {
  readonly method: 'PATCH' | 'PUT' | 'POST' | 'DELETE'
  /** Path in the RAML file. */
  readonly path: string
  readonly model: string
  /** The items to change; empty for a create. */
  readonly keys: readonly PlainKey[]
  readonly about: 'collection' | 'item'
  readonly body: readonly PlainItem[]
  /** The parent of new items, and the path where the parent is viewed. */
  readonly parent?: {
    readonly model: string
    readonly key: PlainKey
    readonly path: string
    readonly field: string
  }
}

interface One {
  readonly name: string
  readonly target: string
  readonly inverse: string
  readonly many: boolean
}

interface PlainModel {
  readonly ones: readonly One[]
  /** The back-references of the model's items. */
  readonly holders: readonly { readonly name: string; readonly unique: boolean }[]
  readonly visible: readonly string[] | null
  readonly hidden: readonly string[]
  /** Fields cleared by a PUT. */
  readonly plain: readonly string[]
}

/** For each model linked to other models, the path of its collection. */
export const COLLECTION_PATHS: Readonly<Record<string, string>> = {
  User: '/users',
  Note: '/notes',
  Vault: '/vaults',
  Folder: '/folders',
  Page: '/pages',
  Label: '/labels',
  Entry: '/entries',
  Memo: '/memos',
}

/** For each model whose items are changed by the sequences, the path of an item. */
export const ITEM_PATHS: Readonly<Record<string, string>> = {
  User: '/users/{username}',
  Note: '/notes/{id}',
  Vault: '/vaults/{id}',
  Folder: '/folders/{id}',
  Page: '/pages/{id}',
  Label: '/labels/{id}',
}

/** The items expected in a service, and the expected effects of writes. */
export class PlainWrites {
  readonly items: Readonly<Record<string, Map<PlainKey, PlainItem>>>
  readonly #models: Readonly<Record<string, PlainModel>>
  readonly #reading: PlainReading

  constructor(api: string, reading: PlainReading) {
    this.#reading = reading
    this.#models = relatedModels(api)
    this.items = Object.fromEntries(Object.keys(COLLECTION_PATHS).map((model) => [model, new Map()]))
  }

  /**
   * Returns the expected status. If an update or a deletion succeeds, applies it to the items. If a create succeeds,
   * call {@link created} with the new keys.
   */
  write(caller: PlainCaller, write: PlainWrite): number {
    if (!this.#isAllowed(caller, write)) return caller.name === null ? 401 : 403
    if (this.#isTaken(write)) return 409
    if (write.method === 'POST') return 201
    if (write.method === 'DELETE') for (const key of write.keys) this.delete(write.model, key)
    else for (const key of write.keys) this.#change(caller, write, key)
    return 200
  }

  /** Adds the items created by a request, with the keys from its response. */
  created({ model, body, parent }: PlainWrite, keys: readonly PlainKey[]): void {
    for (const [index, key] of keys.entries()) {
      const given = { ...body[index], ...(parent && { [parent.field]: parent.key }) }
      const { plain, holders } = this.#model(model)
      const names = [...plain, ...holders.map(({ name }) => name)]
      this.#of(model).set(key, Object.fromEntries(names.map((name) => [name, given[name] ?? null])))
      for (const one of this.#model(model).ones)
        if (one.name in given) this.#link(one, key, keysOf(given[one.name]))
    }
  }

  delete(model: string, key: PlainKey): void {
    this.#of(model).delete(key)
    for (const one of this.#model(model).ones) this.#link(one, key, [])
  }

  #isAllowed(caller: PlainCaller, write: PlainWrite): boolean {
    const { method, path, model, keys, about, body, parent } = write
    const permission = method === 'POST' ? 'create' : method === 'DELETE' ? 'delete' : 'update'
    const asked = about === 'item' ? keys.map((key) => this.#item(model, key)) : [undefined]
    if (!asked.every((item) => this.#may(caller, method, path, permission, item))) return false
    if (parent !== undefined) {
      const item = this.#item(parent.model, parent.key)
      if (!this.#may(caller, 'GET', parent.path, 'view', item)) return false
    }
    const names = body.flatMap((given) => Object.keys(given))
    if (!names.every((name) => this.#mayWrite(caller, model, name))) return false
    const owners = method === 'POST' ? [undefined] : keys
    return body.every((given) =>
      this.#model(model).ones.every(
        (one) =>
          !(one.name in given) ||
          owners.every((owner) => this.#mayLink(caller, one, owner, keysOf(given[one.name]))),
      ),
    )
  }

  /** Returns whether the caller is allowed to change all items that would be linked or unlinked. */
  #mayLink(caller: PlainCaller, one: One, owner: PlainKey | undefined, keys: readonly PlainKey[]): boolean {
    return [...this.#of(one.target)]
      .filter(([key, item]) => keys.includes(key) !== (owner !== undefined && item[one.inverse] === owner))
      .every(([, item]) => this.#mayRelink(caller, one, item))
  }

  #mayRelink(caller: PlainCaller, { target, inverse }: One, item: PlainItem): boolean {
    const path = ITEM_PATHS[target] ?? ''
    return this.#mayWrite(caller, target, inverse) && this.#may(caller, 'PATCH', path, 'update', item)
  }

  #may(caller: PlainCaller, method: string, path: string, permission: string, item?: PlainItem): boolean {
    const isMeant = (principal: string): boolean => {
      if (principal === 'everyone') return true
      if (caller.name === null) return false
      if (principal === '{{is_owner}}') return item !== undefined && item['owner'] === caller.name
      return (
        principal === 'authenticated' ||
        principal === caller.name ||
        caller.groups.some((group) => principal === `g:${group}`)
      )
    }
    const about = item === undefined ? 'collection' : 'item'
    return this.#reading.allowsWhom(isMeant, method, path, permission, about)
  }

  #mayWrite({ groups }: PlainCaller, model: string, name: string): boolean {
    const { visible, hidden } = this.#model(model)
    return groups.includes('admin') || visible === null || visible.includes(name) || hidden.includes(name)
  }

  /** Returns whether the write sets a one-to-one back-reference to a value that another item already has. */
  #isTaken({ method, model, keys, body, parent }: PlainWrite): boolean {
    if (method === 'DELETE') return false
    return this.#model(model).holders.some(
      ({ name, unique }) =>
        unique &&
        body.some((given) => {
          const value = parent?.field === name ? parent.key : given[name]
          const others = [...this.#of(model)].filter(([key]) => !keys.includes(key))
          return (value ?? null) !== null && others.some(([, item]) => item[name] === value)
        }),
    )
  }

  #change(caller: PlainCaller, { method, model, about, body }: PlainWrite, key: PlainKey): void {
    const item = this.#item(model, key)
    const { ones, holders, plain } = this.#model(model)
    const [given = {}] = body
    const isWhole = method === 'PUT' && about === 'item'
    for (const name of [...plain, ...holders.map((holder) => holder.name)]) {
      if (name in given) item[name] = given[name]
      else if (isWhole && this.#mayWrite(caller, model, name)) item[name] = null
    }
    for (const one of ones) {
      if (one.name in given) this.#link(one, key, keysOf(given[one.name]))
      else if (isWhole && this.#mayWrite(caller, model, one.name)) {
        const held = [...this.#of(one.target)].filter(([, other]) => other[one.inverse] === key)
        this.#link(
          one,
          key,
          held.filter(([, other]) => !this.#mayRelink(caller, one, other)).map(([kept]) => kept),
        )
      }
    }
  }

  #link({ target, inverse }: One, owner: PlainKey, keys: readonly PlainKey[]): void {
    for (const [key, item] of this.#of(target)) {
      if (keys.includes(key)) item[inverse] = owner
      else if (item[inverse] === owner) item[inverse] = null
    }
  }

  #model(name: string): PlainModel {
    const model = this.#models[name]
    if (model === undefined) throw new Error(`there is no model ${name}`)
    return model
  }

  #of(model: string): Map<PlainKey, PlainItem> {
    const items = this.items[model]
    if (items === undefined) throw new Error(`there is no model ${model}`)
    return items
  }

  #item(model: string, key: PlainKey): PlainItem {
    const item = this.#of(model).get(key)
    if (item === undefined) throw new Error(`there is no ${model} ${key}`)
    return item
  }
}

function keysOf(value: unknown): readonly PlainKey[] {
  return [value].flat().filter((key) => typeof key === 'string' || typeof key === 'number')
}

interface Schema {
  readonly title: string
  readonly _auth_fields?: readonly string[]
  readonly _hidden_fields?: readonly string[]
  readonly properties: Readonly<Record<string, { readonly _db_settings: Readonly<Record<string, unknown>> }>>
}

/** Returns the models defined in `schemas/`. The models omit keys, passwords and foreign keys. */
function relatedModels(api: string): Readonly<Record<string, PlainModel>> {
  const folder = join(dirname(api), 'schemas')
  const schemas = readdirSync(folder).map((file): Schema =>
    JSON.parse(readFileSync(join(folder, file), 'utf8')),
  )
  const nameOf = ({ title }: Schema): string => title.split(' ')[0] ?? ''
  const onesOf = ({ properties }: Schema): readonly One[] =>
    Object.entries(properties).flatMap(
      ([
        name,
        {
          _db_settings: { type, document, backref_name, uselist },
        },
      ]) =>
        type === 'relationship'
          ? [{ name, target: String(document), inverse: String(backref_name), many: uselist !== false }]
          : [],
    )
  return Object.fromEntries(
    schemas.map((schema): [string, PlainModel] => [
      nameOf(schema),
      {
        ones: onesOf(schema),
        holders: schemas
          .flatMap(onesOf)
          .filter(({ target }) => target === nameOf(schema))
          .map(({ inverse, many }) => ({ name: inverse, unique: !many })),
        visible: schema._auth_fields ?? null,
        hidden: schema._hidden_fields ?? [],
        plain: ['nickname', 'text', 'code', 'title'].filter((name) => name in schema.properties),
      },
    ]),
  )
}
