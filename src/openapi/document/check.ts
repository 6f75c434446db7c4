import type { Collector } from '../../diagnostics/collector.js'
import { didYouMean } from '../../diagnostics/nearest.js'
import { stringOf } from '../../schema/node.js'
import { booleanOf } from '../../source/boolean.js'
import type { MapNode, Node } from '../../source/node.js'
import type { Span } from '../../source/span.js'
import { helpForAccessKey } from './own-keys.js'
import { type References, referenceIn } from './references.js'
import { ROOT, type ShapeName, SHAPES, type Value } from './shapes.js'
import type { Version } from './version.js'

/** What the check of a document and the conversion of its schemas need. */
export interface Reading {
  readonly version: Version
  readonly references: References
  readonly collector: Collector
}

/**
 * Checks the structure of a document, apart from its schemas: unknown keys, values of the wrong kind, missing keys, and
 * references without a target. The readers leave out what is reported here.
 */
export function checkDocument(root: Node, context: Reading): void {
  new Checker(context).check(root, ROOT, 'The document')
}

class Checker {
  readonly #context: Reading
  readonly #checked = new Map<Node, Set<ShapeName>>()

  constructor(context: Reading) {
    this.#context = context
  }

  /** @param name the key of the value, in quotes, for messages */
  check(node: Node, value: Value, name: string): void {
    if (node.kind === 'scalar' && node.faulty === true) return
    switch (value.kind) {
      case 'any':
      case 'schema':
        return
      case 'text':
        if (node.kind !== 'scalar' || node.value === null) this.#ignore(node, `${name} must be a string`)
        return
      case 'flag':
        if (booleanOf(node, this.#context.collector) === undefined)
          this.#ignore(node, `${name} must be true or false`)
        return
      case 'requirement':
        if (node.kind !== 'map')
          this.#refuse(node, `A requirement in ${name} must be a map, as in "- oauth: [read]"`)
        return
      case 'list':
        return this.#checkList(node, value.of, name)
      case 'map':
        return this.#checkMap(node, value, name)
      case 'object':
        return this.#checkObject(node, value, name)
    }
  }

  #checkList(node: Node, of: Value, name: string): void {
    if (node.kind === 'list') for (const item of node.items) this.check(item, of, name)
    else this.#refuse(node, `${name} must be a list`)
  }

  #checkMap(node: Node, { of, isExtensible }: Value & { readonly kind: 'map' }, name: string): void {
    const reference = referenceIn(node)
    if (reference !== null) {
      const target = this.#context.references.follow(node)
      if (target !== null && target !== node) this.check(target, { kind: 'map', of, isExtensible }, name)
      return
    }
    if (node.kind !== 'map') return this.#refuse(node, `${name} must be a map`)
    for (const { key, value } of node.entries) {
      if (!(isExtensible && key.startsWith('x-'))) this.check(value, of, `"${key}"`)
    }
  }

  #checkObject(node: Node, value: Value & { readonly kind: 'object' }, name: string): void {
    const { shape, isReferable } = value
    if (node.kind !== 'map') return this.#refuse(node, `${name} must be a map`)
    const shapes = this.#checked.get(node) ?? new Set()
    if (shapes.has(shape)) return
    shapes.add(shape)
    this.#checked.set(node, shapes)
    const isReference = referenceIn(node) !== null && isReferable
    if (isReference) {
      const target = this.#isOfShape(node, shape) ? this.#context.references.follow(node) : null
      if (target !== null) this.check(target, value, name)
      if (shape !== 'pathItem') return this.#checkSiblings(node)
    }
    this.#checkKeys(node, shape)
    if (!isReference) this.#checkRequired(node, shape)
  }

  /** Reports a reference to a component of another kind. */
  #isOfShape(node: MapNode, shape: ShapeName): boolean {
    const reference = referenceIn(node)
    const section = /^#\/components\/([^/]+)\/[^/]+$/.exec(stringOf(reference ?? node) ?? '')?.[1] ?? ''
    const keys = SHAPES.components.keys
    const kind = Object.hasOwn(keys, section) ? keys[section] : undefined
    if (reference === null || kind?.kind !== 'map') return true
    const found =
      kind.of.kind === 'object'
        ? SHAPES[kind.of.shape].what
        : kind.of.kind === 'schema'
          ? 'a schema'
          : 'a callback'
    if (found === SHAPES[shape].what) return true
    this.#refuse(reference, `The reference points to ${found}, not to ${SHAPES[shape].what}`)
    return false
  }

  #checkSiblings({ entries }: MapNode): void {
    for (const { key, keyAt } of entries) {
      if (['$ref', 'summary', 'description'].includes(key) || key.startsWith('x-')) continue
      this.#context.collector.report('SVC8012', {
        message: `"${key}" is ignored, because it is next to "$ref"`,
        at: keyAt,
        help: 'Remove it, or move it to the target of the reference',
      })
    }
  }

  #checkKeys(node: MapNode, name: ShapeName): void {
    const { keys, what } = SHAPES[name]
    for (const { key, keyAt, value } of node.entries) {
      const known = Object.hasOwn(keys, key) ? keys[key] : undefined
      if (known !== undefined) this.check(value, known, `"${key}"`)
      else if (key.startsWith('x-')) {
        const help = helpForAccessKey(key, what)
        if (help === undefined) continue
        this.#context.collector.report('SVC8003', {
          message: `Unknown key "${key}" in ${what}; it has no effect`,
          at: keyAt,
          help,
        })
      } else {
        this.#context.collector.report('SVC8003', {
          message: `Unknown key "${key}" in ${what}; it is ignored`,
          at: keyAt,
          help: () => didYouMean(key, Object.keys(keys)) ?? MISPLACED[name]?.(key),
        })
      }
    }
  }

  #checkRequired(node: MapNode, name: ShapeName): void {
    const { required = [], requiredIn30 = [], what } = SHAPES[name]
    const wanted = this.#context.version === '3.0' ? [...required, ...requiredIn30] : required
    const missing = wanted.filter((key) => !node.entries.some((entry) => entry.key === key))
    if (missing.length === 0) return
    const start: Span = { file: node.at.file, start: node.at.start, end: node.at.start + 1 }
    this.#context.collector.report('SVC8006', {
      message: `Missing ${missing.map((key) => `"${key}"`).join(' and ')} in ${what}`,
      at: start,
      help: `Add ${missing.map((key) => `"${key}"`).join(' and ')}`,
    })
  }

  #refuse(node: Node, message: string): void {
    this.#context.collector.report('SVC8004', { message, at: node.at })
  }

  #ignore(node: Node, message: string): void {
    this.#context.collector.report('SVC8005', { message: `${message}; it is ignored`, at: node.at })
  }
}

const IN_SCHEMA: ReadonlySet<string> = new Set([
  'type',
  'format',
  'enum',
  'default',
  'items',
  'minimum',
  'maximum',
  'pattern',
  'collectionFormat',
])

/** Help for keys that belong elsewhere, such as those of Swagger 2.0. */
const MISPLACED: Partial<Record<ShapeName, (key: string) => string | undefined>> = {
  parameter: (key) => (IN_SCHEMA.has(key) ? `Move "${key}" to the "schema" of the parameter` : undefined),
  header: (key) => (IN_SCHEMA.has(key) ? `Move "${key}" to the "schema" of the header` : undefined),
  response: (key) => (key === 'schema' ? 'Write "content: { application/json: { schema: … } }"' : undefined),
  operation: (key) => (key === 'produces' || key === 'consumes' ? 'Use the keys of "content"' : undefined),
  root: (key) => {
    if (key === 'definitions') return 'Move the schemas to "components: schemas"'
    return key === 'host' || key === 'basePath' || key === 'schemes' ? 'Use "servers"' : undefined
  },
}
