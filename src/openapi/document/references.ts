import { posix } from 'node:path'
import { nearest } from '../../diagnostics/nearest.js'
import { entryOf, stringOf, valueOf } from '../../schema/node.js'
import type { MapNode, Node, ScalarNode } from '../../source/node.js'
import type { Sources } from '../../source/sources.js'
import type { Span } from '../../source/span.js'

/** The target of a reference. */
export interface Target {
  readonly node: Node
  /** The last token of the pointer or, for a whole file, its name without the extension. */
  readonly name: string
}

/** Maximum number of references that are followed in one step of a pointer. */
const MAX_STEPS = 100

/** Resolves the references (`$ref`) in a document and in the files that it refers to. Reports missing targets. */
export class References {
  readonly #sources: Sources
  readonly #root: Node
  readonly #targets = new Map<string, Target | null>()
  /** The results of {@link follow} for nodes that are references. */
  readonly #followed = new Map<Node, Node | null>()
  readonly #ids = new Map<Node, ReadonlyMap<string, Node>>()
  readonly #anchors = new Map<Node, ReadonlyMap<string, Node>>()

  /** @param root the root of the main file, without what svcgen added to it */
  constructor(sources: Sources, root: Node) {
    this.#sources = sources
    this.#root = root
  }

  /**
   * Follows the references from a node to a node that is not a reference. Reports missing targets and cycles.
   * @returns null after reporting
   */
  follow(node: Node): Node | null {
    const visited = new Set<Node>()
    const found = this.#follow(node, visited)
    for (const each of visited) this.#followed.set(each, found)
    return found
  }

  /** @param visited the references on the way, to which this adds */
  #follow(node: Node, visited: Set<Node>): Node | null {
    let here = node
    for (;;) {
      const reference = referenceIn(here)
      if (reference === null) return here
      const known = this.#followed.get(here)
      if (known !== undefined) return known
      if (visited.has(here)) return this.#reportCycle(reference)
      visited.add(here)
      const target = this.resolve(reference)
      if (target === null) return null
      here = target.node
    }
  }

  /**
   * Returns the target of a reference, which can be a reference itself. Reports a missing target.
   * @param reference the value of `$ref`
   * @param base the root for pointers without a file, by default that of the reference's file
   * @returns null after reporting
   */
  resolve(reference: ScalarNode, base?: Node): Target | null {
    const text = stringOf(reference) ?? ''
    const key = `${reference.at.file.path}\0${text}`
    const known = base === undefined ? this.#targets.get(key) : undefined
    if (known !== undefined) return known
    const target = this.#find(text, reference, base)
    if (base === undefined) this.#targets.set(key, target)
    return target
  }

  #find(text: string, reference: ScalarNode, base: Node | undefined): Target | null {
    const { at } = reference
    const hash = text.indexOf('#')
    const path = decoded(hash === -1 ? text : text.slice(0, hash))
    const fragment = hash === -1 ? '' : text.slice(hash + 1)
    if (/^\.?\/?$/.test(path) && path !== '' && fragment.startsWith('/'))
      return this.#reportMissing(text, at, `Did you mean "#${fragment}"?`)
    if (path === '' && hash === -1) return this.#reportMissing(text, at, 'Write "#/components/…"')
    const help = path === '' ? undefined : this.#meantHere(path, at)
    if (help !== undefined) return this.#reportMissing(text, at, help)
    const root =
      path === '' ? (base ?? this.#rootOf(at)) : (this.#identified(path, at) ?? this.#fileAt(path, at))
    if (root === null) return null
    if (fragment === '') return { node: root, name: posix.basename(path).replace(/\.[^.]*$/, '') || 'root' }
    if (!fragment.startsWith('/')) {
      const node = this.#anchorsIn(root).get(fragment)
      return node === undefined
        ? this.#reportMissing(text, at, `Add "$anchor: ${fragment}" to the target, or write "#/…"`)
        : { node, name: fragment }
    }
    return this.#point(root, fragment, text, at)
  }

  #fileAt(path: string, at: Span): Node | null {
    const root = this.#sources.referredFile(path, at)
    return root?.at.file.path === this.#root.at.file.path ? this.#root : root
  }

  #rootOf({ file }: Span): Node | null {
    return file.path === this.#root.at.file.path ? this.#root : this.#sources.parseDocument(file)
  }

  #point(root: Node, fragment: string, text: string, at: Span): Target | null {
    const written = fragment.split('/').slice(1)
    let node = root
    for (const [index, raw] of written.entries()) {
      const next = this.#step(node, raw)
      if (next === undefined) return this.#reportMissing(text, at, this.#meant(root, node, written, index))
      node = next
    }
    return { node, name: unescaped(decoded(written.at(-1) ?? '')) }
  }

  #step(node: Node, raw: string, steps = 0): Node | undefined {
    if (node.kind === 'list') return /^\d+$/.test(raw) ? node.items[Number(raw)] : undefined
    const found = valueOf(node, unescaped(decoded(raw))) ?? valueOf(node, unescaped(raw))
    const reference = found === undefined ? referenceIn(node) : null
    if (reference === null || steps > MAX_STEPS) return found
    const target = this.resolve(reference)
    return target === null ? undefined : this.#step(target.node, raw, steps + 1)
  }

  /** Returns the help for a reference with a missing target. */
  #meant(root: Node, node: Node, tokens: readonly string[], index: number): string | undefined {
    const wrong = unescaped(decoded(tokens[index] ?? ''))
    const last = unescaped(decoded(tokens.at(-1) ?? ''))
    const components = valueOf(root, 'components')
    const section =
      components?.kind === 'map' ? components.entries.find(({ value }) => entryOf(value, last)) : null
    if (section !== undefined && section !== null) {
      return `Did you mean "#/components/${section.key}/${escaped(last)}"?`
    }
    const keys = node.kind === 'map' ? node.entries.map(({ key }) => key) : []
    const near = nearest(wrong, keys)
    if (near === undefined) return undefined
    const meant = [...tokens.slice(0, index), escaped(near), ...tokens.slice(index + 1)]
    const target = meant.reduce<Node | undefined>((at, token) => at && this.#step(at, token), root)
    return target && `Did you mean "#/${meant.join('/')}"?`
  }

  /** Returns help if a reference to a file is probably meant as a reference to a component. */
  #meantHere(path: string, at: Span): string | undefined {
    const root = this.#rootOf(at)
    const bare = path.replace(/^\/?components\/schemas\//, '')
    if (root === null || !/^[\w.-]+$/.test(bare)) return undefined
    const schemas = valueOf(valueOf(root, 'components') ?? root, 'schemas')
    if (schemas === undefined || entryOf(schemas, bare) === undefined) return undefined
    return `Did you mean "#/components/schemas/${bare}"?`
  }

  /** Returns the schema whose `$id` is a URI, or ends with a relative reference. */
  #identified(path: string, at: Span): Node | undefined {
    const root = this.#rootOf(at)
    if (root === null) return undefined
    const ids = this.#ids.get(root) ?? idsIn(root)
    this.#ids.set(root, ids)
    const relative = `/${path.replace(/^(?:\.?\/)+/, '')}`
    return ids.get(path) ?? [...ids].find(([id]) => id.endsWith(relative))?.[1]
  }

  #anchorsIn(root: Node): ReadonlyMap<string, Node> {
    const known = this.#anchors.get(root)
    if (known !== undefined) return known
    const found = new Map<string, Node>()
    for (const node of nodesIn(root))
      for (const key of ['$anchor', '$dynamicAnchor']) {
        const name = stringOf(valueOf(node, key))
        if (name !== undefined && !found.has(name)) found.set(name, node)
      }
    this.#anchors.set(root, found)
    return found
  }

  #reportMissing(text: string, at: Span, help: string | undefined): null {
    this.#sources.collector.report('SVC8010', { message: `Reference "${text}" has no target`, at, help })
    return null
  }

  #reportCycle(reference: ScalarNode): null {
    this.#sources.collector.report('SVC8011', {
      message: `Reference "${stringOf(reference) ?? ''}" leads back to itself`,
      at: reference.at,
      help: 'Write out one of the referenced parts',
    })
    return null
  }
}

/** Returns the schemas with `$id` in a document, by its value. */
function idsIn(root: Node): ReadonlyMap<string, Node> {
  const found = new Map<string, Node>()
  for (const node of nodesIn(root)) {
    const id = stringOf(valueOf(node, '$id'))?.replace(/#$/, '')
    if (id !== undefined && !found.has(id)) found.set(id, node)
  }
  return found
}

/** Yields a node and all nodes below it, without recursion, because they can nest deeply. */
function* nodesIn(root: Node): Generator<Node> {
  const pending = [root]
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    yield node
    if (node.kind === 'map') for (const { value } of node.entries) pending.push(value)
    else if (node.kind === 'list') for (const item of node.items) pending.push(item)
  }
}

/** Returns the value of `$ref` in a map, or null if there is none. */
export function referenceIn(node: Node): ScalarNode | null {
  const value = node.kind === 'map' ? valueOf(node, '$ref') : undefined
  return value?.kind === 'scalar' && typeof value.value === 'string' ? value : null
}

/** Returns a map without `$ref`. */
export function withoutReference(map: MapNode): MapNode {
  return { ...map, entries: map.entries.filter(({ key }) => key !== '$ref') }
}

/** Escapes a name for a JSON pointer (RFC 6901). */
export function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}

function unescaped(token: string): string {
  return token.replaceAll('~1', '/').replaceAll('~0', '~')
}

/** Decodes percent-encoded text. Returns invalid text unchanged. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
