import type { Node } from '../source/node.js'
import { report, type Context } from './context.js'
import { isNothing, isOpen, textOf } from './values.js'

/** An example that is a map or list, where a text is due, is taken as it was written (SPEC 1.1). */
export function exampleText(node: Node | undefined, context: Context): string | null {
  if (node === undefined || isOpen(node, context) || isNothing(node)) return null
  if (node.kind === 'scalar') return textOf(node)
  reportStructuredExample(node, context)
  return node.at.file.text.slice(node.at.start, node.at.end).replaceAll('\r\n', '\n')
}

/** Warns of an example that is a map or a list. */
export function reportStructuredExample(node: Node, context: Context): void {
  if (node.kind === 'scalar') return
  report(context, 'SVC2036', {
    message: `This example is a ${node.kind}, where a text is due`,
    at: node.at,
    help: 'Put "|" after "example:", and the example as it is sent below it',
  })
}
