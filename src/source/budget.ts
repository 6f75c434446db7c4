import { LIMITS } from './limits.js'
import type { Node } from './node.js'

interface Measure {
  /** Values in it, shared ones counted each time. */
  readonly nodes: number
  /** Levels of maps and lists. */
  readonly height: number
}

/**
 * Counts values as they are used. Aliases and includes share one node, so what is small in memory may be huge when walked: an alias
 * bomb (SPEC 16).
 */
export class Budget {
  #left: number = LIMITS.nodes
  #isOverrun = false
  readonly #measures = new WeakMap<Node, Measure>()

  /** Takes one value into account. @returns false when there are too many */
  spend(): boolean {
    this.#left -= 1
    return this.#left >= 0
  }

  /** True where what was read is not whole. */
  get isOverrun(): boolean {
    return this.#isOverrun
  }

  /** True the first time it is asked: one report is enough. */
  isFirstOverrun(): boolean {
    const isFirst = !this.#isOverrun
    this.#isOverrun = true
    return isFirst
  }

  /**
   * Takes a node that is used once more into account.
   * @returns what it would make the document, at this depth; where that is not `ok`, nothing was spent
   */
  spendAgain(node: Node, depth: number): 'ok' | 'too large' | 'too deep' {
    const { nodes, height } = this.#measure(node)
    if (depth + height > LIMITS.depth) return 'too deep'
    if (nodes > this.#left) return 'too large'
    this.#left -= nodes
    return 'ok'
  }

  #measure(node: Node): Measure {
    const known = this.#measures.get(node)
    if (known !== undefined) return known
    const parts = childrenOf(node).map((child) => this.#measure(child))
    const measure = {
      nodes: parts.reduce((sum, part) => sum + part.nodes, 1),
      height: parts.reduce(
        (height, part) => Math.max(height, part.height + 1),
        node.kind === 'scalar' ? 0 : 1,
      ),
    }
    this.#measures.set(node, measure)
    return measure
  }
}

function childrenOf(node: Node): readonly Node[] {
  switch (node.kind) {
    case 'scalar':
      return []
    case 'list':
      return node.items
    case 'map':
      return node.entries.map((entry) => entry.value)
  }
}
