import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Alias,
  type Document,
  type Pair,
  type Scalar,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml'
import { nearest } from '../../diagnostics/nearest.js'
import type { Entry, MapNode, Node } from '../node.js'
import type { Sources } from '../sources.js'
import type { SourceFile, Span } from '../span.js'
import { mapOf } from './map-entries.js'

/** The keys of texts for people (RAML 0.8, "User Documentation" and "Description"). */
const PROSE: ReadonlySet<string> = new Set(['content', 'description'])

type Positioned = { readonly range?: readonly [number, number, number] | null | undefined }

/** Turns a YAML document without syntax errors into nodes (SPEC 1.1); problems inside are reported. */
export function buildNode(document: Document.Parsed, file: SourceFile, sources: Sources): Node {
  return new Builder(file, sources).build(document.contents, file.text.length, 0)
}

class Builder {
  readonly #file: SourceFile
  readonly #sources: Sources
  /** What anchors stand for; null while the node is being built. */
  readonly #anchors = new Map<string, Node | null>()
  readonly #hasTabs: boolean
  /** Values that are for people to read, and that nothing is made of. */
  readonly #prose = new Set<unknown>()

  constructor(file: SourceFile, sources: Sources) {
    this.#file = file
    this.#sources = sources
    this.#hasTabs = file.text.includes('\t')
  }

  /** @param end where an absent value would stand */
  build(source: unknown, end: number, depth: number): Node {
    if (isAlias(source)) return this.#follow(source, depth)
    if (!isScalar(source) && !isMap(source) && !isSeq(source)) return this.#nothing(end)
    const at = this.#spanOf(source, end)
    if (hasUnknownTag(source)) return faulty(at)
    if (!this.#sources.budget.spend()) return this.#tooMuch(at)
    if (source.anchor === undefined) return this.#buildContent(source, at, depth)
    this.#anchors.set(source.anchor, null)
    const node = this.#buildContent(source, at, depth)
    this.#anchors.set(source.anchor, node)
    return node
  }

  #buildContent(source: unknown, at: Span, depth: number): Node {
    if (isScalar(source))
      return source.tag === '!include' ? this.#include(source, at, depth) : scalarNode(source, at)
    if (isMap(source)) return this.#buildMap(source, at, depth)
    const items = isSeq(source) ? source.items : []
    return { kind: 'list', items: items.map((item) => this.build(item, at.end, depth + 1)), at }
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
    const keyAt = this.#spanOf(isScalar(key) ? key : {}, 0)
    const name = isScalar(key) ? String(key.value) : ''
    if (PROSE.has(name)) this.#prose.add(value)
    return {
      key: name,
      keyAt,
      value: this.build(value, keyAt.end, depth + 1),
    }
  }

  #warnOfTab(keyAt: Span): void {
    const colon = /^["']?[ \t]*: *\t/.exec(this.#file.text.slice(keyAt.end, keyAt.end + 40))
    if (colon === null) return
    const start = keyAt.end + colon[0].length - 1
    this.#sources.collector.report('SVC1050', {
      message: 'A tab stands after the colon',
      at: { file: this.#file, start, end: start + 1 },
      help: 'Write a space: not every reader of YAML takes a tab',
    })
  }

  #include(source: Scalar, at: Span, depth: number): Node {
    const node = this.#sources.include(source.source ?? '', at, this.#prose.has(source))
    return node === null ? faulty(at) : this.#useAgain(node, at, depth)
  }

  #follow(alias: Alias, depth: number): Node {
    const at = this.#spanOf(alias, 0)
    const node = this.#anchors.get(alias.source)
    if (node !== undefined && node !== null) return this.#useAgain(node, at, depth)
    const isInside = node === null
    this.#sources.collector.report('SVC1015', {
      message: isInside
        ? `The alias "*${alias.source}" stands inside of what it is an alias for`
        : `There is no anchor "&${alias.source}" before this alias`,
      at,
      help: () => (isInside ? undefined : meantAlias(alias.source, this.#anchors.keys())),
    })
    return faulty(at)
  }

  #useAgain(node: Node, at: Span, depth: number): Node {
    const { budget, collector } = this.#sources
    switch (budget.spendAgain(node, depth)) {
      case 'ok':
        return node
      case 'too deep':
        collector.report('SVC1017', {
          message: 'There is too much nesting, aliases and includes counted',
          at,
        })
        return faulty(at)
      case 'too large':
        return this.#tooMuch(at)
    }
  }

  #tooMuch(at: Span): Node {
    const { budget, collector } = this.#sources
    if (budget.isFirstOverrun()) {
      collector.report('SVC1016', {
        message: 'The document is too large, with aliases and includes counted each time they are used',
        at,
        help: 'Use fewer aliases inside of what has an alias itself',
      })
    }
    return faulty(at)
  }

  #nothing(end: number): Node {
    return { kind: 'scalar', value: null, source: '', plain: true, at: { file: this.#file, start: end, end } }
  }

  #spanOf({ range }: Positioned, end: number): Span {
    return { file: this.#file, start: range?.[0] ?? end, end: range?.[1] ?? end }
  }
}

function meantAlias(name: string, anchors: Iterable<string>): string | undefined {
  const near = nearest(name, anchors)
  return near === undefined ? undefined : `Did you mean "*${near}"?`
}

function isMergeKey(key: unknown): boolean {
  return isScalar(key) && key.type === 'PLAIN' && key.value === '<<'
}

/** Unknown tags are reported with the errors of the document. */
function hasUnknownTag(source: Scalar | YAMLMap | YAMLSeq): boolean {
  const { tag } = source
  return (
    tag !== undefined && !tag.startsWith('tag:yaml.org,2002:') && !(tag === '!include' && isScalar(source))
  )
}

function faulty(at: Span): Node {
  return { kind: 'scalar', value: null, source: '', plain: true, faulty: true, at }
}

function scalarNode(scalar: Scalar, at: Span): Node {
  const source = scalar.source ?? ''
  return { kind: 'scalar', value: valueOf(scalar.value, source), source, plain: scalar.type === 'PLAIN', at }
}

function valueOf(value: unknown, source: string): string | number | boolean | null {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value
    case 'number':
      return Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value))
        ? value
        : source
    default:
      return value === null ? null : source
  }
}
