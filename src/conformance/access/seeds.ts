import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Model, Route, Service } from '../../ir/index.js'

type Item = Readonly<Record<string, string | number>>

interface Repository {
  update(change: { readonly where: object; readonly data: object }): Promise<unknown>
}

/** The part of a built project that stores items without permission checks. */
interface Storing {
  readonly database: { close(): Promise<void> }
  readonly repositories: Readonly<Record<string, Repository>>
  readonly make: Readonly<Record<string, (items: object, given?: object) => Promise<Item>>>
}

/** Creates items directly in a service's database, bypassing handlers and access rules. */
export class Seeds {
  readonly #service: Service
  readonly #storing: Storing
  readonly #items = new Map<string, Item>()

  private constructor(service: Service, storing: Storing) {
    this.#service = service
    this.#storing = storing
  }

  /** Opens the database of a running service. The project at `folder` must have been built. */
  static async open(
    folder: string,
    service: Service,
    settings: Readonly<Record<string, string>>,
  ): Promise<Seeds> {
    const load = (path: string) => import(pathToFileURL(join(folder, 'dist', path)).href)
    const { openDatabase } = await load('src/generated/runtime/sql/database.js')
    const { models } = await load('src/generated/models/index.js')
    const { repositories } = await load('src/generated/repositories/index.js')
    const make = await load('test/generated/make.js')
    const database = await openDatabase(
      {
        url: settings['database.url'],
        preparedStatements: settings['database.prepared_statements'] !== 'false',
        synchronous: 'normal',
      },
      models,
    )
    return new Seeds(service, { database, repositories: repositories(database), make })
  }

  close(): Promise<void> {
    return this.#storing.database.close()
  }

  /** Creates a user with this login name and password, in these groups. */
  async user(name: string, password: string, groups: readonly string[]): Promise<void> {
    const { auth } = this.#service
    if (auth === null) throw new Error('nobody can log in')
    const { fields } = auth
    await this.#make(this.#model(auth.model), {
      [fields.username]: name,
      [fields.password]: password,
      ...(fields.email === null ? {} : { [fields.email]: `${name}@example.com` }),
      ...(fields.groups === null ? {} : { [fields.groups]: groups }),
    })
  }

  /**
   * Returns a route's path with a key for each parameter. Creates missing items, and links each one to the item before
   * it on the path.
   */
  async pathOf(route: Route): Promise<string> {
    const keys = new Map<string, string>()
    let above: { readonly field: string; readonly model: Model; readonly key: string | number } | null = null
    for (const { id, param, field } of stepsOf(route)) {
      const model = this.#model(id)
      const item = await this.#item(model)
      const key = item[model.key] ?? ''
      if (above !== null) await this.#link(above, model, key)
      if (param !== null) keys.set(param, encodeURIComponent(String(key)))
      above = { field, model, key }
    }
    return route.path.replaceAll(/\{([^}]+)\}/g, (_, param: string) => keys.get(param) ?? '')
  }

  /** Links an item to its parent through the relation named by the parent's `field`. */
  async #link(
    { field, model, key }: { readonly field: string; readonly model: Model; readonly key: string | number },
    child: Model,
    childKey: string | number,
  ): Promise<void> {
    const end = model.relations.find(({ name }) => name === field)
    const relation = this.#service.relations.find(({ id }) => id === end?.relation)
    if (end === undefined || relation === undefined) return
    const back = end.side === 'one' ? relation.backref : relation.field
    const many = end.side === 'holder' && relation.kind === 'one-to-many'
    await this.#storing.repositories[child.names.var]?.update({
      where: { [child.key]: childKey },
      data: { [back]: many ? [key] : key },
    })
  }

  async #item(model: Model): Promise<Item> {
    const item = this.#items.get(model.id) ?? (await this.#make(model))
    this.#items.set(model.id, item)
    return item
  }

  async #make(model: Model, given: object = {}): Promise<Item> {
    const make = this.#storing.make[model.names.var]
    if (make === undefined) throw new Error(`cannot generate an item for ${model.id}`)
    return make(this.#storing.repositories, given)
  }

  #model(id: string): Model {
    const model = this.#service.models.find((candidate) => candidate.id === id)
    if (model === undefined) throw new Error(`there is no model ${id}`)
    return model
  }
}

interface Step {
  /** ID of the model. */
  readonly id: string
  readonly param: string | null
  /** Name of the relation to the next item. */
  readonly field: string
}

/** Returns the items on a route's path, including the item that the route serves, if any. */
function stepsOf({ parents, kind, model, param, method }: Route): readonly Step[] {
  const isThere = kind === 'item' || kind === 'attribute' || (kind === 'singular' && method !== 'POST')
  const steps = parents.map((step) => ({ id: step.model, param: step.param, field: step.field }))
  return isThere ? [...steps, { id: model, param, field: '' }] : steps
}
