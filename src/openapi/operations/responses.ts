import type { Response } from '../../api/api.js'
import { valueOf } from '../../schema/node.js'
import type { Entry, MapNode, Node } from '../../source/node.js'
import { entriesIn, textAt } from '../document/values.js'
import type { Context } from '../schemas/context.js'
import { readContent } from './bodies.js'
import { readHeaders } from './parameters.js'

/** Reads the responses of operations. A response that several operations refer to is read only once. */
export class ResponseReader {
  readonly #context: Context
  readonly #known = new Map<Node, Omit<Response, 'status'>>()

  constructor(context: Context) {
    this.#context = context
  }

  read(map: Node | undefined): readonly Response[] {
    return entriesIn(map).flatMap((entry) => {
      if (entry.key.startsWith('x-')) return []
      const status = statusOf(entry.key)
      if (status === null) this.#reportStatus(entry)
      const node = entry.value.kind === 'map' ? this.#context.references.follow(entry.value) : null
      return status === null || node?.kind !== 'map' ? [] : [{ status, ...this.#response(node) }]
    })
  }

  #response(node: MapNode): Omit<Response, 'status'> {
    const known = this.#known.get(node)
    if (known !== undefined) return known
    const response = {
      description: textAt(node, 'description'),
      headers: readHeaders(valueOf(node, 'headers'), this.#context),
      bodies: readContent(valueOf(node, 'content'), this.#context),
    }
    this.#known.set(node, response)
    return response
  }

  #reportStatus({ key, keyAt }: Entry): void {
    this.#context.collector.report('SVC8027', {
      message: `"${key}" is not a status code; the response is ignored`,
      at: keyAt,
      help: 'Use a code such as 200, a range such as "2XX", or "default"',
    })
  }
}

const RANGES = ['1XX', '2XX', '3XX', '4XX', '5XX'] as const

function statusOf(key: string): Response['status'] | null {
  if (/^[1-5]\d\d$/.test(key)) return Number(key)
  const name = key.toUpperCase()
  return name === 'DEFAULT' ? 'default' : (RANGES.find((range) => range === name) ?? null)
}
