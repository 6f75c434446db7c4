import type { Model } from '../../ir/index.js'
import type { ContractSource } from '../contract/source.js'
import type { Needs, RouteSource } from './source.js'

/** Returns what the schemas of documents are compared with, and records the related items that documents contain. */
export function shapeSource({
  api,
  models,
  relations,
  pathOf,
  needs: { nesting, shown },
}: Pick<RouteSource, 'api' | 'models' | 'relations'> &
  Pick<ContractSource, 'pathOf'> & { readonly needs: Needs }) {
  return {
    models: new Map(models.map((model) => [model.id, model])),
    relations,
    find: (name: string) => api.components?.used.get(name),
    basePath: api.basePath,
    pathOf,
    nest: (path: readonly Model[], relation: string) => {
      for (const [index, { id }] of path.entries()) {
        const known = nesting.get(id) ?? { names: new Set(), depth: 0 }
        if (index === path.length - 1) known.names.add(relation)
        nesting.set(id, { names: known.names, depth: Math.max(known.depth, path.length - index) })
      }
    },
    show: ({ id }: Model, relation: string) => {
      shown.set(id, new Set([...(shown.get(id) ?? []), relation]))
    },
  }
}
