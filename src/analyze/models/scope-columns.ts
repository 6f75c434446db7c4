import type { Method } from '../../api/api.js'
import { sortedBy } from '../../naming/order.js'
import type { DatabaseType } from '../../schema/settings/settings-table.js'
import { plainSettings } from '../../schema/settings/settings.js'
import type { ModelSchema } from '../../schema/index.js'
import type { Property } from '../../schema/property.js'
import type { PathNode } from '../resources/path-tree.js'
import { itemNodes, type Scope, scopesOf } from '../resources/scopes.js'
import type { Declaration } from './declared-models.js'

/**
 * Returns the models with a column for each parameter with `x-scope` above their collections, unless they have the property
 * that it names. No document shows these columns.
 * @param named the names of the models of the collections
 */
export function withScopeColumns(
  models: ReadonlyMap<string, Declaration>,
  named: ReadonlyMap<PathNode, string>,
): ReadonlyMap<string, Declaration> {
  const scopes = [...named].flatMap(([node, model]) =>
    isServed(node) ? scopesOf(node).map((scope) => ({ model, scope })) : [],
  )
  if (scopes.length === 0) return models
  return new Map(
    [...models].map(([model, declaration]) => {
      const own = scopes.filter((each) => each.model === model).map(({ scope }) => scope)
      return [model, { ...declaration, schema: withColumns(declaration.schema, own) }]
    }),
  )
}

/** Returns whether a collection or its items have an operation that the document does not declare as the user's. */
function isServed(node: PathNode): boolean {
  const items = itemNodes(node).flatMap(([item]) => item.resources)
  const methods: readonly Method[] = [...node.resources, ...items].flatMap((resource) => resource.methods)
  return methods.some(({ isAction }) => !isAction)
}

function withColumns(schema: ModelSchema, scopes: readonly Scope[]): ModelSchema {
  const missing = new Map(
    scopes
      .filter(({ field }) => schema.properties.every(({ name }) => name !== field))
      .map((scope) => [scope.field, scope]),
  )
  if (missing.size === 0) return schema
  const columns = [...missing.values()].map(columnOf)
  return { ...schema, properties: sortedBy([...schema.properties, ...columns], ({ name }) => name) }
}

function columnOf({ field, at, schema }: Scope): Property {
  const type: DatabaseType = schema['type'] === 'integer' ? 'big_integer' : 'string'
  return {
    name: field,
    nameAt: at,
    json: { type: type === 'string' ? 'string' : 'integer', readOnly: true },
    description: null,
    required: false,
    settings: { ...plainSettings(type, at), index: true },
    settingsNode: null,
    faulty: null,
    related: null,
    processors: [],
    backrefProcessors: [],
    renamedFrom: null,
    backfill: null,
    writeRule: { readOnly: true, writeOnce: false, writableBy: null },
    parts: [],
    isListed: false,
  }
}
