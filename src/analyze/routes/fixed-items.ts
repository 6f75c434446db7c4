import type { Method, Resource } from '../../api/api.js'
import type { Collector } from '../../diagnostics/collector.js'
import {
  type Model,
  operationOf,
  CALLER_KEY,
  isNumeric,
  namedOperation,
  type Secured,
} from '../../ir/index.js'
import { looseKey } from '../../naming/loose-match.js'
import { refusal } from '../../schema/own-values.js'
import type { Declarations } from '../models/declarations.js'
import type { PathNode } from '../resources/path-tree.js'
import { parametersTo, type RouteTarget, scopeTo } from './route-targets.js'

/** The only item at a path, or that of the caller. */
export interface FixedItem {
  readonly target: RouteTarget
  /** The key, or `self`. */
  readonly key: string
}

interface FixedSource {
  readonly models: readonly Model[]
  readonly declarations: Declarations
  /** The auth model, if any. */
  readonly users: string | null
  readonly collector: Collector
}

/** The names of paths that show callers to themselves. */
const CALLER_PATHS: ReadonlySet<string> = new Set([
  'me',
  'user',
  'account',
  'profile',
  'currentuser',
  'whoami',
])

/**
 * Returns the item that an operation concerns if `x-item` contains its key, or if the path is one of those that show callers to
 * themselves, such as `/me`: without parameters, for callers only, and with the component of the users as the response of its GET.
 * Returns null for other operations. Reports `x-item` where it has no effect.
 */
export function fixedItem(
  node: PathNode,
  resource: Resource,
  method: Method,
  { callersOnly, accepts }: Secured,
  source: FixedSource,
): FixedItem | null {
  const { models, declarations, users, collector } = source
  const { verb, bulk, isAction } = method
  const isCreate = verb === 'post' && (bulk === null || bulk === 'create') && method.item !== CALLER_KEY
  const operation = namedOperation('item', verb, bulk) ?? operationOf('item', verb)
  // Other operations at its path are functions of the user.
  if (isAction || (operation === undefined && !(isCreate && method.item !== null))) return null
  const model = models.find(({ id }) => id === modelAt(resource, method, declarations))
  if (method.item === null) {
    const isCallers =
      callersOnly === true && model !== undefined && model.id === users && showsCaller(node, resource, source)
    return isCallers ? { target: targetOf(node, model), key: CALLER_KEY } : null
  }
  const fault = faultOf(node, method, model, { users, accepts })
  if (fault === null && model !== undefined) {
    const target = targetOf(node, model)
    return { target: isCreate ? { ...target, kind: 'collection' } : target, key: method.item }
  }
  collector.report('SVC8101', {
    message: `"x-item: ${method.item}" in ${method.verb.toUpperCase()} ${resource.absolutePath} has no effect, because ${fault?.reason ?? ''}`,
    at: method.verbAt,
    help: fault?.help,
  })
  return null
}

/** Returns the model of the item: that of the operation or, if its schemas name none, of others at its path. */
function modelAt({ methods }: Resource, method: Method, { modelOf }: Declarations): string | null {
  return modelOf(method) ?? methods.map(modelOf).find((id) => id !== null) ?? null
}

function showsCaller(
  node: PathNode,
  { methods }: Resource,
  { declarations: { modelOf, lists }, users }: FixedSource,
): boolean {
  const { segment } = node
  return (
    segment?.kind === 'static' &&
    CALLER_PATHS.has(looseKey(segment.text)) &&
    parametersTo(node).length === 0 &&
    methods.some(
      (each) => each.verb === 'get' && !each.isAction && modelOf(each) === users && !lists(each),
    ) &&
    methods.every((each) => each.verb !== 'post')
  )
}

function targetOf(node: PathNode, { id, key }: Model): RouteTarget {
  return { kind: 'item', model: id, param: key, attribute: null, parents: [], scope: scopeTo(node) }
}

function faultOf(
  node: PathNode,
  { item }: Method,
  model: Model | undefined,
  { users, accepts }: Pick<FixedSource, 'users'> & Pick<Secured, 'accepts'>,
): { readonly reason: string; readonly help: string } | null {
  if (model === undefined)
    return {
      reason: 'neither its path nor its schemas say which stored component it serves',
      help: 'Name a component with "x-stored: true" in the response or the body, or remove it',
    }
  const isOfCaller = item === CALLER_KEY
  // Only one item can have the key, whatever the parameters are.
  const scope = isOfCaller ? scopeTo(node).map(({ param }) => param) : []
  if (!parametersTo(node).every((name) => scope.includes(name)))
    return {
      reason: isOfCaller
        ? 'the path has a parameter'
        : 'the path has a parameter, but only one item has this key',
      help: isOfCaller
        ? 'Remove it, or write "x-scope: <property>" next to the parameters that select items'
        : 'Remove the parameter, or remove "x-item" if each item above the path has one',
    }
  if (!isOfCaller) return keyFault(item ?? '', model)
  if (model.id !== users)
    return {
      reason: `${model.id} is not the component of the users`,
      help: 'Write the key of the item, or "x-auth-model: true" in the component',
    }
  if (accepts?.length !== 0) return null
  return {
    reason: 'no "security" identifies its caller',
    help: 'Name a scheme in the "security" of the operation',
  }
}

function keyFault(text: string, { id, key, fields }: Model): ReturnType<typeof faultOf> {
  const { type, json } = fields.find(({ name }) => name === key) ?? { type: 'id_field', json: {} }
  if (type === 'id_field' || (isNumeric(type) && !/^\d+$/.test(text)))
    return { reason: `it is not a key of ${id}`, help: 'Write an integer, as in "x-item: 1"' }
  const refused = refusal(isNumeric(type) ? Number(text) : text, json, () => undefined)
  return refused === undefined
    ? null
    : {
        reason: `it is not a key of ${id}: it ${refused}`,
        help: `Write a value that the schema of "${key}" allows`,
      }
}
