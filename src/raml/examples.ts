import { type Node, textOf } from '../source/node.js'
import { report, type Context } from './context.js'
import { hasNoValue, isUnknown } from './values.js'

/** Returns the text of an example. Warns about maps and lists, and returns their source text. */
export function exampleText(node: Node | undefined, context: Context): string | null {
  if (node === undefined || isUnknown(node, context) || hasNoValue(node)) return null
  if (node.kind === 'scalar') return textOf(node)
  reportStructuredExample(node, context)
  return node.at.file.text.slice(node.at.start, node.at.end).replaceAll('\r\n', '\n')
}

export function reportStructuredExample(node: Node, context: Context): void {
  if (node.kind === 'scalar') return
  report(context, 'SVC2036', {
    message: `An example should be a string, not a ${node.kind}`,
    at: node.at,
    help: 'Write "|" after "example:" and the indented example below it',
  })
}
