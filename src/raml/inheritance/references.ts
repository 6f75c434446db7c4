import { didYouMean } from '../../diagnostics/nearest.js'
import { type Entry, type MapNode, type Node, textOf } from '../../source/node.js'
import type { Span } from '../../source/span.js'
import { type Context, type Declaration, report } from '../context.js'
import { isFaulty } from '../declared-parameters.js'
import { hasParameter } from '../template-text.js'
import { hasNoValue, isUnknown, listAt, mapAt, reportWrongKind } from '../values.js'

/** A use of a trait or resource type, with its arguments. */
export interface Reference {
  readonly declaration: Declaration
  readonly parameters: ReadonlyMap<string, Node>
  readonly at: Span
}

interface Kind {
  readonly what: 'trait' | 'resource type'
  readonly unknown: 'SVC2050' | 'SVC2051'
  readonly reserved: readonly string[]
}

const TRAIT: Kind = {
  what: 'trait',
  unknown: 'SVC2050',
  reserved: ['resourcePath', 'resourcePathName', 'methodName'],
}
const RESOURCE_TYPE: Kind = {
  what: 'resource type',
  unknown: 'SVC2051',
  reserved: ['resourcePath', 'resourcePathName'],
}

/** Reads an `is`, which is a list of names, or of maps from a name to its parameters (RAML 0.8, "Traits"). */
export function readTraitUses(node: Node | undefined, context: Context): readonly Reference[] {
  const list = listAt(node, 'is', context)
  return (list?.items ?? []).flatMap((item) => {
    if (isUnknown(item, context)) return []
    if (item.kind === 'map') return item.entries.flatMap((entry) => readEntry(entry, TRAIT, context))
    return readName(item, TRAIT, context)
  })
}

/** Reads a `type`, which is a name, or a map from a name to its parameters (RAML 0.8, "Resource Types"). */
export function readTypeUse(node: Node | undefined, context: Context): Reference | null {
  if (node === undefined || isUnknown(node, context)) return null
  if (node.kind !== 'map') return readName(node, RESOURCE_TYPE, context)[0] ?? null
  const [first, second] = node.entries
  if (second !== undefined) {
    report(context, 'SVC2054', {
      message: 'A resource can have only one type',
      at: second.keyAt,
      help: 'Use only one of the types, and let it inherit from the other',
    })
  }
  if (first === undefined) return readName({ ...EMPTY, at: node.at }, RESOURCE_TYPE, context)[0] ?? null
  return readEntry(first, RESOURCE_TYPE, context)[0] ?? null
}

const EMPTY = { kind: 'scalar', value: null, source: '', plain: true } as const

function readEntry({ key, keyAt, value }: Entry, kind: Kind, context: Context): readonly Reference[] {
  if (context.isTemplate && hasParameter(key)) return []
  const found = find(key, keyAt, kind, context)
  const given = mapAt(value, key, context)
  return found === null ? [] : [referenceTo(found, given, { at: keyAt, kind }, context)]
}

function readName(node: Node, kind: Kind, context: Context): readonly Reference[] {
  if (node.kind !== 'scalar') {
    reportWrongKind(
      node,
      `Expected the name of a ${kind.what}, or a map from a name to its parameters`,
      context,
    )
    return []
  }
  const name = hasNoValue(node) ? '' : textOf(node)
  const found = find(name, node.at, kind, context)
  return found === null ? [] : [referenceTo(found, null, { at: node.at, kind }, context)]
}

function find(name: string, at: Span, { what, unknown }: Kind, context: Context): Declaration | null {
  const declared = what === 'trait' ? context.traits : context.resourceTypes
  const found = declared.byName.get(name)
  if (found !== undefined) return found
  if (name.trim() === '') {
    report(context, 'SVC2052', {
      message: `Missing ${what} name`,
      at,
      help: 'Add a name, or remove the line',
    })
    return null
  }
  if (!declared.isComplete) return null
  report(context, unknown, {
    message: `Unknown ${what} "${name}"`,
    at,
    help: () => didYouMean(name, declared.byName.keys()),
  })
  return null
}

const MAX_MISSING = 20

/** Returns a use of a trait or resource type. Reports missing and unknown parameters. */
function referenceTo(
  declaration: Declaration,
  given: MapNode | null,
  { at, kind: { what, reserved } }: { readonly at: Span; readonly kind: Kind },
  context: Context,
): Reference {
  const wanted = declaration.parameters
  const entries = (given?.entries ?? []).filter((entry) => !(context.isTemplate && hasParameter(entry.key)))
  for (const { key, keyAt } of entries) {
    if (reserved.includes(key)) {
      report(context, 'SVC2057', {
        message: `Reserved parameter "${key}"`,
        at: keyAt,
        help: 'Remove it; its value is set automatically',
      })
    } else if (!wanted.has(key) && !isFaulty(declaration.value)) {
      report(context, 'SVC2059', {
        message: `Unknown parameter "${key}" for the ${what} "${declaration.name}"`,
        at: keyAt,
        help: () => didYouMean(key, wanted.keys()) ?? 'Remove it',
      })
    }
  }
  const parameters = new Map(entries.map(({ key, value }) => [key, value]))
  let missing = 0
  for (const [name, written] of wanted) {
    if (reserved.includes(name) || parameters.has(name)) continue
    missing += 1
    if (missing > MAX_MISSING) break
    report(context, 'SVC2056', {
      message: `Missing parameter "${name}" for the ${what} "${declaration.name}"`,
      at,
      related: [{ message: 'Used here', at: written }],
      help: `Write "${declaration.name}: { ${name}: … }"`,
    })
  }
  return { declaration, parameters, at }
}
