import type { Collector } from '../../diagnostics/collector.js'
import { isObject, type Json, type JsonSchema } from '../../ir/index.js'
import { toJson } from '../../schema/node.js'
import type { MapNode, Node } from '../../source/node.js'
import { type References, referenceIn, withoutReference } from './references.js'
import { type ShapeName, SHAPES, type Value } from './shapes.js'
import { extensionsOf, isTrue, textOf } from './values.js'

/** Maximum number of values that are kept, with references counted each time they are used. */
const MAX_VALUES = 2_000_000

const CHARACTERS_PER_VALUE = 16

/**
 * Converts parts of a document that are not schemas to JSON: examples, encodings and keys that begin with `x-`. References
 * are replaced by their targets, apart from those to schemas.
 */
export class Kept {
  readonly #references: References
  readonly #schema: (node: Node) => Json
  readonly #collector: Collector
  readonly #open = new Set<Node>()
  #left = MAX_VALUES
  #isReported = false

  /** @param schema converts a schema */
  constructor(references: References, schema: (node: Node) => Json, collector: Collector) {
    this.#references = references
    this.#schema = schema
    this.#collector = collector
  }

  /**
   * Returns keys of an object and its extensions as JSON. Leaves out values of the wrong kind.
   * @param names the keys, by default all that the object can have
   */
  keysOf(map: MapNode, shape: ShapeName, names?: readonly string[]): JsonSchema {
    const { keys } = SHAPES[shape]
    const known = map.entries.flatMap(({ key, value }) => {
      const kind = Object.hasOwn(keys, key) && (names?.includes(key) ?? true) ? keys[key] : undefined
      const json = kind === undefined ? undefined : this.#json(value, kind)
      return json === undefined ? [] : [[key, json] as const]
    })
    return Object.fromEntries([...known, ...extensionsOf(map)])
  }

  /** Returns the {@link keysOf} an object as `kept`, or nothing if there are none. */
  of(map: MapNode, shape: ShapeName, names: readonly string[]): { readonly kept?: JsonSchema } {
    const kept = this.keysOf(map, shape, names)
    return Object.keys(kept).length === 0 ? {} : { kept }
  }

  /** Returns a value as JSON, or undefined if it has the wrong kind. */
  #json(node: Node, value: Value): Json | undefined {
    this.#left -= 1
    if (this.#left < 0) return this.#overrun(node)
    switch (value.kind) {
      case 'text':
        return textOf(node) ?? undefined
      case 'flag':
        return isTrue(node)
      case 'any':
      case 'requirement':
        return this.#value(node)
      case 'schema':
        return this.#schema(node)
      case 'list':
        return node.kind === 'list'
          ? node.items.flatMap((item) => this.#json(item, value.of) ?? [])
          : undefined
      case 'map':
      case 'object':
        return this.#mapped(node, value)
    }
  }

  /** Returns any value. Its characters count as values do, because it can be as large as a document. */
  #value(node: Node): Json | undefined {
    this.#left -= Math.floor((node.at.end - node.at.start) / CHARACTERS_PER_VALUE)
    return this.#left < 0 ? this.#overrun(node) : toJson(node)
  }

  #mapped(node: Node, value: Value & { readonly kind: 'map' | 'object' }): Json | undefined {
    if (node.kind !== 'map' || this.#open.has(node)) return undefined
    this.#open.add(node)
    const json = this.#converted(node, value)
    this.#open.delete(node)
    return json
  }

  #converted(node: MapNode, value: Value & { readonly kind: 'map' | 'object' }): Json | undefined {
    if (referenceIn(node) !== null && (value.kind === 'map' || value.isReferable)) {
      const target = this.#references.follow(node)
      const json = target === null ? undefined : this.#json(target, value)
      const own = withoutReference(node)
      if (value.kind === 'map' || own.entries.length === 0 || !isObject(json)) return json
      return { ...json, ...this.keysOf(own, value.shape) }
    }
    if (value.kind === 'object') return this.keysOf(node, value.shape)
    return Object.fromEntries(
      node.entries.flatMap(({ key, value: child }) => {
        const isExtension = value.isExtensible && key.startsWith('x-')
        const json = isExtension ? toJson(child) : this.#json(child, value.of)
        return json === undefined ? [] : [[key, json] as const]
      }),
    )
  }

  #overrun({ at }: Node): undefined {
    if (!this.#isReported) {
      this.#isReported = true
      this.#collector.report('SVC1016', {
        message: `More than ${MAX_VALUES} values in examples, with references counted each time they are used`,
        at,
        help: 'Use fewer references to parts that contain references',
      })
    }
    return undefined
  }
}
