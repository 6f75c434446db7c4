import { LIMITS, type Limits } from './limits.js'
import type { Node } from './node.js'

interface Measure {
  /** The number of values. Shared values are counted each time they are used. */
  readonly nodes: number
  /** Nesting depth of maps and lists. */
  readonly height: number
}

/** Limits the number of values, counted at each use. Aliases and includes can make a small document huge. */
export class Budget {
  readonly #limits: Limits
  #left: number
  #isOverrun = false
  readonly #measures = new WeakMap<Node, Measure>()

  constructor(limits: Limits = LIMITS) {
    this.#limits = limits
    this.#left = limits.nodes
  }

  spend(): boolean {
    this.#left -= 1
    return this.#left >= 0
  }

  /** Returns whether the limit has been exceeded, in which case the result is incomplete. */
  get isOverrun(): boolean {
    return this.#isOverrun
  }

  /** Returns true only on the first call, so that exceeding the limit is reported once. */
  isFirstOverrun(): boolean {
    const isFirst = !this.#isOverrun
    this.#isOverrun = true
    return isFirst
  }

  /** Counts a node that is used again. Returns the limit that it would exceed, in which case it is not counted. */
  spendAgain(node: Node, depth: number): 'ok' | 'too large' | 'too deep' {
    const { nodes, height } = this.#measure(node)
    if (depth + height > this.#limits.depth) return 'too deep'
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
