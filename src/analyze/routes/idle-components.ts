import type { Method, Resource, SchemaUse } from '../../api/api.js'
import { Collector } from '../../diagnostics/collector.js'
import type { Model, Relation } from '../../ir/index.js'
import { componentModel } from '../../naming/model-names.js'
import type { ModelSchema } from '../../schema/index.js'
import type { Node } from '../../source/node.js'
import type { Lack } from '../contract/source.js'
import { jsonIn, resultsOf } from '../models/recognized.js'

export interface IdleSource {
  readonly resources: readonly Resource[]
  readonly models: readonly Model[]
  readonly relations: readonly Relation[]
  readonly schemas: ReadonlyMap<string, ModelSchema>
  /** The models that operations list, show or write. */
  readonly routed: ReadonlySet<string>
  readonly collector: Collector
}

/**
 * Warns about components with `x-stored: true` that no operation and no other model uses, and says what operations lack.
 * Row rules of a component that no operation mentions show that it is for the owner's code.
 */
export function reportIdleComponents(source: IdleSource): void {
  const related = new Set(source.relations.flatMap(({ from, to }) => [from, to]))
  for (const { id } of source.models) {
    const schema = source.schemas.get(id)
    if (schema?.isInferred !== true || source.routed.has(id) || related.has(id)) continue
    // Users register and log in.
    if (schema.authModel !== null) continue
    const reasons = source.resources.flatMap((resource) => lacks(resource, id))
    if (reasons.length === 0 && schema.rowRules !== null) continue
    source.collector.report('SVC8084', {
      message: `No operation lists, shows or writes items of ${id}, so that only your own code can use them`,
      at: schema.at,
      help:
        reasons.length === 0
          ? `Return ${id} from an operation such as GET /${id.toLowerCase()}s/{id}, remove "x-stored", or, if it is for your own code, say in "x-row-rules" who may see its items`
          : reasons.slice(0, MAX_REASONS).join('; '),
    })
  }
}

const MAX_REASONS = 5

/** Returns what the operations of a resource that mention a model's component lack. */
function lacks({ absolutePath: path, methods }: Resource, model: string): readonly string[] {
  return methods.flatMap((method) => {
    const operation = `${method.verb.toUpperCase()} ${path}`
    const result = resultsOf(method).find((use) => mentions(use, model))
    const body = jsonIn(method.bodies).find((use) => mentions(use, model))
    if (result === undefined && body === undefined) return []
    return [`${operation} ${lackOf(method, path, model).message}`]
  })
}

/**
 * Returns what an operation that mentions a model's component lacks, and the line that adds it.
 * @param isSelected whether the parameters above the end of the path select items of the model
 */
export function lackOf({ verb, isAction }: Method, path: string, model: string, isSelected = false): Lack {
  if (isAction)
    return { message: 'is declared as your own operation', line: 'without x-operation and x-action' }
  const [above] = /\{[^{}]*\}(?=.*\/)/.exec(path) ?? []
  const isOfOnly = verb !== 'post' && !/\}[^/]*\/?$/.test(path)
  if (above !== undefined && !isSelected && isOfOnly)
    return {
      message: `concerns one item of ${model} below "${above}", to which ${model} has no relationship`,
      line: `x-relation: … and x-db-settings: { unique: true }, next to a property of ${model} with the key of the item above, if that is stored`,
    }
  if (above !== undefined && !isSelected)
    return {
      message: `has the parameter "${above}" above the collection, to which ${model} has no relationship`,
      line: `x-scope: …, next to "${above}"`,
    }
  const isOfItem = /\}(?:\.json|'?\))?\/?$/.test(path)
  const does = `x-operation: ${isOfItem && verb === 'post' ? 'update' : (OPERATIONS[verb] ?? 'own')}`
  const isKeyed = path.includes('{') || verb === 'post'
  // Without a parameter, nothing in the path says which item it is.
  const only = 'x-item: …, if it is always the item with this key'
  const line = isKeyed
    ? does
    : verb === 'delete' || verb === 'get'
      ? only
      : `${only}, or ${does}, if the body contains the key`
  if (verb === 'get')
    return {
      message: `does not return ${model} below the path of a collection, an array of it, or an object with exactly one array of it`,
      line: isOfItem || !isKeyed ? line : '',
    }
  const message =
    isOfItem && verb === 'post'
      ? `is a POST to the path of one item of ${model}, which can mean anything`
      : `is not on the path of a collection of ${model}, which a GET lists, or of its items`
  return { message, line }
}

/** What a method usually does with stored items. */
const OPERATIONS: Readonly<Record<string, string>> = {
  get: 'show',
  post: 'create',
  put: 'replace',
  patch: 'update',
  delete: 'delete',
}

/** Returns whether a schema contains items of a model's component at any depth. */
function mentions({ name, source }: SchemaUse, model: string): boolean {
  if (name !== null && componentModel(name) === model) return true
  const root = source.parse(new Collector())
  const seen = new Set<Node>()
  const visit = (node: Node): boolean => {
    if (seen.has(node)) return false
    seen.add(node)
    if (node.kind === 'list') return node.items.some(visit)
    if (node.kind !== 'map') return false
    return node.entries.some(({ key, value }) => {
      if (key === '$defs') return false
      if (key !== '$ref' || value.kind !== 'scalar') return visit(value)
      return componentModel(String(value.value).replace('#/$defs/', '')) === model
    })
  }
  return root !== null && visit(root)
}
