import type { Node } from '../../source/node.js'
import { report, type Context } from '../context.js'
import { listAt, textAt } from '../values.js'

/** Checks `protocols`, a list of `HTTP` and `HTTPS` (RAML 0.8, "Protocols"). The service does not use it. */
export function checkProtocols(node: Node | undefined, context: Context): void {
  for (const item of listAt(node, 'protocols', context)?.items ?? []) {
    const text = textAt(item, 'protocols', context)
    if (text === null || text === 'HTTP' || text === 'HTTPS') continue
    report(context, 'SVC2013', {
      message: `Unknown protocol "${text}"`,
      at: item.at,
      help: 'Use HTTP or HTTPS',
    })
  }
}
