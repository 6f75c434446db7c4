import { type Entry, type MapNode, type Node, emptyMap } from '../source/node.js'
import type { Span } from '../source/span.js'
import type { Method, Parameter, Resource } from '../api/api.js'
import { MAX_PATH_LENGTH } from '../api/path-length.js'
import { type Context, type Declaration, report } from './context.js'
import { type Field, fieldsOf, type OtherKey, shapeOf } from './fields.js'
import { expand } from './inheritance/expand.js'
import type { ExpansionBudget } from './inheritance/instantiate.js'
import { readTraitUses, readTypeUse } from './inheritance/references.js'
import { readMethod } from './methods/methods.js'
import { readNamedParameters, undeclared } from './parameters/named-parameters.js'
import { schemaParameters } from './parameters/parameters.js'
import { readSecuredBy } from './methods/secured-by.js'
import { variablesOf } from './parameters/uri-template.js'
import { isUnknown, mapAt, textAt, reportWrongKind } from './values.js'
import { isVerb, VERBS } from './verbs.js'

const PLAIN = ['displayName', 'description', 'type', 'is', 'securedBy'] as const
const OPTIONAL = ['uriParameters', 'baseUriParameters', ...VERBS] as const

const RESOURCE = shapeOf('a resource', PLAIN, OPTIONAL)
const RESOURCE_TYPE = shapeOf('a resource type', [...PLAIN, 'usage'], OPTIONAL)

export interface Progress {
  readonly budget: ExpansionBudget
  /** The absolute paths of the resources read so far, each with its span. */
  readonly paths: Map<string, Span>
}

/**
 * Reads a resource and its nested resources, and applies types and traits (RAML 0.8, "Resources and Nested Resources").
 * Reports errors. If the path is too long, returns an empty list.
 * @param parentUri the joined keys of the parents. Below `/`, the joined keys contain two slashes, which become one in
 * `absolutePath`
 */
export function readResource(
  entry: Entry,
  parentUri: string,
  progress: Progress,
  context: Context,
): readonly Resource[] {
  const { key, keyAt, value } = entry
  const uri = parentUri + key
  if (uri.length > MAX_PATH_LENGTH) return tooLong(entry, context)
  const absolutePath = uri.includes('//') ? uri.replace(/\/{2,}/g, '/') : uri
  const isFirst = checkUnique(uri, keyAt, progress, context)
  const written = mapAt(value, key, context) ?? emptyMap(value.at)
  const map = expand(written, absolutePath, progress.budget, context)
  const nested: Entry[] = []
  const fields = fieldsOf(map, RESOURCE, context, (name, field) => {
    if (!name.startsWith('/')) return { help: hintOf(name) }
    nested.push(field)
    return 'taken'
  })
  const methods = readMethods(map, context)
  readNamedParameters(fields.baseUriParameters?.value, 'baseUriParameters', context)
  const resource: Resource = {
    path: withoutExtension(key),
    absolutePath: withoutExtension(absolutePath),
    pathAt: keyAt,
    displayName: textAt(fields.displayName?.value, 'displayName', context),
    description: textAt(fields.description?.value, 'description', context),
    uriParameters: readUriParameters(entry, fields.uriParameters, context),
    securedBy: readSecuredBy(fields.securedBy?.value, context),
    methods: isFirst ? methods : [],
    resources: nested.flatMap((child) => readResource(child, uri, progress, context)),
    isUnread: !isFirst || hasFault(value, written, context) || methods.some((method) => method.isUnread),
  }
  return [resource]
}

/** Removes `{mediaTypeExtension}` (RAML 0.8, "Template URIs"), because bodies are negotiated by headers. */
function withoutExtension(path: string): string {
  return path.replaceAll('{mediaTypeExtension}', '')
}

/** Returns whether the resource, or a method that the resource itself declares, could not be read. */
function hasFault(value: Node, written: MapNode, context: Context): boolean {
  const methods = written.entries.filter(({ key }) => isVerb(key))
  return [value, ...methods.map((method) => method.value)].some((node) => isUnknown(node, context))
}

function tooLong({ keyAt }: Entry, context: Context): readonly Resource[] {
  report(context, 'SVC2018', {
    message: `The path of this resource is longer than ${MAX_PATH_LENGTH} characters`,
    at: keyAt,
    help: 'Use fewer or shorter segments',
  })
  return []
}

/** Checks the declaration of a resource type (RAML 0.8, "Resource Types"). */
export function checkResourceType({ name, value }: Declaration, context: Context): void {
  if (isUnknown(value, context)) return
  if (value.kind !== 'map') return reportWrongKind(value, `Resource type "${name}" must be a map`, context)
  const fields = fieldsOf(value, RESOURCE_TYPE, context, refuseNested(context))
  readTypeUse(fields.type?.value, context)
  readTraitUses(fields.is?.value, context)
  readSecuredBy(fields.securedBy?.value, context)
  textAt(fields.displayName?.value, 'displayName', context)
  textAt(fields.description?.value, 'description', context)
  textAt(fields.usage?.value, 'usage', context)
  readNamedParameters(fields.uriParameters?.value, 'uriParameters', context)
  readNamedParameters(fields.baseUriParameters?.value, 'baseUriParameters', context)
  for (const verb of VERBS) if (fields[verb] !== undefined) readMethod(fields[verb], context)
}

function refuseNested(context: Context): OtherKey {
  return (key, { keyAt }) => {
    if (!key.startsWith('/')) return { help: undefined }
    report(context, 'SVC2055', {
      message: `Resource types cannot contain the nested resource "${key}"`,
      at: keyAt,
      help: 'Move it to the resources that use the type',
    })
    return 'taken'
  }
}

function readMethods(map: MapNode, context: Context): readonly Method[] {
  return map.entries
    .filter(({ key }) => isVerb(key))
    .map((entry) => readMethod({ ...entry, name: entry.key }, context))
}

function readUriParameters(
  { key, keyAt }: Entry,
  field: Field | undefined,
  context: Context,
): readonly Parameter[] {
  const declared = readNamedParameters(field?.value, 'uriParameters', context)
  const variables = variablesOf(key, keyAt, context)
  const inPath = variables.map(
    (name) => declared.find((each) => each.name === name) ?? undeclared(name, keyAt, context),
  )
  const all = [...inPath, ...declared.filter(({ name }) => !variables.includes(name))]
  return schemaParameters(all, 'uriParameters', context).filter(({ name }) => name !== 'mediaTypeExtension')
}

/** Returns whether a path is new. If it is a duplicate, reports this. */
function checkUnique(uri: string, at: Span, { paths }: Progress, context: Context): boolean {
  const first = paths.get(uri)
  if (first === undefined) {
    paths.set(uri, at)
    return true
  }
  report(context, 'SVC2015', {
    message: `Duplicate resource "${uri}"`,
    at,
    related: [{ message: 'First declared here', at: first }],
    help: 'Merge the two resources',
  })
  return false
}

function hintOf(key: string): string | undefined {
  if (key.endsWith('?')) return 'Remove the "?"; only traits and resource types can have optional parts'
  return key === key.toLowerCase() || !isVerb(key.toLowerCase())
    ? undefined
    : `Did you mean "${key.toLowerCase()}"?`
}
