import { didYouMean } from '../../diagnostics/nearest.js'
import type { Entry, MapNode, Node } from '../../source/node.js'
import type { Span } from '../../source/span.js'
import { report, type Context } from '../context.js'
import type { Declaration } from '../declarations.js'
import { hasParameter } from '../parameters.js'
import { isNothing, isOpen, listAt, mapAt, textOf, wrongKind } from '../values.js'

/** A trait or resource type that is used, with the values of its parameters. */
export interface Reference {
  readonly declaration: Declaration
  readonly parameters: ReadonlyMap<string, Node>
  readonly at: Span
}

/** What both kinds have in common. */
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

/** Reads an `is`: a list of names, or of maps of a name and parameters (RAML 0.8, "Traits"). */
export function readTraitUses(node: Node | undefined, context: Context): readonly Reference[] {
  const list = node === undefined ? null : listAt(node, 'is', context)
  return (list?.items ?? []).flatMap((item) => {
    if (isOpen(item, context)) return []
    if (item.kind === 'map') return item.entries.flatMap((entry) => readEntry(entry, TRAIT, context))
    return readName(item, TRAIT, context)
  })
}

/** Reads a `type`: one name, or a map of one name and parameters (RAML 0.8, "Resource Types"). */
export function readTypeUse(node: Node | undefined, context: Context): Reference | null {
  if (node === undefined || isOpen(node, context)) return null
  if (node.kind !== 'map') return readName(node, RESOURCE_TYPE, context)[0] ?? null
  const [first, second] = node.entries
  if (second !== undefined) {
    report(context, 'SVC2054', {
      message: 'A resource has one type only',
      at: second.keyAt,
      help: 'Let one resource type have the other as its "type"',
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
    wrongKind(node, `A ${kind.what} must be a name, or a map of a name and parameters`, context)
    return []
  }
  const name = isNothing(node) ? '' : textOf(node)
  const found = find(name, node.at, kind, context)
  return found === null ? [] : [referenceTo(found, null, { at: node.at, kind }, context)]
}

function find(name: string, at: Span, { what, unknown }: Kind, context: Context): Declaration | null {
  const declared = what === 'trait' ? context.traits : context.resourceTypes
  const found = declared.byName.get(name)
  if (found !== undefined) return found
  if (name.trim() === '') {
    report(context, 'SVC2052', {
      message: `The name of a ${what} is missing`,
      at,
      help: 'Write one, or remove the line',
    })
    return null
  }
  if (!declared.isComplete) return null
  report(context, unknown, {
    message: `There is no ${what} "${name}"`,
    at,
    help: () => didYouMean(name, declared.byName.keys()),
  })
  return null
}

/** So many parameters that one use does not give are told. */
const MOST_MISSING = 20

/** Checks the parameters of a use against those that the declaration has. */
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
        message: `The parameter "${key}" is reserved`,
        at: keyAt,
        help: 'Remove it: its value is known',
      })
    } else if (!wanted.has(key)) {
      report(context, 'SVC2059', {
        message: `The ${what} "${declaration.name}" has no parameter "${key}"`,
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
    if (missing > MOST_MISSING) break
    report(context, 'SVC2056', {
      message: `The parameter "${name}" of the ${what} "${declaration.name}" is not given`,
      at,
      related: [{ message: 'It is used here', at: written }],
      help: `Write "${declaration.name}: { ${name}: … }"`,
    })
  }
  return { declaration, parameters, at }
}
