import { type Node, emptyMap } from '../../source/node.js'
import type { Span } from '../../source/span.js'
import { report, type Context } from '../context.js'
import { exampleText, booleanAt, mapAt, numberAt, textAt } from '../values.js'
import { entriesOf, fieldsOf } from '../fields.js'
import { PARAMETER, applicable, enumOf, typeOf, type Facets, type ParameterKind } from './parameter-facets.js'

/** A parameter (RAML 0.8, "Named Parameters"), with one declaration for each type that it can have. */
export interface NamedParameter {
  readonly name: string
  readonly nameAt: Span
  readonly declarations: readonly ParameterDeclaration[]
}

export type ParameterDeclaration = Readonly<ReturnType<typeof declarationOf>>

/** Reads a map of named parameters (RAML 0.8, "Named Parameters"). URI parameters are required by default. */
export function readNamedParameters(
  node: Node | undefined,
  kind: ParameterKind,
  context: Context,
): readonly NamedParameter[] {
  const map = mapAt(node, kind, context)
  if (map === null) return []
  return entriesOf(map, context).map(({ name, keyAt, value }) => ({
    name,
    nameAt: keyAt,
    declarations: declarationsOf(name, value, kind, context),
  }))
}

/** Returns the implicit declaration of an undeclared URI parameter: a required string. */
export function undeclared(name: string, nameAt: Span, context: Context): NamedParameter {
  return { name, nameAt, declarations: declarationsOf(name, emptyMap(nameAt), 'uriParameters', context) }
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
      message: `Parameter "${name}" has an empty list of types`,
      at: node.at,
      help: 'Use a map, or a list with one map for each type',
    })
  }
  return node.items.map((item) => declarationOf(name, item, kind, context))
}

function declarationOf(name: string, node: Node, kind: ParameterKind, context: Context) {
  const isOfUri = kind === 'uriParameters' || kind === 'baseUriParameters'
  const map = mapAt(node, name, context)
  const declared: Facets = map === null ? {} : fieldsOf(map, PARAMETER, context)
  const type = typeOf(declared, kind, context)
  const facets = type === null ? declared : applicable(declared, type, context)
  textAt(facets.displayName?.value, 'displayName', context)
  return {
    type: type ?? 'string',
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
