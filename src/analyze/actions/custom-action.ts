import {
  type ActionItem,
  type ActionMethod,
  ACTION_METHODS,
  type CustomAction,
  type Parameter,
  type Permission,
  type Secured,
} from '../../ir/index.js'
import { actionNames } from '../../naming/action-names.js'
import { parameterNames } from '../../naming/parameter.js'
import type { Api, Method, Parameter as DeclaredParameter, Resource } from '../../api/api.js'
import type { Span } from '../../source/span.js'
import type { Collector } from '../../diagnostics/collector.js'
import { locationOf } from '../location.js'
import { nodesTo, type PathNode, segmentText, textParameters, withSlash } from '../resources/path-tree.js'
import { ActionBodies } from './bodies.js'
import { parametersOf } from './parameters.js'

export type SpannedAction = CustomAction & { readonly at: Span; readonly resourceAt: Span }

/** A custom action whose names are not known yet, because they depend on the other actions. */
export type UnnamedAction = Omit<SpannedAction, 'name' | 'file' | 'type'>

export function named(actions: readonly UnnamedAction[]): readonly SpannedAction[] {
  const names = actionNames(actions)
  return actions.flatMap((action, index) => {
    const own = names[index]
    return own === undefined ? [] : [{ ...action, ...own }]
  })
}

export interface Operation {
  readonly node: PathNode
  readonly resource: Resource
  readonly method: Method
  readonly item: ActionItem | null
  /** The model whose items the operation returns, if any. */
  readonly shows: string | null
  readonly security: Secured
}

const PERMISSIONS: Readonly<Record<ActionMethod, Permission>> = {
  GET: 'view',
  HEAD: 'view',
  TRACE: 'view',
  POST: 'create',
  PUT: 'update',
  PATCH: 'update',
  DELETE: 'delete',
  OPTIONS: 'options',
}

export class CustomActions {
  readonly #collector: Collector
  readonly #bodies: ActionBodies
  readonly #isOpenApi: boolean

  constructor({ components }: Pick<Api, 'components'>, collector: Collector) {
    this.#collector = collector
    this.#bodies = new ActionBodies(components, collector)
    this.#isOpenApi = components !== null
  }

  /** Returns the custom action for an operation. Warns and returns null for CONNECT, which no service can handle. */
  of({ node, resource, method, item, shows, security }: Operation): UnnamedAction | null {
    const verb = ACTION_METHODS.find((name) => name === method.verb.toUpperCase())
    if (verb === undefined) {
      const message = `${method.verb.toUpperCase()} is only for proxies; the service does not support it`
      this.#collector.report('SVC4020', { message, at: method.verbAt })
      return null
    }
    const named = pathOf(node, resource, method, this.#isOpenApi)
    const { parameters } = named
    const path = withSlash(named.path, resource, this.#isOpenApi)
    const isRead = verb === 'GET' || verb === 'HEAD' || verb === 'TRACE'
    if (isRead && method.bodies.length > 0) this.#reportBody(method)
    return {
      id: `${verb} ${this.#isOpenApi ? resource.path : path}`,
      method: verb,
      path,
      kind: item === null ? 'collection' : 'item',
      item,
      ...(isRead && shows !== null ? { shows } : {}),
      permission: method.kept['x-permission'] === 'view' ? 'view' : permissionOf(verb, item !== null),
      ...security,
      uriParameters: parameters,
      queryParameters: parametersOf(method.queryParameters, 'query'),
      headers: parametersOf(method.headers, 'header')
        .filter(({ name }) => !name.includes('{'))
        .map((header) => lowercased(header, this.#isOpenApi))
        .filter(({ name }, index, all) => all.findIndex((other) => other.name === name) === index),
      ...(method.cookies.length === 0 ? {} : { cookies: parametersOf(method.cookies, 'cookie') }),
      bodies: isRead ? [] : this.#bodies.ofRequest(method.bodies),
      responses: this.#bodies.ofResponses(method.responses),
      ...(method.isBodyRequired || method.bodies.length === 0 ? {} : { isBodyOptional: true as const }),
      displayName: method.summary ?? resource.displayName,
      description: method.description,
      ...(method.operationId === null ? {} : { operationId: method.operationId.name }),
      ...(method.tags === null ? {} : { tags: method.tags }),
      ...method.versioned,
      ...(Object.keys(method.kept).length === 0 ? {} : { kept: method.kept }),
      loc: locationOf(method.verbAt),
      at: method.verbAt,
      resourceAt: resource.pathAt,
    }
  }

  #reportBody({ verb, bodies, verbAt }: Method): void {
    this.#collector.report('SVC4026', {
      message: `The body declared for ${verb.toUpperCase()} is ignored`,
      at: bodies[0]?.at ?? verbAt,
      help: 'Declare query parameters, or use POST',
    })
  }
}

/** @param keepsCase whether `openapi.json` shows the name as declared */
function lowercased(header: Parameter, keepsCase: boolean): Parameter {
  const name = header.name.toLowerCase()
  return { ...header, name, ...(keepsCase && name !== header.name ? { written: header.name } : {}) }
}

/**
 * Reports an `x-permission` with another value than `view`, or at an operation that stored items answer.
 * @param isOwn whether a function of the user's answers the operation
 */
export function reportPermission(
  { kept, verbAt }: Method,
  id: string,
  isOwn: boolean,
  collector: Collector,
): void {
  const stated = kept['x-permission']
  if (stated === undefined || (isOwn && stated === 'view')) return
  collector.report('SVC5049', {
    message: `"x-permission" of ${id} ${isOwn ? 'must be "view"' : 'has no effect, because stored items answer it'}`,
    at: verbAt,
    help: isOwn
      ? 'Without it, the function requires what its method does: "create", "update" or "delete"'
      : 'Say who can use it with "x-acl" and "x-row-rules"',
  })
}

/** Returns the permission that a method requires. POST requires `update` if it changes an item instead of creating one. */
function permissionOf(verb: ActionMethod, changesItem: boolean): Permission {
  return verb === 'POST' && changesItem ? 'update' : PERMISSIONS[verb]
}

function pathOf(
  node: PathNode,
  resource: Resource,
  { uriParameters: own }: Method,
  keepsNames: boolean,
): { readonly path: string; readonly parameters: readonly Parameter[] } {
  const rename = parameterNames()
  const way = nodesTo(node)
  const parameters: Parameter[] = []
  // Another path can have another name for a parameter at the same place, which the node has then.
  const names = textParameters(resource.absolutePath).values()
  const segments = way.map(({ segment }, index) => {
    const text = segment === null ? '' : segmentText(segment)
    return text.replace(/\{([^{}]*)\}/g, (_, first: string) => {
      const name = rename(first.trim())
      const { value: written = first.trim() } = names.next()
      const declared = own.find((each) => each.name === written) ?? declarationOf(written, way.slice(index))
      const found = parametersOf(declared === undefined ? [] : [declared], 'path')
      const kept = keepsNames && name !== written ? { written } : {}
      parameters.push(...found.map((each) => ({ ...each, name, ...kept })))
      return `{${name}}`
    })
  })
  const path = segments.map((text) => `/${text}`).join('') + node.extension
  return { path: path === '' ? '/' : path, parameters }
}

/** Returns the declaration of a parameter from the first resource whose key contains it. */
function declarationOf(name: string, way: readonly PathNode[]): DeclaredParameter | undefined {
  const declared = way.flatMap(({ resources }) =>
    resources
      .filter(({ path }) => textParameters(path).includes(name))
      .flatMap(({ uriParameters }) => uriParameters.filter((parameter) => parameter.name === name)),
  )
  return declared[0]
}
