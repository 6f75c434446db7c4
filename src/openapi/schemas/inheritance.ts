import type { Collector } from '../../diagnostics/collector.js'
import { nameIn } from '../../ir/alternatives.js'
import { looseKey } from '../../naming/loose-match.js'
import { nodeOf, stringOf, valueOf, without } from '../../schema/node.js'
import type { Entry, MapNode, Node } from '../../source/node.js'
import { type References, referenceIn } from '../document/references.js'
import { entriesIn, isTrue, itemsIn } from '../document/values.js'

/** A component that contains another one in `allOf`, directly or through others. */
interface Heir extends Pick<Entry, 'key' | 'keyAt'> {
  /** What it adds to the other component. */
  readonly parts: readonly Node[]
}

/** An alternative, and the values that select it. */
interface Case {
  readonly values: readonly string[]
  readonly parts: readonly Node[]
}

/**
 * The stored components whose `discriminator` selects one of the components that inherit from them (OpenAPI 3.0 and 3.1,
 * Discriminator Object).
 */
export class Inheritance {
  readonly #declared: readonly Entry[]
  readonly #references: References
  readonly #collector: Collector

  /** @param declared the components */
  constructor(declared: readonly Entry[], references: References, collector: Collector) {
    this.#declared = declared
    this.#references = references
    this.#collector = collector
  }

  /**
   * Returns such a component with the components that inherit from it as its alternatives in `oneOf`. Returns other schemas, and
   * those whose heirs are stored themselves, unchanged. Reports heirs that no value selects.
   */
  withHeirs(node: MapNode): MapNode {
    const discriminator = valueOf(node, 'discriminator')
    const property = discriminator && stringOf(valueOf(discriminator, 'propertyName'))
    const isUnion = valueOf(node, 'oneOf') !== undefined || valueOf(node, 'anyOf') !== undefined
    if (discriminator === undefined || property === undefined || isUnion || !isStored(node)) return node
    const heirs = this.#heirsOf(node)
    const cases = heirs === null || heirs.length === 0 ? null : this.#casesOf(node, property, heirs)
    if (cases === null) return node
    const { at } = discriminator
    const items = cases.map(({ values, parts }): Node => {
      const selecting = nodeOf(
        { required: [property], properties: { [property]: { enum: [...values] } } },
        at,
      )
      const allOf: Node = { kind: 'list', at, items: parts }
      const own = entriesIn(selecting)
      return {
        kind: 'map',
        at,
        entries: parts.length === 0 ? own : [...own, { key: 'allOf', keyAt: at, value: allOf }],
      }
    })
    return {
      ...node,
      entries: [...node.entries, { key: 'oneOf', keyAt: at, value: { kind: 'list', at, items } }],
    }
  }

  /** Returns the components that inherit from one, or null if one of them is stored itself. */
  #heirsOf(node: Node): readonly Heir[] | null {
    const known = new Map<Node, readonly Node[] | null>([[node, []]])
    const heirs = this.#declared.flatMap(({ key, keyAt, value }) => {
      const parts = value === node ? null : this.#addedBy(value, known)
      return parts === null ? [] : [{ key, keyAt, value, parts }]
    })
    return heirs.some(({ value }) => isStored(value)) ? null : heirs
  }

  /**
   * Returns what a component adds to the one from which it inherits, in several ways or through others, or null if it does not.
   * @param known what the components add that have been visited
   */
  #addedBy(value: Node, known: Map<Node, readonly Node[] | null>): readonly Node[] | null {
    const found = known.get(value)
    if (found !== undefined) return found
    // A component that contains itself does not inherit.
    known.set(value, null)
    if (value.kind !== 'map') return null
    const parts = itemsIn(valueOf(value, 'allOf')).map((part) => {
      const target = this.#target(part)
      return { part, added: target === null ? null : this.#addedBy(target, known) }
    })
    if (parts.every(({ added }) => added === null)) return null
    const own = without(without(value, 'allOf'), 'discriminator')
    const all = [...new Set([...parts.flatMap(({ part, added }) => added ?? [part]), own])]
    known.set(value, all)
    return all
  }

  /** Returns the alternatives: one for each heir, and one for the values that select the component itself. */
  #casesOf(node: MapNode, property: string, heirs: readonly Heir[]): readonly Case[] | null {
    const { mapped, values } = this.#valuesOf(node, property)
    const own = (name: string): readonly string[] => {
      if (mapped.length > 0) return mapped.filter(([, target]) => target === name).map(([key]) => key)
      return values.length === 0
        ? [name]
        : values.filter((value) => looseKey(value) === looseKey(name)).slice(0, 1)
    }
    const isNamed = mapped.length > 0 || values.length > 0
    // Without names, a component that adds nothing to store is another form of the same, such as NewPet.
    const kinds = isNamed ? heirs : heirs.filter(({ parts }) => parts.some(addsProperties))
    const cases = kinds.map(({ key, keyAt, parts }) => ({ key, keyAt, parts, values: own(key) }))
    // With a mapping, others can be requests and responses that contain the component.
    for (const { key, keyAt } of mapped.length > 0 ? [] : cases.filter((each) => each.values.length === 0))
      this.#collector.report('SVC8105', {
        message: `No value of "${property}" selects "${key}", which inherits from a stored component`,
        at: keyAt,
        help: `Add its value to the "mapping" of the discriminator, as in "${values[0] ?? key}: '#/components/schemas/${key}'"`,
      })
    const taken = cases.flatMap((each) => each.values)
    const implied = isNamed ? [] : this.#declared.flatMap(({ key, value }) => (value === node ? [key] : []))
    const all = [...values, ...mapped.map(([key]) => key), ...implied]
    const rest = all.filter((value) => !taken.includes(value))
    const selected = cases.filter((each) => each.values.length > 0)
    if (selected.length === 0) return null
    return rest.length === 0 ? selected : [...selected, { values: [...new Set(rest)], parts: [] }]
  }

  /** Returns the values of the property that the component lists, and the names of components that values map to. */
  #valuesOf(node: MapNode, property: string) {
    const described = valueOf(valueOf(node, 'properties') ?? node, property)
    const schema = described && this.#references.follow(described)
    const values = itemsIn(schema ? valueOf(schema, 'enum') : undefined).flatMap(
      (each) => stringOf(each) ?? [],
    )
    const mapping = valueOf(valueOf(node, 'discriminator') ?? node, 'mapping')
    const mapped = entriesIn(mapping).map(
      ({ key, value }) => [key, nameIn(stringOf(value) ?? '').replace(/\.(?:json|ya?ml)$/, '')] as const,
    )
    return { mapped, values }
  }

  #target(part: Node): Node | null {
    const reference = referenceIn(part)
    return reference === null ? part : (this.#references.resolve(reference)?.node ?? null)
  }
}

function addsProperties(part: Node): boolean {
  return valueOf(part, 'properties') !== undefined || valueOf(part, '$ref') !== undefined
}

function isStored(node: Node): boolean {
  return isTrue(valueOf(node, 'x-stored') ?? valueOf(node, '_stored'))
}
