import type { Method } from '../../api/api.js'
import type { Collector } from '../../diagnostics/collector.js'
import { type FieldType, type Model, operationOf, VALUE_TRAITS } from '../../ir/index.js'
import { looseKey } from '../../naming/loose-match.js'
import { listed } from '../../naming/phrases.js'
import type { Span } from '../../source/span.js'
import type { Declarations } from '../models/declarations.js'
import { type PathNode, textParameters } from '../resources/path-tree.js'
import type { Lack } from '../contract/source.js'
import { type Gap, isRouteTarget, lastParameter, type RouteTarget } from './route-targets.js'

/** Operations on the items of a model below parameters that nothing says the meaning of. */
interface Unselected {
  readonly parameters: readonly string[]
  readonly model: string
  /** The model of the item above, if the parameter is its key. */
  readonly owner: string | null
  readonly operations: { readonly id: string; readonly at: Span }[]
  /** Whether the last parameter is a number. */
  readonly isNumber: boolean
  readonly at: Span
}

/**
 * Reports operations of an OpenAPI document that would be served from stored items if the parameters above their collection
 * selected any, once for each collection. Serving all items instead would show those of others. Returns what each of these
 * operations lacks.
 */
export function reportUnselected(
  targets: ReadonlyMap<PathNode, RouteTarget | Gap>,
  { modelOf, models: declared }: Declarations,
  models: ReadonlyMap<string, Model>,
  collector: Collector,
): ReadonlyMap<Span, Lack> {
  const found = new Map<string, Unselected>()
  for (const [node, gap] of targets) {
    const { parameters = [], target = null } = withoutMeaning(node, gap)
    if (target === null) continue
    const owner = !isRouteTarget(gap) && 'owner' in gap ? gap.owner : null
    const inNode = textParameters(node.path)
    for (const { absolutePath, methods } of node.resources) {
      const names = textParameters(absolutePath)
      const written = parameters.map((place) => names[place] ?? '')
      for (const method of methods) {
        const isServed = operationOf(target.kind, method.verb) !== undefined
        if (method.isAction || !isServed || modelOf(method) !== target.model) continue
        const key = `${parameters.map((place) => inNode[place]).join('/')} ${owner} ${target.model}`
        const known = found.get(key) ?? {
          parameters: written,
          model: target.model,
          owner,
          operations: [],
          isNumber: isNumeric(method, written.at(-1)),
          at: method.verbAt,
        }
        known.operations.push({ id: `${method.verb.toUpperCase()} ${absolutePath}`, at: method.verbAt })
        found.set(key, known)
      }
    }
  }
  const lacks = new Map<Span, Lack>()
  for (const { parameters, model, owner, operations, isNumber: isGiven, at } of found.values()) {
    const names = listed(parameters.map((name) => `"{${name}}"`))
    const ids = operations.map(({ id }) => id)
    const own = 'or write the operations yourself with "x-operation: own"'
    const above = models.get(owner ?? '')
    const last = parameters.slice(-1)
    const isDeclared = declared.get(owner ?? '')?.schema.properties.some(({ name }) => name === above?.key)
    const hasNumber = above !== undefined && isDeclared === true ? hasNumericKey(above) : isGiven
    const existing = above && propertyFor(above, models.get(model), last, hasNumber)
    const reference = referenceTo(above, last, hasNumber)
    const scope = existing === undefined ? '<property>' : existing.name
    const help =
      existing?.isKey === true
        ? `Write "x-relation: ${owner}" next to "${existing.name}" in ${model}, if it refers to ${owner}, ${own}`
        : existing !== undefined || reference === null
          ? `Name the property of ${model} that has this value with "x-scope: ${scope}" next to the parameter, ${own}`
          : `Add a property to ${model} that refers to ${owner}, such as "${reference}", ${own}`
    collector.report('SVC8074', {
      message: `Which items ${names} ${parameters.length === 1 ? 'selects' : 'select'} in ${summary(ids)} is not declared, because ${model} has no relationship to what is above`,
      at,
      help,
    })
    for (const each of operations)
      lacks.set(each.at, {
        message: `does not say which items of ${model} ${names} ${parameters.length === 1 ? 'selects' : 'select'}`,
        line: help,
        isError: true,
      })
  }
  return lacks
}

/**
 * Returns the property that seems to contain the key of the item above a collection, or, with another type than the key, what
 * the parameter contains.
 */
function propertyFor(
  above: Model,
  model: Model | undefined,
  [parameter = '']: readonly string[],
  hasNumber: boolean,
): { readonly name: string; readonly isKey: boolean } | undefined {
  const names = [parameter, `${above.id}${above.key}`, above.id].map(looseKey)
  const found = (model?.fields ?? []).flatMap(({ name, type }) => {
    const isNamed = name !== model?.key && names.includes(looseKey(name))
    return isNamed ? [{ name, isKey: isNumber(type) === hasNumber }] : []
  })
  return found.find(({ isKey }) => isKey) ?? found.find(({ name }) => looseKey(name) === looseKey(parameter))
}

function isNumber(type: FieldType): boolean {
  return type === 'big_integer' || VALUE_TRAITS[type].kind === 'number'
}

/** Returns whether a parameter in the path of an operation is a number. */
function isNumeric({ uriParameters }: Method, parameter: string | undefined): boolean {
  const type = uriParameters.find(({ name }) => name === parameter)?.schema['type']
  return type === 'integer' || type === 'number'
}

/** Returns whether the key of a model is a number. */
function hasNumericKey({ key, fields }: Model): boolean {
  return fields.some(({ name, type }) => name === key && isNumber(type))
}

/**
 * Returns a property that refers to items of a model and that no document shows, or null if there is no model.
 * @param hasNumber whether the key of the items is a number, or the parameter is, if the key is not known yet
 */
function referenceTo(
  model: Model | undefined,
  parameters: readonly string[],
  hasNumber: boolean,
): string | null {
  if (model === undefined) return null
  const { id, key, names, fields } = model
  const [parameter = ''] = parameters
  // A parameter with the name of a field, such as a slug, is not named after the items.
  const isField = [key, ...fields.map((each) => each.name)].some(
    (each) => looseKey(each) === looseKey(parameter),
  )
  const name = isField ? `${names.var}_${key}` : parameter
  return `${name}: { type: ${hasNumber ? 'integer' : 'string'}, writeOnly: true, x-relation: ${id} }`
}

const MAX_LISTED = 3

function summary(operations: readonly string[]): string {
  if (operations.length <= MAX_LISTED) return listed(operations)
  return `${operations[0]} and ${operations.length - 1} other operations`
}

function withoutMeaning(
  node: PathNode,
  gap: RouteTarget | Gap,
): { readonly parameters?: readonly number[]; readonly target?: RouteTarget | null } {
  if (isRouteTarget(gap)) return {}
  if (gap.kind === 'unselected') return gap
  return gap.kind === 'unrelated' ? { parameters: lastParameter(node), target: gap.target } : {}
}
