import type { Entry, Node } from '../source/node.js'
import { type Context, type Declaration, type Declarations, report } from './context.js'
import { parametersOf } from './declared-parameters.js'
import { hasNoValue, isUnknown, reportWrongKind } from './values.js'

/**
 * Reads a root-level list of declarations. Each item is a map with one or more names. If there is a single map instead
 * of a list, it is accepted with a warning.
 * @param key `traits`, `resourceTypes`, `securitySchemes` or `schemas`
 */
export function readDeclarations(node: Node | undefined, key: string, context: Context): Declarations {
  const declarations = new Map<string, Declaration>()
  for (const entry of node === undefined ? [] : entriesOf(node, key, context)) {
    const first = declarations.get(entry.key)
    if (first === undefined) {
      declarations.set(entry.key, declarationOf(entry))
      continue
    }
    report(context, 'SVC2017', {
      message: `Duplicate declaration "${entry.key}" in "${key}"`,
      at: entry.keyAt,
      related: [{ message: 'First declared here', at: first.nameAt }],
    })
  }
  return { byName: declarations, isComplete: node === undefined || isReadable(node) }
}

function declarationOf({ key, keyAt, value }: Entry): Declaration {
  return { name: key, nameAt: keyAt, value, parameters: parametersOf(value) }
}

function isReadable(node: Node): boolean {
  if (node.kind === 'scalar') return node.faulty !== true
  return node.kind === 'map' || node.items.every((item) => item.kind !== 'scalar' || item.faulty !== true)
}

function entriesOf(node: Node, key: string, context: Context): readonly Entry[] {
  if (hasNoValue(node) || isUnknown(node, context)) return []
  switch (node.kind) {
    case 'list':
      return node.items.flatMap((item) => itemEntries(item, key, context))
    case 'map':
      reportSingleMap(node, key, context)
      return node.entries
    case 'scalar':
      reportWrongKind(node, `"${key}" must be a list of maps`, context, `Write "- name:" below "${key}:"`)
      return []
  }
}

function itemEntries(item: Node, key: string, context: Context): readonly Entry[] {
  if (item.kind === 'map') return item.entries
  if (!isUnknown(item, context)) reportWrongKind(item, `Items in "${key}" must be maps`, context)
  return []
}

function reportSingleMap(node: Node, key: string, context: Context): void {
  report(context, 'SVC2062', {
    message: `"${key}" should be a list of maps, not a map`,
    at: node.at,
    help: 'Write "- " before each name',
  })
}
