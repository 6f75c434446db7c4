import type { ListNode, Node, ScalarNode } from '../source/node.js'
import type { NamedParameter, ParameterDeclaration } from './api.js'
import { report, type Context } from './context.js'
import { entriesOf, fieldsOf, type Field, type Shape } from './fields.js'
import { booleanAt, isNothing, isOpen, listAt, mapAt, numberAt, scalarAt, textAt, textOf } from './values.js'

type Type = ParameterDeclaration['type']

const SHAPE = {
  what: 'a parameter',
  keys: {
    displayName: 'plain',
    description: 'plain',
    type: 'plain',
    enum: 'optional',
    pattern: 'plain',
    minLength: 'plain',
    maxLength: 'plain',
    minimum: 'plain',
    maximum: 'plain',
    example: 'plain',
    repeat: 'plain',
    required: 'plain',
    default: 'plain',
  },
} as const satisfies Shape<string>

type Facets = { readonly [Name in keyof typeof SHAPE.keys]?: Field }

const TYPES: Readonly<Record<Type, true>> = {
  string: true,
  number: true,
  integer: true,
  date: true,
  boolean: true,
  file: true,
}

/** The types for which a key means something (RAML 0.8, "Named Parameters"). */
const FITTING = {
  enum: ['string'],
  pattern: ['string'],
  minLength: ['string'],
  maxLength: ['string'],
  minimum: ['number', 'integer'],
  maximum: ['number', 'integer'],
} as const satisfies { readonly [Name in keyof Facets]: readonly Type[] }

/** Where parameters stand decides on their defaults. */
export type ParameterKind =
  'uriParameters' | 'baseUriParameters' | 'queryParameters' | 'headers' | 'formParameters'

/** Reads a map of named parameters (RAML 0.8, "Named Parameters"); those of URIs are required unless they say otherwise. */
export function readNamedParameters(
  node: Node | undefined,
  kind: ParameterKind,
  context: Context,
): readonly NamedParameter[] {
  const map = node === undefined ? null : mapAt(node, kind, context)
  if (map === null) return []
  return entriesOf(map, context).map(({ name, keyAt, value }) => ({
    name,
    nameAt: keyAt,
    declarations: declarationsOf(name, value, kind, context),
  }))
}

/** What a variable of a URI is that nobody declares: a required string. */
export function undeclared(name: string, nameAt: NamedParameter['nameAt']): NamedParameter {
  return { name, nameAt, declarations: [{ ...BLANK, required: true }] }
}

const BLANK: ParameterDeclaration = {
  type: 'string',
  displayName: null,
  description: null,
  required: false,
  repeat: false,
  enum: null,
  pattern: null,
  minLength: null,
  maxLength: null,
  minimum: null,
  maximum: null,
  example: null,
  default: null,
}

function declarationsOf(
  name: string,
  node: Node,
  kind: ParameterKind,
  context: Context,
): readonly ParameterDeclaration[] {
  if (node.kind !== 'list') return [declarationOf(name, node, kind, context)]
  if (node.items.length === 0) {
    report(context, 'SVC2024', {
      message: `The parameter "${name}" has an empty list of types`,
      at: node.at,
      help: 'Write a map, or a list with a map for each type',
    })
  }
  return node.items.map((item) => declarationOf(name, item, kind, context))
}

function declarationOf(
  name: string,
  node: Node,
  kind: ParameterKind,
  context: Context,
): ParameterDeclaration {
  const isOfUri = kind === 'uriParameters' || kind === 'baseUriParameters'
  const map = mapAt(node, name, context)
  if (map === null) return { ...BLANK, required: isOfUri }
  const facets: Facets = fieldsOf(map, SHAPE, context)
  const type = typeOf(facets, kind, context)
  if (type !== null) checkFit(facets, type, context)
  return {
    type: type ?? 'string',
    displayName: textAt(facets.displayName?.value, 'displayName', context),
    description: textAt(facets.description?.value, 'description', context),
    required: booleanAt(facets.required?.value, 'required', isOfUri, context),
    repeat: booleanAt(facets.repeat?.value, 'repeat', false, context),
    enum: enumOf(facets.enum?.value, context),
    pattern: textAt(facets.pattern?.value, 'pattern', context),
    minLength: numberAt(facets.minLength?.value, 'minLength', context),
    maxLength: numberAt(facets.maxLength?.value, 'maxLength', context),
    minimum: numberAt(facets.minimum?.value, 'minimum', context),
    maximum: numberAt(facets.maximum?.value, 'maximum', context),
    example: exampleText(facets.example?.value, context),
    default: textAt(facets.default?.value, 'default', context),
  }
}

/** Null where it is not known: a parameter in a trait, or a fault. */
function typeOf({ type }: Facets, kind: ParameterKind, context: Context): Type | null {
  if (type === undefined) return 'string'
  if (isOpen(type.value, context)) return null
  const text = textAt(type.value, 'type', context)
  if (text === null || !isType(text)) {
    if (type.value.kind === 'scalar') {
      report(context, 'SVC2020', {
        message: `"${text ?? ''}" is no type of a parameter`,
        at: type.value.at,
        help: `Use one of ${Object.keys(TYPES).join(', ')}`,
      })
    }
    return null
  }
  if (text === 'file' && kind !== 'formParameters') {
    report(context, 'SVC2026', {
      message: `Only form parameters can be files, not "${kind}"`,
      at: type.value.at,
    })
  }
  return text
}

function isType(text: string): text is Type {
  return Object.hasOwn(TYPES, text)
}

function checkFit(facets: Facets, type: Type, context: Context): void {
  for (const [name, types] of Object.entries(FITTING)) {
    const field = Object.values(facets).find((facet) => facet.name === name)
    if (field === undefined || types.some((fitting) => fitting === type)) continue
    report(context, 'SVC2021', {
      message: `"${name}" does not go with the type "${type}"`,
      at: field.keyAt,
      help: `It is for parameters of type ${types.join(' or ')}`,
    })
  }
}

function enumOf(node: Node | undefined, context: Context): readonly string[] | null {
  const list = node === undefined ? null : listAt(node, 'enum', context)
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
      message: `"enum" has "${text}" twice`,
      at: scalar.at,
      related: [{ message: 'It first stands here', at: first.at }],
    })
  }
  return [...seen.keys()]
}

/** An example that is a map or list, where a text is due, is taken as it was written (SPEC 1.1). */
function exampleText(node: Node | undefined, context: Context): string | null {
  if (node === undefined || isOpen(node, context) || isNothing(node)) return null
  if (node.kind === 'scalar') return textOf(node)
  reportStructuredExample(node, context)
  return node.at.file.text.slice(node.at.start, node.at.end)
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
