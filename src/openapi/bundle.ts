import { type OrderedJson, type OrderedObject, isOrderedObject } from '../ir/index.js'
import { stringOf, valueOf } from '../schema/node.js'
import type { Entry, MapNode, Node, ScalarNode } from '../source/node.js'
import { entriesIn } from './document/values.js'
import { FORMS } from './schemas/keywords.js'
import {
  type References,
  type Target,
  escaped,
  referenceIn,
  withoutReference,
} from './document/references.js'
import { type ShapeName, SHAPES, type Value } from './document/shapes.js'

/** The section of `components` in which an object can be, by the shape of the object. */
const SECTIONS: Partial<Readonly<Record<ShapeName, string>>> = {
  parameter: 'parameters',
  requestBody: 'requestBodies',
  response: 'responses',
  example: 'examples',
  link: 'links',
  header: 'headers',
  securityScheme: 'securitySchemes',
  pathItem: 'pathItems',
}

/**
 * Returns a document as its author wrote it, with everything that it refers to in other files among its components, so that
 * it stands alone. Paths that are references are replaced by their path items, to which the service can then add operations.
 * @param nameOf returns the name under which the API knows the schema of another file
 */
export function bundled(
  root: MapNode,
  references: References,
  nameOf: (schema: Node) => string | undefined,
): OrderedObject {
  return new Bundle(root, references, nameOf).document()
}

/** A part of another file that becomes a component. */
interface Moved {
  readonly section: string
  readonly name: string
  readonly json: () => OrderedJson
}

class Bundle {
  readonly #root: MapNode
  readonly #references: References
  readonly #nameOf: (schema: Node) => string | undefined
  /** The names of the components by section. */
  readonly #taken = new Map<string, Set<string>>()
  readonly #names = new Map<Node, string>()
  readonly #moved: Moved[] = []
  /** Components that consist of a reference to another file, and their targets, which take their places. */
  readonly #replaced = new Map<Node, Node>()
  /** The path items of the document. */
  readonly #paths: ReadonlySet<Node>

  constructor(root: MapNode, references: References, nameOf: (schema: Node) => string | undefined) {
    this.#root = root
    this.#references = references
    this.#nameOf = nameOf
    this.#paths = new Set(entriesIn(valueOf(root, 'paths')).map(({ value }) => value))
    const components = valueOf(root, 'components')
    for (const { key: section, value } of entriesIn(components)) {
      const entries = entriesIn(value)
      this.#taken.set(section, new Set(entries.map(({ key }) => key)))
      for (const entry of entries) this.#replace(entry)
    }
  }

  document(): OrderedObject {
    const document = this.#object(this.#root, 'root')
    const added = new Map<string, Map<string, OrderedJson>>()
    for (const { section, name, json } of this.#moved) {
      const names = added.get(section) ?? new Map<string, OrderedJson>()
      names.set(name, json())
      added.set(section, names)
    }
    if (added.size === 0) return document
    const components = document.get('components')
    const all = new Map(isOrderedObject(components) ? components : [])
    for (const [section, names] of added) {
      const declared = all.get(section)
      all.set(section, new Map([...(isOrderedObject(declared) ? declared : []), ...names]))
    }
    return new Map([...document, ['components', all]])
  }

  #replace({ key, value }: Entry): void {
    const reference = referenceIn(value)
    if (reference === null || value.kind !== 'map' || value.entries.length > 1) return
    const target = this.#isLocal(reference) ? null : this.#references.resolve(reference)
    if (target === null || this.#isInRoot(target.node) || this.#names.has(target.node)) return
    this.#names.set(target.node, key)
    this.#replaced.set(value, target.node)
  }

  #value(written: Node, value: Value): OrderedJson {
    const node = this.#replaced.get(written) ?? written
    switch (value.kind) {
      case 'text':
      case 'flag':
      case 'any':
      case 'requirement':
        return plain(node)
      case 'schema':
        return this.#schema(node)
      case 'list':
        return node.kind === 'list' ? node.items.map((item) => this.#value(item, value.of)) : plain(node)
      case 'map':
        return node.kind === 'map' ? this.#map(node, value) : plain(node)
      case 'object':
        return node.kind === 'map' ? this.#referable(node, value) : plain(node)
    }
  }

  #map(node: MapNode, value: Value & { readonly kind: 'map' }): OrderedJson {
    const reference = referenceIn(node)
    if (reference !== null) return this.#reference(node, reference, 'callbacks', value)
    return new Map(
      node.entries.map(({ key, value: child }) => [
        key,
        value.isExtensible && key.startsWith('x-') ? plain(child) : this.#value(child, value.of),
      ]),
    )
  }

  #referable(node: MapNode, value: Value & { readonly kind: 'object' }): OrderedJson {
    const reference = value.isReferable ? referenceIn(node) : null
    if (reference === null) return this.#object(node, value.shape)
    const section = SECTIONS[value.shape]
    return section === undefined || this.#paths.has(node)
      ? this.#inlined(node, value)
      : this.#reference(node, reference, section, value)
  }

  #object(node: MapNode, shape: ShapeName): OrderedObject {
    const { keys } = SHAPES[shape]
    return new Map(
      node.entries.map(({ key, value }) => {
        const kind = Object.hasOwn(keys, key) ? keys[key] : undefined
        return [key, kind === undefined ? plain(value) : this.#value(value, kind)]
      }),
    )
  }

  /** Returns a path item instead of a reference to it. Keys next to the reference take precedence. */
  #inlined(node: MapNode, { shape }: Value & { readonly kind: 'object' }): OrderedJson {
    const target = this.#references.follow(node)
    const own = this.#object(withoutReference(node), shape)
    if (target?.kind !== 'map') return own
    const others = this.#object(target, shape)
    return new Map([...[...others].filter(([key]) => !own.has(key)), ...own])
  }

  #reference(node: MapNode, reference: ScalarNode, section: string, value: Value): OrderedJson {
    const target = this.#isLocal(reference) ? null : this.#references.resolve(reference)
    if (target === null) return plain(node)
    const pointer = this.#pointerTo(target, reference, section, () => this.#value(target.node, value))
    return withReference(node, pointer)
  }

  #schema(node: Node): OrderedJson {
    // References in a schema with an ID are relative to it.
    if (node.kind !== 'map' || (!this.#isInRoot(node) && valueOf(node, '$id') !== undefined))
      return plain(node)
    return new Map(node.entries.map(({ key, value }) => [key, this.#keyword(key, value)]))
  }

  #keyword(key: string, value: Node): OrderedJson {
    if (key === '$ref' && value.kind === 'scalar') return this.#schemaReference(value)
    if (key === 'discriminator' && value.kind === 'map') return this.#discriminator(value)
    const form = FORMS.get(key)
    const isMap = form === 'schema map' || key === '$defs' || key === 'definitions'
    if (isMap && value.kind === 'map')
      return new Map(
        value.entries.map((entry) => [
          entry.key,
          this.#schema(this.#replaced.get(entry.value) ?? entry.value),
        ]),
      )
    const isSchema = form === 'schema' || form === 'schemas' || key === 'items'
    if (!isSchema) return plain(value)
    return value.kind === 'list' ? value.items.map((item) => this.#schema(item)) : this.#schema(value)
  }

  #schemaReference(reference: ScalarNode): OrderedJson {
    const target = this.#isLocal(reference) ? null : this.#references.resolve(reference)
    if (target === null) return plain(reference)
    return this.#pointerTo(target, reference, 'schemas', () => this.#schema(target.node))
  }

  #discriminator(value: MapNode): OrderedJson {
    const mapping = valueOf(value, 'mapping')
    if (mapping?.kind !== 'map') return plain(value)
    const schemas = this.#taken.get('schemas')
    const mapped = mapping.entries.map(({ key, value: name }) => {
      const text = stringOf(name) ?? ''
      const isReference =
        name.kind === 'scalar' && /[#/]|\.(json|ya?ml)$/.test(text) && schemas?.has(text) !== true
      return [key, isReference ? this.#schemaReference(name) : plain(name)] as const
    })
    return new Map(
      value.entries.map((entry) => [
        entry.key,
        entry.value === mapping ? new Map(mapped) : plain(entry.value),
      ]),
    )
  }

  /** Returns a reference to a target, which becomes a component if it is in another file. */
  #pointerTo(target: Target, reference: ScalarNode, section: string, json: () => OrderedJson): string {
    const text = stringOf(reference) ?? ''
    const { node } = target
    if (this.#isInRoot(node)) return text.includes('#/') ? text.slice(text.indexOf('#')) : text
    const known = this.#names.get(node)
    const name = known ?? this.#newName(target, section)
    if (known === undefined) {
      this.#names.set(node, name)
      this.#moved.push({ section, name, json })
    }
    return `#/components/${section}/${escaped(name)}`
  }

  #newName({ node, name: wanted }: Target, section: string): string {
    const taken = this.#taken.get(section) ?? new Set()
    this.#taken.set(section, taken)
    const stem = wanted.replaceAll(/[^\w.-]+/g, '_') || section
    let name = (section === 'schemas' ? this.#nameOf(node) : undefined) ?? stem
    for (let count = 2; taken.has(name); count += 1) name = `${stem}${count}`
    taken.add(name)
    return name
  }

  /** Returns whether a reference is in the main file and needs no other file. */
  #isLocal(reference: ScalarNode): boolean {
    return this.#isInRoot(reference) && (stringOf(reference) ?? '').startsWith('#')
  }

  #isInRoot({ at }: Node): boolean {
    return at.file.path === this.#root.at.file.path
  }
}

/** Returns a node that is a reference, with another target. */
function withReference(node: MapNode, target: string): OrderedJson {
  return new Map(node.entries.map(({ key, value }) => [key, key === '$ref' ? target : plain(value)]))
}

/** Returns a value as it is in the document. */
function plain(node: Node): OrderedJson {
  switch (node.kind) {
    case 'scalar': {
      const { value, source, plain: isPlain } = node
      return isPlain && typeof value === 'string' && /^-?(?:0|[1-9]\d*)$/.test(source)
        ? BigInt(source)
        : value
    }
    case 'list':
      return node.items.map(plain)
    case 'map':
      return new Map(node.entries.map(({ key, value }) => [key, plain(value)]))
  }
}
