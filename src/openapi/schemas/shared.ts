import type { SchemaSource } from '../../api/api.js'
import type { Collector } from '../../diagnostics/collector.js'
import { didYouMean } from '../../diagnostics/nearest.js'
import { entryOf, stringOf, valueOf } from '../../schema/node.js'
import type { Entry, MapNode, Node } from '../../source/node.js'
import type { Span } from '../../source/span.js'
import type { Reading } from '../document/check.js'
import { type References, referenceIn, type Target } from '../document/references.js'
import { entriesIn, mapOf, scalar } from '../document/values.js'
import type { Version } from '../document/version.js'
import { DynamicAnchors } from './dynamic-anchors.js'
import { Inheritance } from './inheritance.js'
import { FORMS } from './keywords.js'
import { isNullable, upgradeKeywords, withNull } from './upgrade.js'

/** The names that OpenAPI allows for components. */
const NAME = /^[A-Za-z0-9._-]+$/

/** A use of a shared schema, or of an inline one. */
interface SchemaRead {
  /** The converted schema, in which references have the form `#/$defs/Name`. */
  readonly node: Node
  /** The name of the shared schema, or null for an inline schema. */
  readonly name: string | null
}

/** A shared schema whose value is set when it has been converted. */
interface SharedEntry {
  readonly key: string
  readonly keyAt: Span
  value: Node
}

/** A shared schema that has not been converted yet. */
interface Pending {
  readonly entry: SharedEntry
  readonly node: Node
  /** The schema with `$id` that contains it, in which its pointers resolve. */
  readonly base?: Node | undefined
}

/** Where schemas are used, of the schemas that have been converted so far. */
interface Uses {
  readonly size: number
  /** The schemas in `allOf`. */
  readonly parts: ReadonlySet<Node>
  /** The references to a schema. */
  readonly byTarget: ReadonlyMap<Node, readonly Node[]>
}

/**
 * The schemas of a document to which others refer, by name: those in `components`, and all other targets of references.
 * Converts schemas to JSON Schema 2020-12 with references to these names.
 */
export class SharedSchemas {
  readonly #references: References
  readonly #version: Version
  readonly #collector: Collector
  readonly #anchors: DynamicAnchors
  readonly #inheritance: Inheritance
  readonly #entries: SharedEntry[] = []
  readonly #byName = new Map<string, SharedEntry>()
  readonly #names = new Map<Node, string>()
  readonly #converted = new Map<Node, Node>()
  readonly #sources = new Map<Node, SchemaSource>()
  #uses: Uses | undefined
  readonly #pending: Pending[] = []
  /** The shared schemas by name. The list grows as further schemas are converted. */
  readonly map: MapNode
  /** The schemas in `components`, in source order. */
  readonly declared: readonly Entry[]

  /** @param declared the value of `components.schemas`, if any; `at` is the position of the document */
  constructor(declared: Node | undefined, at: Span, { references, version, collector }: Reading) {
    this.#references = references
    this.#version = version
    this.#collector = collector
    this.#anchors = new DynamicAnchors((reference) => references.follow(reference), collector)
    this.#inheritance = new Inheritance(entriesIn(declared), references, collector)
    this.map = { kind: 'map', entries: this.#entries, at: declared?.at ?? at }
    this.#declare(entriesIn(declared))
    this.declared = [...this.#entries]
    this.#drain()
  }

  convert(node: Node): Node {
    const converted = asMap(this.#schema(node, undefined))
    this.#drain()
    return converted
  }

  /** Converts a schema. If it is only a reference, returns the target and its name. */
  read(node: Node): SchemaRead {
    const converted = this.convert(node)
    return { node: converted, name: this.#nameIn(converted) }
  }

  /** Returns the name of a schema as written that is shared. */
  nameOf(node: Node): string | undefined {
    return this.#names.get(node)
  }

  /** Returns the source of a shared schema or of an inline one, from which a stored model can be read. */
  sourceOf({ node, name }: SchemaRead): SchemaSource {
    const target = name === null ? node : this.#target(name)
    const known = this.#sources.get(target)
    if (known !== undefined) return known
    const source = this.#newSource(target)
    this.#sources.set(target, source)
    return source
  }

  #newSource(node: Node): SchemaSource {
    let parsed: Node | null = null
    const { at } = node
    return {
      // Components can be aliases of one value in YAML.
      id: `${at.file.path}:${at.start}:${this.#entries.find(({ value }) => value === node)?.key ?? ''}`,
      at,
      isFaulty: false,
      isJson: true,
      namesSettings: this.#hasSettings(node, new Set()),
      isMixin: () => this.#isMixin(node),
      parse: () => (parsed ??= this.#standalone(node)),
    }
  }

  /** Returns whether references to a schema are in `allOf` only, and whether there are any. */
  #isMixin(node: Node): boolean {
    if (this.#uses?.size !== this.#converted.size) this.#uses = this.#usesOfAll()
    const { parts, byTarget } = this.#uses
    const uses = byTarget.get(node) ?? []
    return uses.length > 0 && uses.every((use) => parts.has(use))
  }

  #usesOfAll(): Uses {
    const parts = new Set<Node>()
    const byTarget = new Map<Node, Node[]>()
    for (const schema of this.#converted.values()) {
      const list = valueOf(schema, 'allOf')
      for (const part of list?.kind === 'list' ? list.items : []) parts.add(part)
      const name = nameOf(stringOf(valueOf(schema, '$ref')) ?? '')
      const target = name === null ? undefined : this.#byName.get(name)?.value
      const known = target && byTarget.get(target)
      if (known !== undefined) known.push(schema)
      else if (target !== undefined) byTarget.set(target, [schema])
    }
    return { size: this.#converted.size, parts, byTarget }
  }

  /** Returns a schema in which references resolve at its root. */
  #standalone(node: Node): Node {
    if (node.kind !== 'map') return node
    const defs: Entry = { key: '$defs', keyAt: node.at, value: this.map }
    return { ...node, entries: [...node.entries, defs] }
  }

  /** Returns whether a property of a schema has database settings, also in its parts. */
  #hasSettings(node: Node, visited: Set<Node>): boolean {
    if (node.kind !== 'map' || visited.has(node)) return false
    visited.add(node)
    const name = nameOf(stringOf(valueOf(node, '$ref')) ?? '')
    const target = name === null ? undefined : this.#byName.get(name)?.value
    if (target !== undefined && this.#hasSettings(target, visited)) return true
    if (
      entriesIn(valueOf(node, 'properties')).some(({ value }) => entryOf(value, '_db_settings') !== undefined)
    )
      return true
    const parts = valueOf(node, 'allOf')
    return parts?.kind === 'list' && parts.items.some((part) => this.#hasSettings(part, visited))
  }

  /** Returns the schema with a name. If it is only a reference, returns the schema that it leads to. */
  #target(name: string): Node {
    const visited = new Set<string>()
    for (let next: string | null = name; next !== null && !visited.has(next);) {
      visited.add(next)
      const node: Node = this.#byName.get(next)?.value ?? this.map
      const following = this.#nameIn(node)
      if (following === null) return node
      next = following
    }
    return this.map
  }

  /** Returns the name in a schema that is only a reference, with a description at most. */
  #nameIn(node: Node): string | null {
    if (node.kind !== 'map') return null
    const isOnly = node.entries.every(
      ({ key }) => key === '$ref' || key === 'description' || key === 'summary',
    )
    return isOnly ? nameOf(stringOf(valueOf(node, '$ref')) ?? '') : null
  }

  /** Returns the schemas from which more references in a row lead to a schema than allowed. */
  #longChains(declared: readonly Entry[]): readonly Entry[] {
    const targets = new Map(
      declared.map(({ key, value }) => {
        const text = stringOf(referenceIn(value) ?? value) ?? ''
        return [key, text.startsWith(COMPONENTS) ? text.slice(COMPONENTS.length) : undefined]
      }),
    )
    const lengths = new Map<string, number>()
    for (const start of targets.keys()) {
      const way: string[] = []
      let at: string | undefined = start
      while (at !== undefined && !lengths.has(at)) {
        lengths.set(at, 0)
        way.push(at)
        at = targets.get(at)
      }
      let length = at === undefined ? 0 : (lengths.get(at) ?? 0)
      for (const name of way.reverse()) lengths.set(name, length++)
    }
    return declared.filter(({ key }) => (lengths.get(key) ?? 0) > MAX_CHAIN)
  }

  #declare(written: readonly Entry[]): void {
    const [long] = this.#longChains(written)
    if (long !== undefined)
      this.#collector.report('SVC8004', {
        message: `More than ${MAX_CHAIN} references lead from "${long.key}" to a schema`,
        at: long.keyAt,
        help: 'Refer to the schema itself',
      })
    const isLong = long !== undefined
    const declared = written.map((entry) =>
      isLong && referenceIn(entry.value) !== null ? { ...entry, value: mapOf([], entry.value) } : entry,
    )
    const nodes = new Set(declared.map(({ value }) => value))
    const entries = declared.map(({ key, keyAt, value }) => {
      const entry = this.#newEntry(this.#validName(key, keyAt), keyAt, value)
      if (!this.#names.has(value)) this.#names.set(value, entry.key)
      return { entry, value }
    })
    for (const { entry, value } of entries) {
      const target = this.#declaredTarget(value, nodes)
      if (target !== null) this.#names.set(target, entry.key)
      this.#pending.push({ entry, node: target ?? value })
    }
  }

  /**
   * Returns the target of a component that is only a reference to a schema that is not a component, such as another
   * file. It gets the name of the component.
   */
  #declaredTarget(node: Node, components: ReadonlySet<Node>): Node | null {
    const reference = referenceIn(node)
    if (reference === null || node.kind !== 'map' || node.entries.length > 1) return null
    const target = this.#references.follow(node)
    if (target === null) return mapOf([], node)
    return components.has(target) || this.#names.has(target) ? null : target
  }

  #newEntry(name: string, keyAt: Span, node: Node): SharedEntry {
    const entry: SharedEntry = { key: name, keyAt, value: { kind: 'map', entries: [], at: node.at } }
    this.#entries.push(entry)
    this.#byName.set(name, entry)
    return entry
  }

  #validName(key: string, at: Span): string {
    const name = NAME.test(key) && key !== '__proto__' ? key : this.#uniqueName(key)
    if (name !== key) {
      this.#collector.report('SVC8043', {
        message: `The name of the schema "${key}" is not valid; it is read as "${name}"`,
        at,
        help: 'Use only letters, digits, ".", "_" and "-"',
      })
    }
    return name
  }

  #uniqueName(written: string): string {
    const stem = written.replace(/[^A-Za-z0-9._-]+/g, '_').replace(/^_+|_+$/g, '') || 'schema'
    let name = stem
    for (let count = 2; this.#byName.has(name); count++) name = `${stem}${count}`
    return name
  }

  #drain(): void {
    for (let next = this.#pending.shift(); next !== undefined; next = this.#pending.shift()) {
      next.entry.value = asMap(this.#schema(next.node, next.base))
    }
  }

  /** @param base the nearest schema with `$id`, in which pointers resolve */
  #schema(node: Node, base: Node | undefined): Node {
    if (node.kind !== 'map') {
      const isFlag = node.kind === 'scalar' && typeof node.value === 'boolean'
      if (isFlag || (node.kind === 'scalar' && node.faulty === true)) return node
      this.#collector.report('SVC8004', { message: 'A schema must be a map', at: node.at })
      return mapOf([], node)
    }
    const known = this.#converted.get(node)
    if (known !== undefined) return known
    const inner = valueOf(node, '$id') === undefined ? base : node
    const whole = this.#inheritance.withHeirs(node)
    const upgraded = upgradeKeywords(this.#anchors.bound(whole), this.#version, this.#collector)
    const plain = this.#inner(upgraded, inner)
    const converted = isNullable(node, this.#version) ? withNull(plain) : plain
    this.#converted.set(node, converted)
    return converted
  }

  /** Converts the schemas in a schema whose own keywords have been converted. */
  #inner(map: MapNode, base: Node | undefined): MapNode {
    const entries = map.entries.flatMap((entry) => {
      const value = this.#keyword(entry, base)
      return value === null ? [] : [value === entry.value ? entry : { ...entry, value }]
    })
    return { ...map, entries }
  }

  #keyword({ key, value }: Entry, base: Node | undefined): Node | null {
    if (key === '$ref') return this.#reference(value, base)
    if (key === 'discriminator') return this.#discriminator(value)
    const form = FORMS.get(key)
    if (form === 'schema' || key === 'items') return this.#schema(value, base)
    if (form === 'schemas' && value.kind === 'list')
      return { ...value, items: value.items.map((item) => this.#schema(item, base)) }
    if (form === 'schema map' && value.kind === 'map') {
      const entries = value.entries.map((entry) => ({ ...entry, value: this.#schema(entry.value, base) }))
      return { ...value, entries }
    }
    return value
  }

  #reference(value: Node, base: Node | undefined): Node | null {
    if (value.kind !== 'scalar' || typeof value.value !== 'string') {
      this.#collector.report('SVC8004', { message: '"$ref" must be a string', at: value.at })
      return null
    }
    const within = value.value.startsWith('#') ? base : undefined
    const target = this.#references.resolve(value, within)
    if (target === null) return null
    const name = OTHER_COMPONENT.test(value.value) ? null : this.#nameOf(target, within)
    if (name === null) {
      this.#collector.report('SVC8004', {
        message: `Reference "${value.value}" does not point to a schema`,
        at: value.at,
      })
      return null
    }
    return scalar(`#/$defs/${name}`, value)
  }

  /** Returns the name of the schema to which a reference points, or null if the target is not a schema. */
  #nameOf({ node, name: written }: Target, base?: Node): string | null {
    const known = this.#names.get(node)
    if (known !== undefined) return known
    if (node.kind === 'list' || (node.kind === 'scalar' && typeof node.value !== 'boolean')) return null
    const name = this.#uniqueName(/^\d*$/.test(written) ? `schema${written}` : written)
    const entry = this.#newEntry(name, node.at, node)
    this.#names.set(node, name)
    this.#pending.push({ entry, node, base })
    return name
  }

  /** Rewrites the values in `mapping`, which are names or references, to references in the emitted document. */
  #discriminator(value: Node): Node {
    if (value.kind !== 'map') return value
    const entries = value.entries.map((entry) =>
      entry.key === 'mapping' && entry.value.kind === 'map'
        ? {
            ...entry,
            value: { ...entry.value, entries: entry.value.entries.flatMap((each) => this.#mapped(each)) },
          }
        : entry,
    )
    return { ...value, entries }
  }

  #mapped(entry: Entry): readonly Entry[] {
    const { value } = entry
    if (value.kind !== 'scalar' || typeof value.value !== 'string') return []
    const isName = this.#byName.has(value.value)
    if (!isName && !/[#/]|\.(json|ya?ml)$/.test(value.value)) {
      this.#collector.report('SVC8042', {
        message: `Unknown schema "${value.value}" in "mapping"; it is ignored`,
        at: value.at,
        help: () => didYouMean(value.source, this.#byName.keys()),
      })
      return []
    }
    const target = isName ? null : this.#references.resolve(value)
    const name = isName ? value.value : target && this.#nameOf(target)
    return name === null ? [] : [{ ...entry, value: scalar(`#/components/schemas/${name}`, value) }]
  }
}

/** Returns a schema as an object: `true` allows every value, and `false` none (JSON Schema 2020-12, Core, 4.3.2). */
function asMap(node: Node): Node {
  if (node.kind !== 'scalar' || typeof node.value !== 'boolean') return node
  const all = mapOf([], node)
  return node.value ? all : mapOf([['not', all]], node)
}

/** Maximum number of references in a row. */
const MAX_CHAIN = 1000

const COMPONENTS = '#/components/schemas/'
/** Matches references to components that are no schemas. */
const OTHER_COMPONENT =
  /#\/components\/(?:parameters|headers|responses|requestBodies|examples|links|callbacks|securitySchemes|pathItems)\/[^/]+$/
const DEFS = '#/$defs/'

function nameOf(reference: string): string | null {
  return reference.startsWith(DEFS) ? reference.slice(DEFS.length) : null
}
