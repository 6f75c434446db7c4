import { type ListNode, type Node, type ScalarNode, textOf } from '../../source/node.js'
import { report, type Context } from '../context.js'
import { type Field, type FieldsOf, shapeOf } from '../fields.js'
import { isUnknown, listAt, scalarAt, textAt } from '../values.js'

export const PARAMETER = shapeOf(
  'a parameter',
  [
    'displayName',
    'description',
    'type',
    'pattern',
    'minLength',
    'maxLength',
    'minimum',
    'maximum',
    'example',
    'repeat',
    'required',
    'default',
  ],
  ['enum'],
)

export type Facets = FieldsOf<typeof PARAMETER>

const TYPES = ['string', 'number', 'integer', 'date', 'boolean', 'file'] as const
type Type = (typeof TYPES)[number]

/** The types to which each key applies (RAML 0.8, "Named Parameters"). */
const APPLICABLE_TYPES: ReadonlyMap<string, readonly Type[]> = new Map<keyof Facets, readonly Type[]>([
  ['enum', ['string']],
  ['pattern', ['string']],
  ['minLength', ['string']],
  ['maxLength', ['string']],
  ['minimum', ['number', 'integer']],
  ['maximum', ['number', 'integer']],
])

/** The location of a parameter, which determines its defaults. */
export type ParameterKind =
  'uriParameters' | 'baseUriParameters' | 'queryParameters' | 'headers' | 'formParameters'

/** Returns a parameter's type, or null if it is invalid or a `<<parameter>>` of a trait or resource type. */
export function typeOf({ type }: Facets, kind: ParameterKind, context: Context): Type | null {
  if (type === undefined) return 'string'
  if (isUnknown(type.value, context)) return null
  const text = textAt(type.value, 'type', context)
  const found = TYPES.find((name) => name === text)
  if (found === undefined) {
    if (type.value.kind === 'scalar') {
      report(context, 'SVC2020', {
        message: `Unknown parameter type "${text ?? ''}"`,
        at: type.value.at,
        help: `Use one of ${TYPES.join(', ')}`,
      })
    }
    return null
  }
  if (found === 'file' && kind !== 'formParameters') {
    report(context, 'SVC2026', {
      message: `A parameter in "${kind}" cannot be a file; it is treated as a string`,
      at: type.value.at,
    })
  }
  return found
}

/** Returns the facets that apply to a type. Reports the others, which are then ignored. */
export function applicable(facets: Facets, type: Type, context: Context): Facets {
  const fits = ({ name, keyAt }: Field): boolean => {
    const types = APPLICABLE_TYPES.get(name)
    if (types === undefined || types.includes(type)) return true
    report(context, 'SVC2021', {
      message: `"${name}" does not apply to the type "${type}"`,
      at: keyAt,
      help: `Remove it, or change the type to ${types.join(' or ')}`,
    })
    return false
  }
  return Object.fromEntries(Object.entries(facets).filter(([, field]) => fits(field)))
}

/** Reads an `enum`. Reports duplicate values and an empty `enum`. */
export function enumOf(node: Node | undefined, context: Context): readonly string[] | null {
  const list = listAt(node, 'enum', context)
  if (list === null) return null
  if (list.items.length === 0) report(context, 'SVC2022', { message: '"enum" is empty', at: list.at })
  return distinct(list, context)
}

function distinct(list: ListNode, context: Context): readonly string[] {
  const seen = new Map<string, ScalarNode>()
  for (const item of list.items) {
    const scalar = scalarAt(item, 'enum', context)
    if (scalar === null) continue
    const text = textOf(scalar)
    const first = seen.get(text)
    if (first === undefined) {
      seen.set(text, scalar)
      continue
    }
    report(context, 'SVC2022', {
      message: `Duplicate value "${text}" in "enum"`,
      at: scalar.at,
      related: [{ message: 'First listed here', at: first.at }],
    })
  }
  return [...seen.keys()]
}
