import type { Entry, Node } from '../source/node.js'
import type { Span } from '../source/span.js'
import { report, type Context } from './context.js'
import { parametersOf } from './inheritance/declared-parameters.js'
import { isNothing, isOpen, wrongKind } from './values.js'

/** A trait, resource type, security scheme or schema of the root, as it was written. */
export interface Declaration {
  readonly name: string
  readonly nameAt: Span
  readonly value: Node
  /** The `<<parameters>>` of a trait or resource type, each with the place of its first use. */
  readonly parameters: ReadonlyMap<string, Span>
}

/** What one of the root's lists declares. */
export interface Declarations {
  readonly byName: ReadonlyMap<string, Declaration>
  /** False where a part could not be read, and so any name may have been meant to be there. */
  readonly isComplete: boolean
}

/**
 * Reads one of the root's lists of named things: a list of maps, several names to a map allowed. One map for the whole is read with
 * a warning (SPEC 1.1).
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
      message: `"${entry.key}" is declared twice in "${key}"`,
      at: entry.keyAt,
      related: [{ message: 'It is first declared here', at: first.nameAt }],
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
  if (isNothing(node) || isOpen(node, context)) return []
  switch (node.kind) {
    case 'list':
      return node.items.flatMap((item) => itemEntries(item, key, context))
    case 'map':
      reportOneMap(node, key, context)
      return node.entries
    case 'scalar':
      wrongKind(node, `"${key}" must be a list of maps`, context, `Write "- name:" below "${key}:"`)
      return []
  }
}

function itemEntries(item: Node, key: string, context: Context): readonly Entry[] {
  if (item.kind === 'map') return item.entries
  if (!isOpen(item, context)) wrongKind(item, `An item of "${key}" must be a map`, context)
  return []
}

function reportOneMap(node: Node, key: string, context: Context): void {
  report(context, 'SVC2062', {
    message: `"${key}" is one map, where a list of maps is due`,
    at: node.at,
    help: 'Put "- " before each name',
  })
}
