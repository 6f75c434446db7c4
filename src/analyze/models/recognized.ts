import type { Body, Method, NamedSchema, SchemaUse } from '../../api/api.js'
import { Collector } from '../../diagnostics/collector.js'
import { dispatchOf, nameIn } from '../../ir/alternatives.js'
import { isObject, isSuccess, referredName } from '../../ir/index.js'
import { accessOf, propertySchemas, requiredIn } from '../../schema/access-keys.js'
import { appliedParts, itemsOf, type StoredNames, storedName } from '../../schema/inferred/related.js'
import { looseKey } from '../../naming/loose-match.js'
import { singularOf } from '../../naming/plural.js'
import { snakeCase } from '../../naming/words.js'
import { stringOf, toJson, valueOf } from '../../schema/node.js'
import type { Node } from '../../source/node.js'
import { nodesTo, type PathNode } from '../resources/path-tree.js'
import { itemNodes } from '../resources/scopes.js'

/** The names of members that contain an item in the elements of a list, as in the bundles of FHIR and the edges of Relay. */
export const ELEMENT_MEMBERS: ReadonlySet<string> = new Set(['entity', 'item', 'node', 'record', 'resource'])

/** Returns the schemas of the items that the elements of a list contain. */
export function inElements(element: Node, root: Node): readonly Node[] {
  return appliedParts(element, root).flatMap((part) => {
    const properties = valueOf(part, 'properties')
    const entries = properties?.kind === 'map' ? properties.entries : []
    return entries.filter(({ key }) => ELEMENT_MEMBERS.has(looseKey(key))).map(({ value }) => value)
  })
}

/** Recognizes the stored components whose items the operations of an OpenAPI document accept and return. */
export class Recognition {
  readonly names: StoredNames
  readonly #byId: ReadonlyMap<string, string>
  /** The names of the components that only describe some items of a component, by its name. */
  readonly #kinds = new Map<string, ReadonlySet<string>>()
  /** The stored component that contains another component in `allOf`, by the name of that one. */
  readonly #wholes: ReadonlyMap<string, string>

  /** @param components the stored components by name */
  constructor(components: ReadonlyMap<string, NamedSchema>) {
    this.names = new Set(components.keys())
    this.#byId = new Map([...components].map(([name, { source }]) => [source.id, name]))
    this.#wholes = wholesOf(components)
  }

  /**
   * Returns the component of the collection at a path, by the schemas of its operations and of those on its items. A
   * body alone does not make a path such as `/login` a collection of users.
   */
  ofCollection(node: PathNode): string | null {
    const { segment, resources } = node
    if (this.names.size === 0) return null
    const own = methodsOf(resources)
    const ofItems = methodsOf(itemNodes(node).flatMap(([item]) => item.resources))
    const [sent] = own.flatMap((method) => this.#sent(method))
    const [listed] = get(own).flatMap((use) => this.listIn(use) ?? [])
    const [shown] = [
      ...get(ofItems).flatMap((use) => this.itemIn(use) ?? this.#wrapped(use) ?? this.#wholeOf(use) ?? []),
      ...ofItems.flatMap((method) => this.#sent(method)),
    ]
    const isOne = ofItems.length === 0 && !isBelowParameter(node) && this.#showsOne(own)
    const isNamed = sent !== undefined && !isOne && segment?.kind === 'static' && isNameOf(segment.text, sent)
    return isNamed || listed === sent || shown === sent
      ? (sent ?? listed ?? shown ?? null)
      : (listed ?? shown ?? null)
  }

  /** Returns whether a path shows one item and creates none, as `/settings` does: its item is not one of a collection. */
  #showsOne(methods: readonly Method[]): boolean {
    const shown = get(methods)
    const isShown = shown.some((use) => this.itemIn(use) !== null)
    return isShown && shown.every((use) => this.listIn(use) === null) && !methods.some(isPost)
  }

  /**
   * Returns whether a path lists items of a component, such as `/{appId}`, that do not have a collection below it, such as
   * `/{org}/projects`. In that case, `/{org}` shows something else, which contains them.
   */
  listsItsOwn({ resources, children }: PathNode): boolean {
    const below = children.flatMap((child) =>
      child.segment?.kind === 'static' ? (this.ofCollection(child) ?? []) : [],
    )
    const listed = get(methodsOf(resources)).flatMap((use) => this.listIn(use) ?? [])
    return listed.some((component) => !below.includes(component))
  }

  /** Returns the component whose items an operation returns or accepts, alone, in an envelope or in a list. */
  ofMethod(method: Method): string | null {
    const uses = resultsOf(method)
    const [found] = [
      ...uses.flatMap((use) => this.listIn(use) ?? this.itemIn(use) ?? this.#wrapped(use) ?? []),
      ...jsonIn(method.bodies).flatMap((use) => this.itemIn(use) ?? this.#wrapped(use) ?? []),
    ]
    return found ?? null
  }

  /** Returns the component that a schema of a body or a response describes. */
  itemIn({
    source,
    name = null,
  }: Pick<SchemaUse, 'source'> & { readonly name?: string | null }): string | null {
    const known = this.#byId.get(source.id)
    const root = known === undefined ? source.parse(new Collector()) : null
    return known ?? (root && this.#componentOf(root, root, name))
  }

  /** Returns the component of the only item in a wrapper such as `{ data: … }`. */
  #wrapped({ source }: SchemaUse): string | null {
    const root = source.parse(new Collector())
    const members = root === null || isItem(root) ? [] : membersOf(root, root)
    const [only, ...others] = members.flatMap(
      (schemas) => schemas.flatMap((schema) => (root && this.#componentOf(schema, root)) ?? [])[0] ?? [],
    )
    return only === undefined || others.length > 0 ? null : only
  }

  /** Returns the component of which a schema describes a part: `PublicUser` shows less of the items of User. */
  #wholeOf({ source, name }: SchemaUse): string | null {
    const root = source.parse(new Collector())
    const named = name ?? referredName(root === null ? undefined : stringOf(valueOf(root, '$ref')))
    return named === null ? null : (this.#wholes.get(named) ?? null)
  }

  /** Returns the component whose items a response lists, as an array or in an envelope with exactly one such array. */
  listIn(use: SchemaUse): string | null {
    const root = this.#byId.has(use.source.id) ? null : use.source.parse(new Collector())
    if (root === null || this.#componentOf(root, root, use.name) !== null) return null
    for (const found of [
      this.#arrays([root], root, 0),
      this.#arrays([root], root, 1),
      this.#arrays([root], root, 2),
    ]) {
      const [only, ...others] = found
      if (only !== undefined) return others.length === 0 ? only : null
    }
    return null
  }

  /** Returns the components of the arrays this many levels deep. */
  #arrays(schemas: readonly Node[], root: Node, depth: number): readonly string[] {
    if (depth === 0)
      return schemas
        .flatMap((schema) => itemsOf(schema, root).flatMap((items) => this.#inElement(items, root)))
        .slice(0, 1)
    return schemas
      .filter((schema) => this.#componentOf(schema, root) === null)
      .flatMap((schema) => membersOf(schema, root))
      .flatMap((members) => this.#arrays(members, root, depth - 1))
  }

  /** Returns the component of an element of a list, or of the only item in it. */
  #inElement(element: Node, root: Node): readonly string[] {
    const own = this.#componentOf(element, root)
    if (own !== null) return [own]
    const [only, ...others] = inElements(element, root).flatMap((each) => this.#componentOf(each, root) ?? [])
    return only === undefined || others.length > 0 ? [] : [only]
  }

  /**
   * Returns the component whose items a schema describes. One of its kinds, such as Cat for Pet, describes only some of them.
   * @param name the name of the schema itself, if it has one
   */
  #componentOf(node: Node, root: Node, name: string | null = null): string | null {
    const component = storedName(node, root, this.names)
    if (component === null) return null
    const kinds = this.#kinds.get(component) ?? kindsOf(component, root)
    this.#kinds.set(component, kinds)
    const named = appliedParts(node, root).map((part) => referredName(stringOf(valueOf(part, '$ref'))))
    return [name, ...named].some((each) => each !== null && kinds.has(each)) ? null : component
  }

  /** Returns the component of which a schema describes only some items, as Cat does of Pet, or null. */
  ofKind({ source, name }: NamedSchema): string | null {
    const root = source.parse(new Collector())
    const component = root && storedName(root, root, this.names)
    return root === null || this.#componentOf(root, root, name) !== null ? null : component
  }

  #sent({ verb, bodies }: Method): readonly string[] {
    const isWrite = verb === 'post' || verb === 'put' || verb === 'patch'
    return isWrite ? jsonIn(bodies).flatMap((use) => this.itemIn(use) ?? []) : []
  }
}

/** Returns whether a schema describes an item of its own, such as an invoice with the customer in it, not a wrapper. */
function isItem(root: Node): boolean {
  const names = [...propertySchemas(root, root).keys()]
  return names.length > MAX_BESIDE && names.some((name) => looseKey(name) === 'id')
}

/** Maximum number of members of a wrapper that has an `id`, as in JSON-RPC. */
const MAX_BESIDE = 4

/** Returns the components that exactly one of the stored components contains in `allOf`, with the name of that one. */
function wholesOf(components: ReadonlyMap<string, NamedSchema>): ReadonlyMap<string, string> {
  const wholes = new Map<string, string[]>()
  for (const [whole, { source }] of components) {
    const root = source.parse(new Collector())
    for (const part of root === null ? [] : appliedParts(root, root)) {
      const name = referredName(stringOf(valueOf(part, '$ref')))
      if (name !== null && !components.has(name)) wholes.set(name, [...(wholes.get(name) ?? []), whole])
    }
  }
  return new Map(
    [...wholes].flatMap(([name, [only, ...others]]) =>
      only === undefined || others.length > 0 ? [] : [[name, only]],
    ),
  )
}

/** Returns the names of the components that the discriminator of a component selects. */
function kindsOf(component: string, root: Node): ReadonlySet<string> {
  const schemas = valueOf(root, '$defs')
  const schema = schemas && valueOf(schemas, component)
  const discriminator = schema && valueOf(schema, 'discriminator')
  const whole = schema && toJson(schema)
  if (schemas?.kind !== 'map' || discriminator === undefined || !isObject(whole)) return new Set()
  const mapping = valueOf(discriminator, 'mapping')
  const mapped =
    mapping?.kind === 'map' ? mapping.entries.map(({ value }) => nameIn(stringOf(value) ?? '')) : []
  if (mapped.length > 0) return new Set(mapped.filter((name) => name !== component))
  const values = dispatchOf(whole, () => undefined)?.cases.flatMap((each) => each.values.map(looseKey)) ?? []
  const names = schemas.entries.map(({ key }) => key)
  return new Set(names.filter((name) => name !== component && values.includes(looseKey(name))))
}

/** Returns whether a path segment has a word of a component's name, in singular or plural: `/links` and `LinkDto`. */
function isNameOf(segment: string, component: string): boolean {
  const words = new Set(wordsIn(component).map(singularOf))
  return wordsIn(segment).some((word) => words.has(singularOf(word)))
}

function wordsIn(name: string): readonly string[] {
  return snakeCase(name).split('_')
}

/** Returns whether an operation of a collection creates items. */
export function isCreating({ resources }: PathNode): boolean {
  return posting(resources).length > 0
}

/** Returns the properties that clients can write in the bodies that create items of a collection. */
export function createdProperties(node: PathNode): readonly string[] {
  return bodiesOf(creating(node)).flatMap((root) => writable(root, root, 0))
}

/**
 * Returns, for each body that creates items of a collection, the properties that clients can write and that it requires or has
 * defaults for.
 */
export function demandedProperties(node: PathNode): readonly ReadonlySet<string>[] {
  return bodiesOf(creating(node)).map((root) => {
    const written = new Set(writable(root, root, 0))
    return new Set(demanded(root, root, 0).filter((name) => written.has(name)))
  })
}

/**
 * Returns the operations that create items of a collection, also at the paths of the items. A function, as with
 * `x-operation: own`, stores what it wants, whatever its request contains.
 */
function creating(node: PathNode): readonly Method[] {
  const ofItems = itemNodes(node).flatMap(([item]) => methodsOf(item.resources))
  return [...posting(node.resources), ...ofItems.filter(isCreatingPut)].filter(({ isAction }) => !isAction)
}

function posting(resources: PathNode['resources']): readonly Method[] {
  return methodsOf(resources).filter(isPost)
}

function isPost({ verb }: Method): boolean {
  return verb === 'post'
}

function isBelowParameter(node: PathNode): boolean {
  return nodesTo(node).some(({ segment }) => segment?.kind !== 'static')
}

/** Returns whether a PUT declares 201 for a new item beside another success for an existing one. */
export function isCreatingPut({ verb, responses }: Method): boolean {
  const found = responses.filter(isSuccess).map(({ status }) => status)
  return verb === 'put' && found.length > 1 && found.includes(201)
}

/** Returns the properties that clients can write in the bodies that change items of a collection. */
export function updatedProperties(node: PathNode): readonly string[] {
  const methods = itemNodes(node).flatMap(([item]) => methodsOf(item.resources))
  return bodiesOf(methods).flatMap((root) => writable(root, root, 0))
}

function bodiesOf(methods: readonly Method[]): readonly Node[] {
  return methods.flatMap(({ bodies }) =>
    writtenBodies(bodies).flatMap(({ source }) => source.parse(new Collector()) ?? []),
  )
}

/** Maximum number of objects around the properties of an item in a request: `{ data: { attributes: … } }`. */
const MAX_WRAPPERS = 2

/** Returns the properties of a body that clients can write, also those in a wrapper such as `{ data: … }`. */
function writable(schema: Node, root: Node, depth: number): readonly string[] {
  return [
    ...[...propertySchemas(schema, root)].flatMap(([name, schemas]) =>
      accessOf(name, schemas, root, new Collector()).rule?.readOnly === true ? [] : [name],
    ),
    ...wrappedIn(schema, root, depth).flatMap((wrapped) => writable(wrapped, root, depth + 1)),
  ]
}

/** Returns the properties that a body requires or that it has defaults for, also those in a wrapper. */
function demanded(schema: Node, root: Node, depth: number): readonly string[] {
  return [
    ...requiredIn(schema, root),
    ...[...propertySchemas(schema, root)].flatMap(([name, schemas]) =>
      schemas.some((each) => hasDefault(each, root)) ? [name] : [],
    ),
    ...wrappedIn(schema, root, depth).flatMap((wrapped) => demanded(wrapped, root, depth + 1)),
  ]
}

function hasDefault(schema: Node, root: Node): boolean {
  return appliedParts(schema, root).some((part) => (valueOf(part, 'default') ?? null) !== null)
}

/** Returns the schemas of the value that a wrapper such as `{ data: … }` contains; none if the schema is no wrapper. */
function wrappedIn(schema: Node, root: Node, depth: number): readonly Node[] {
  const properties = propertySchemas(schema, root)
  const [only, ...others] = properties.values()
  const isWrapper = only !== undefined && others.length === 0 && depth < MAX_WRAPPERS
  if (isWrapper) return only
  return depth > 0 ? ['attributes', 'relationships'].flatMap((name) => properties.get(name) ?? []) : []
}

/** Returns the JSON schemas of the successful responses to a method. */
export function resultsOf({ responses }: Method): readonly SchemaUse[] {
  return responses.filter(isSuccess).flatMap(({ bodies }) => jsonIn(bodies))
}

/** Returns the schemas of the JSON bodies. */
export function jsonIn(bodies: readonly Body[]): readonly SchemaUse[] {
  return bodies
    .filter(({ mediaType }) => /^application\/(?:[^;]*\+)?json\b/i.test(mediaType))
    .flatMap(({ schema }) => (schema !== null && schema.source.isJson ? [schema] : []))
}

/** Returns the schemas of the bodies with which operations write items. */
function writtenBodies(bodies: readonly Body[]): readonly SchemaUse[] {
  const json = jsonIn(bodies)
  const forms = bodies.filter(({ mediaType }) => mediaType === 'application/x-www-form-urlencoded')
  return json.length > 0 ? json : forms.flatMap(({ schema }) => schema ?? [])
}

/** Returns the schemas of each member of an object. */
function membersOf(schema: Node, root: Node): readonly (readonly Node[])[] {
  const members = new Map<string, Node[]>()
  for (const part of appliedParts(schema, root)) {
    const properties = valueOf(part, 'properties')
    for (const { key, value } of properties?.kind === 'map' ? properties.entries : [])
      members.set(key, [...(members.get(key) ?? []), value])
  }
  // As in JSON:API, the items that are related to those in `data`.
  if (members.has('data')) members.delete('included')
  return [...members.values()]
}

function methodsOf(resources: PathNode['resources']): readonly Method[] {
  return resources.flatMap(({ methods }) => methods)
}

function get(methods: readonly Method[]): readonly SchemaUse[] {
  return methods.filter(({ verb }) => verb === 'get').flatMap(resultsOf)
}
