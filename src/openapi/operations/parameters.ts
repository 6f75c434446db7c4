import type { Parameter } from '../../api/api.js'
import { effectiveSchema, type Json, type JsonSchema, type ParameterStyle } from '../../ir/index.js'
import { didYouMean } from '../../diagnostics/nearest.js'
import { entryOf, toJson, valueOf } from '../../schema/node.js'
import { checkExample } from '../../schema/own-values.js'
import type { MapNode, Node } from '../../source/node.js'
import { entriesIn, isFalse, isTrue, itemsIn, textAt } from '../document/values.js'
import { referenceIn } from '../document/references.js'
import { type Context, convert } from '../schemas/context.js'
import { exampleIn, isJsonType } from './bodies.js'

export type Location = 'path' | 'query' | 'header' | 'cookie'

export interface DeclaredParameter {
  readonly location: Location
  readonly parameter: Parameter
}

/** The styles that each location allows; the first one is the default. */
const STYLES: Readonly<Record<Location, readonly [ParameterStyle, ...ParameterStyle[]]>> = {
  path: ['simple', 'label', 'matrix'],
  query: ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'],
  header: ['simple'],
  cookie: ['form'],
}

/** Headers that parameters and responses cannot declare, because other parts of OpenAPI describe them. */
const RESERVED_HEADERS: ReadonlySet<string> = new Set(['accept', 'content-type', 'authorization'])

/** Reads the parameters of a path or an operation. Reports duplicates and leaves out parameters that cannot be read. */
export function readParameters(list: Node | undefined, context: Context): readonly DeclaredParameter[] {
  const found = new Map<string, DeclaredParameter>()
  for (const item of itemsIn(list)) {
    // References to components of another kind have been reported.
    const isOther = /^#\/components\/(?!parameters\/)[^/]+\/[^/]+$/.test(String(referenceIn(item)?.value))
    const node = item.kind === 'map' && !isOther ? context.references.follow(item) : null
    const declared =
      item.kind === 'map' && node?.kind === 'map'
        ? readParameter(withOwnExtensions(node, item), context)
        : null
    if (declared === null) continue
    const key = keyOf(declared)
    const first = found.get(key)
    if (first === undefined) found.set(key, declared)
    else {
      context.collector.report('SVC8024', {
        message: `Duplicate ${declared.location} parameter "${declared.parameter.name}"; the first one is used`,
        at: item.at,
        related: [{ message: 'First declared here', at: first.parameter.nameAt }],
      })
    }
  }
  return [...found.values()]
}

/** Returns a parameter with the extensions next to the reference to it, which say what it means in one operation. */
function withOwnExtensions(node: MapNode, reference: MapNode): MapNode {
  if (node === reference) return node
  const own = reference.entries.filter(({ key }) => key.startsWith('x-'))
  if (own.length === 0) return node
  const keys = new Set(own.map(({ key }) => key))
  return { ...node, entries: [...node.entries.filter(({ key }) => !keys.has(key)), ...own] }
}

/** Returns what identifies a parameter in an operation: its location and name. Names of headers ignore case. */
export function keyOf({ location, parameter: { name } }: DeclaredParameter): string {
  return `${location} ${location === 'header' ? name.toLowerCase() : name}`
}

function readParameter(node: MapNode, context: Context): DeclaredParameter | null {
  const name = textAt(node, 'name')
  const location = textAt(node, 'in')
  const nameAt = valueOf(node, 'name')?.at ?? node.at
  if (name === null || name === '' || location === null || !isLocation(location)) {
    reportWithoutLocation(node, name, location, context)
    return null
  }
  if (location === 'header' && RESERVED_HEADERS.has(name.toLowerCase())) return null
  const read = readValue(node, location, { name, nameAt }, context)
  if (location !== 'path') return { location, parameter: read }
  if (!read.required) {
    context.collector.report('SVC8024', {
      message: `The path parameter "${name}" must be required`,
      at: valueOf(node, 'required')?.at ?? nameAt,
      help: 'Add "required: true"',
    })
  }
  return { location, parameter: { ...read, required: true } }
}

function reportWithoutLocation(
  node: MapNode,
  name: string | null,
  location: string | null,
  context: Context,
): void {
  const isNamed = name !== null && name !== ''
  context.collector.report('SVC8026', {
    message: isNamed
      ? `The parameter "${name}" has ${location === null ? 'no "in"' : `an unknown location "${location}"`}`
      : 'A parameter has no "name"',
    at: (isNamed ? valueOf(node, 'in')?.at : undefined) ?? { ...node.at, end: node.at.start + 1 },
    help: () => {
      if (!isNamed) return undefined
      if (location === 'body' || location === 'formData') return 'Use "requestBody"'
      return didYouMean(location ?? '', Object.keys(STYLES)) ?? 'Use "path", "query", "header" or "cookie"'
    },
  })
}

function isLocation(text: string): text is Location {
  return Object.hasOwn(STYLES, text)
}

/** Reads a map of response headers. */
export function readHeaders(map: Node | undefined, context: Context): readonly Parameter[] {
  return entriesIn(map).flatMap(({ key, keyAt, value }) => {
    const node = value.kind === 'map' ? context.references.follow(value) : null
    if (node?.kind !== 'map' || key.toLowerCase() === 'content-type') return []
    return [readValue(node, 'header', { name: key, nameAt: keyAt }, context)]
  })
}

/** Reads what parameters and headers have in common. */
function readValue(
  node: MapNode,
  location: Location,
  { name, nameAt }: Pick<Parameter, 'name' | 'nameAt'>,
  context: Context,
): Parameter {
  const style = readStyle(node, location, context)
  const explode = valueOf(node, 'explode')
  const { schema: written, isJson } = readSchema(node, name, context)
  const schema = withDefault(written, context)
  return {
    name,
    nameAt,
    description: textAt(node, 'description'),
    required: isTrue(valueOf(node, 'required')),
    deprecated: isTrue(valueOf(node, 'deprecated')),
    schema: withExample(schema, checkedExample(node, schema, context)),
    style,
    explode: style === 'form' ? explode === undefined || !isFalse(explode) : isTrue(explode),
    isJson,
    ...context.kept.of(node, 'parameter', ['allowEmptyValue', 'allowReserved']),
  }
}

function readStyle(node: MapNode, location: Location, { collector }: Context): ParameterStyle {
  const [standard] = STYLES[location]
  const written = valueOf(node, 'style')
  const text = textAt(node, 'style')
  if (written === undefined || text === null) return standard
  const style = STYLES[location].find((each) => each === text)
  if (style === undefined) {
    collector.report('SVC8024', {
      message: `The style "${text}" is not allowed for a ${location} parameter; "${standard}" is used`,
      at: written.at,
      help: () => didYouMean(text, STYLES[location]) ?? `Use ${STYLES[location].join(', ')}`,
    })
  }
  return style ?? standard
}

function readSchema(
  node: MapNode,
  name: string,
  context: Context,
): { readonly schema: JsonSchema; readonly isJson: boolean } {
  const written = valueOf(node, 'schema')
  const ignored = entryOf(node, 'content')
  if (written !== undefined && ignored !== undefined)
    context.collector.report('SVC8024', {
      message: `"${name}" has both "schema" and "content"; "content" is ignored`,
      at: ignored.keyAt,
      help: 'Remove one of them',
    })
  if (written !== undefined) return { schema: convert(written, context), isJson: false }
  const [content] = entriesIn(valueOf(node, 'content'))
  if (content === undefined) {
    context.collector.report('SVC8024', {
      message: `"${name}" has neither "schema" nor "content"; any value is allowed`,
      at: { ...node.at, end: node.at.start + 1 },
      help: 'Add a "schema"',
    })
    return { schema: {}, isJson: false }
  }
  const schema = valueOf(content.value, 'schema')
  const isJson = isJsonType(content.key)
  return { schema: schema === undefined ? {} : convert(schema, context), isJson }
}

function checkedExample(node: MapNode, schema: JsonSchema, context: Context): Node | null {
  const example = exampleIn(node, context)
  const lookup = (name: string): Json | undefined => context.components.used.get(name)
  if (example !== null)
    checkExample({ value: toJson(example), at: example.at }, schema, lookup, context.collector)
  return example
}

/** Adds the default that a part of a parameter's schema declares, as in `allOf`, to the schema itself. */
function withDefault(schema: JsonSchema, { components }: Context): JsonSchema {
  if (schema['allOf'] === undefined || schema['default'] !== undefined) return schema
  const { default: value } = effectiveSchema(schema, (name) => components.used.get(name))
  return value === undefined ? schema : { ...schema, default: value }
}

/** Adds the example of a parameter to its schema. */
function withExample(schema: JsonSchema, example: Node | null): JsonSchema {
  if (example === null || schema['examples'] !== undefined) return schema
  return { ...schema, examples: [toJson(example)] }
}
