import type { Node } from '../../source/node.js'
import { report, type Context } from '../context.js'
import { listAt, textAt } from '../values.js'

/** Reads `protocols`, a list of `HTTP` and `HTTPS` (RAML 0.8, "Protocols"), or returns null if there is none. */
export function readProtocols(node: Node | undefined, context: Context): readonly string[] | null {
  const list = listAt(node, 'protocols', context)
  if (list === null) return null
  return list.items.flatMap((item) => {
    const text = textAt(item, 'protocols', context)
    if (text === null) return []
    if (text === 'HTTP' || text === 'HTTPS') return [text]
    report(context, 'SVC2013', {
      message: `Unknown protocol "${text}"`,
      at: item.at,
      help: 'Use HTTP or HTTPS',
    })
    return []
  })
}
