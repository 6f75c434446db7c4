import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Document,
  type Pair,
  type Scalar,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml'
import { nearest } from '../../diagnostics/nearest.js'
import { type Entry, exactNumber, faultyNode, type MapNode, type Node } from '../node.js'
import type { Includes } from '../includes.js'
import type { SourceFile, Span } from '../span.js'
import type { Collector } from '../../diagnostics/collector.js'
import { reportDuplicate } from '../duplicate-key.js'

/** The keys whose values are documentation (RAML 0.8, "User Documentation" and "Description"). */
const PROSE: ReadonlySet<string> = new Set(['content', 'description'])

/** Converts a YAML document without syntax errors to nodes. Reports problems. */
export function buildNode({ contents }: Document.Parsed, file: SourceFile, sources: Includes): Node {
  return new Builder(file, sources).build(contents, 0, file.text.length)
}

class Builder {
  readonly #file: SourceFile
  readonly #sources: Includes
  /** The node for each anchor, or null while the node is being built. */
  readonly #anchors = new Map<string, Node | null>()
  readonly #hasTabs: boolean
  /** Documentation, which does not affect the generated service. */
  readonly #prose = new Set<unknown>()

  constructor(file: SourceFile, sources: Includes) {
    this.#file = file
    this.#sources = sources
    this.#hasTabs = file.text.includes('\t')
  }

  /**
   * @param source a node of the YAML library, or null if the value is absent
   * @param end the offset where an absent value would be
   */
  build(source: unknown, depth: number, end: number): Node {
    const at = this.#spanOf(source, end)
    if (isAlias(source)) return this.#follow(source.source, at, depth)
    if (!isContent(source)) return this.#sources.budget.spend() ? absent(at) : this.#tooMuch(at)
    if (isUnknownTag(source)) return faultyNode(at)
    if (!this.#sources.budget.spend()) return this.#tooMuch(at)
    const { anchor } = source
    if (anchor === undefined) return this.#buildContent(source, at, depth)
    this.#anchors.set(anchor, null)
    const node = this.#buildContent(source, at, depth)
    this.#anchors.set(anchor, node)
    return node
  }

  #buildContent(source: Content, at: Span, depth: number): Node {
    if (isMap(source)) return this.#buildMap(source, at, depth)
    if (isScalar(source)) return isInclude(source) ? this.#include(source, at, depth) : scalarNode(source, at)
    const items = source.items.map((item) => this.build(item, depth + 1, at.end))
    return { kind: 'list', items, at }
  }

  #buildMap(source: YAMLMap, at: Span, depth: number): MapNode {
    const entries: Entry[] = []
    const merged: Node[] = []
    for (const pair of source.items) {
      const entry = this.#buildEntry(pair, depth)
      if (this.#hasTabs && source.flow !== true) this.#warnOfTab(entry.keyAt)
      if (isMergeKey(pair.key)) merged.push(entry.value)
      else entries.push(entry)
    }
    return mapOf({ entries, merged, at }, this.#sources.collector)
  }

  #buildEntry({ key, value }: Pair, depth: number): Entry {
    const name = isScalar(key) ? String(key.value) : ''
    const keyAt = this.#spanOf(key, 0)
    if (PROSE.has(name)) this.#prose.add(value)
    return { key: name, keyAt, value: this.build(value, depth + 1, keyAt.end) }
  }

  #warnOfTab(keyAt: Span): void {
    const colon = /^["']?[ \t]*: *\t/.exec(this.#file.text.slice(keyAt.end, keyAt.end + 40))
    if (colon === null) return
    const start = keyAt.end + colon[0].length - 1
    this.#sources.collector.report('SVC1050', {
      message: 'Tab after the colon',
      at: { file: this.#file, start, end: start + 1 },
      help: 'Use a space; some YAML parsers do not accept a tab here',
    })
  }

  #include(source: Scalar, at: Span, depth: number): Node {
    const node = this.#sources.include(source.source ?? '', at, this.#prose.has(source))
    return node === null ? faultyNode(at) : this.#useAgain(node, at, depth)
  }

  #follow(name: string, at: Span, depth: number): Node {
    const node = this.#anchors.get(name)
    // A copy, because what is known of a value, such as where it is used, is recorded by its object.
    if (node !== undefined && node !== null) return { ...this.#useAgain(node, at, depth) }
    const isInside = node === null
    this.#sources.collector.report('SVC1015', {
      message: isInside ? `Alias "*${name}" is inside the value of its anchor` : `Undefined alias "*${name}"`,
      at,
      help: () => (isInside ? undefined : meantAlias(name, this.#anchors.keys())),
    })
    return faultyNode(at)
  }

  #useAgain(node: Node, at: Span, depth: number): Node {
    const { budget, collector, limits } = this.#sources
    switch (budget.spendAgain(node, depth)) {
      case 'ok':
        return node
      case 'too deep':
        collector.report('SVC1017', {
          message: `More than ${limits.depth} levels of nesting, including aliases and includes`,
          at,
        })
        return faultyNode(at)
      case 'too large':
        return this.#tooMuch(at)
    }
  }

  #tooMuch(at: Span): Node {
    const { budget, collector, limits } = this.#sources
    if (budget.isFirstOverrun()) {
      collector.report('SVC1016', {
        message: `More than ${limits.nodes} values, with aliases and includes counted each time they are used`,
        at,
        help: 'Use fewer aliases inside values that are themselves aliased',
      })
    }
    return faultyNode(at)
  }

  #spanOf(node: unknown, absent: number): Span {
    const range = isAlias(node) || isContent(node) ? node.range : null
    return { file: this.#file, start: range?.[0] ?? absent, end: range?.[1] ?? absent }
  }
}

type Content = Scalar | YAMLMap | YAMLSeq

function isContent(node: unknown): node is Content {
  return isScalar(node) || isMap(node) || isSeq(node)
}

function isInclude({ tag }: Content): boolean {
  return tag === '!include'
}

/** Returns whether a node has an unknown tag. Unknown tags are reported with the errors in the document. */
function isUnknownTag(node: Content): boolean {
  const { tag } = node
  if (tag === undefined || tag.startsWith('tag:yaml.org,2002:')) return false
  return !(isInclude(node) && isScalar(node))
}

function meantAlias(name: string, anchors: Iterable<string>): string | undefined {
  const near = nearest(name, anchors)
  return near === undefined ? undefined : `Did you mean "*${near}"?`
}

function isMergeKey(key: unknown): boolean {
  return isScalar(key) && key.type === 'PLAIN' && key.value === '<<'
}

function absent(at: Span): Node {
  return { kind: 'scalar', value: null, source: '', plain: true, at }
}

function scalarNode({ value, source = '', type }: Scalar, at: Span): Node {
  return { kind: 'scalar', value: valueOf(value, source), source, plain: type === 'PLAIN', at }
}

function valueOf(value: unknown, source: string): string | number | boolean | null {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value
    case 'number':
      return exactNumber(value, source)
    default:
      return value === null ? null : source
  }
}

interface Written {
  readonly entries: readonly Entry[]
  readonly merged: readonly Node[]
  readonly at: Span
}

/** Returns a map with unique keys and resolved merge keys. Reports duplicate keys and keeps the first one. */
function mapOf({ entries: written, merged, at }: Written, collector: Collector): MapNode {
  const entries = new Map<string, Entry>()
  for (const entry of written) {
    const first = entries.get(entry.key)
    if (first === undefined) entries.set(entry.key, entry)
    else reportDuplicate(entry.key, entry.keyAt, first.keyAt, collector)
  }
  for (const entry of merged.flatMap((value) => mergedEntries(value, collector))) {
    if (!entries.has(entry.key)) entries.set(entry.key, entry)
  }
  return { kind: 'map', entries: [...entries.values()], at }
}

/** Returns the entries of `<<: [*a, *b]`, in which the first map wins (https://yaml.org/type/merge.html). */
function mergedEntries(value: Node, collector: Collector): readonly Entry[] {
  const maps = value.kind === 'list' ? value.items : [value]
  return maps.flatMap((map) => {
    if (map.kind === 'map') return map.entries
    const isReported = map.kind === 'scalar' && map.faulty === true
    if (!isReported) {
      collector.report('SVC1020', {
        message: 'The merge key "<<" requires a map or a list of maps',
        at: map.at,
        help: 'Refer to the anchor of a map, as in "<<: *name"; write parameters as "<<name>>"',
      })
    }
    return []
  })
}
