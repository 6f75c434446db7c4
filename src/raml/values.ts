import { booleanOf } from '../source/boolean.js'
import { type ListNode, type MapNode, type Node, type ScalarNode, textOf } from '../source/node.js'
import { report, type Context } from './context.js'
import { hasParameter } from './template-text.js'

/** Returns whether a value is unknown: an error was reported, or it contains a parameter of a trait or type. */
export function isUnknown(node: Node, context: Context): boolean {
  if (node.kind !== 'scalar') return false
  return node.faulty === true || (context.isTemplate && hasParameter(node.source))
}

export function hasNoValue(node: Node): boolean {
  return node.kind === 'scalar' && node.value === null
}

/** Returns a key's value if it is a map, or null if it has none. Reports any other value and returns null. */
export function mapAt(node: Node | undefined, name: string, context: Context): MapNode | null {
  if (node?.kind === 'map') return node
  if (node && !hasNoValue(node) && !isUnknown(node, context))
    reportWrongKind(node, `"${name}" must be a map`, context)
  return null
}

/** Returns a key's value if it is a list, or null if the key has no value. Reports any other value and returns null. */
export function listAt(node: Node | undefined, name: string, context: Context): ListNode | null {
  if (node?.kind === 'list') return node
  if (node && !hasNoValue(node) && !isUnknown(node, context))
    reportWrongKind(node, `"${name}" must be a list`, context)
  return null
}

/** Returns a key's value if it is a scalar, or null if it has none. Reports any other value and returns null. */
export function scalarAt(node: Node, name: string, context: Context): ScalarNode | null {
  if (node.kind !== 'scalar') reportWrongKind(node, `"${name}" must be a string`, context)
  return node.kind !== 'scalar' || hasNoValue(node) || isUnknown(node, context) ? null : node
}

/** Returns the text of the scalar from {@link scalarAt}, as written. */
export function textAt(node: Node | undefined, name: string, context: Context): string | null {
  const scalar = node === undefined ? null : scalarAt(node, name, context)
  return scalar === null ? null : textOf(scalar)
}

/** Returns a key's value if it is a number, or null if the key is missing. Reports any other value and returns null. */
export function numberAt(node: Node | undefined, name: string, context: Context): number | null {
  if (node === undefined || isUnknown(node, context)) return null
  if (node.kind === 'scalar' && typeof node.value === 'number') return node.value
  reportWrongKind(node, `"${name}" must be a number`, context)
  return null
}

/** Returns a key's value if it is a boolean, or the default. Warns about YAML 1.1, and reports other values. */
export function booleanAt(
  node: Node | undefined,
  name: string,
  fallback: boolean,
  context: Context,
): boolean {
  if (node === undefined || isUnknown(node, context)) return fallback
  const value = booleanOf(node, context.collector)
  if (value === undefined) reportWrongKind(node, `"${name}" must be true or false`, context)
  return value ?? fallback
}

export function reportWrongKind(node: Node, message: string, context: Context, help?: string): void {
  report(context, 'SVC2006', { message, at: node.at, help })
}

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
