import type { Route, Service } from '../ir/index.js'
import { firstSegment } from '../ir/lookup.js'
import { camelCase, kebabCase } from '../naming/words.js'

/** The routes or custom actions in one file: all under one top-level resource. */
export interface RouteGroup {
  /** The first segment: `stories`. */
  readonly root: string
  /** File name without extension, kebab-case. */
  readonly file: string
  /** The function that registers the routes: `storiesRoutes`. */
  readonly name: string
}

type Suffix = 'Routes' | 'Actions'

const known: Readonly<Record<Suffix, WeakMap<readonly object[], readonly RouteGroup[]>>> = {
  Routes: new WeakMap(),
  Actions: new WeakMap(),
}

/** Returns the service's routes grouped by first path segment, sorted. The names of the groups are unique. */
export function routeGroups({ routes }: Pick<Service, 'routes'>): readonly RouteGroup[] {
  return groupsOf(routes, 'Routes')
}

/** Returns the custom actions grouped by first path segment. The names of the groups are unique. */
export function actionGroups({ actions }: Pick<Service, 'actions'>): readonly RouteGroup[] {
  return groupsOf(actions, 'Actions')
}

/**
 * Returns a group with a unique name for each first segment in the paths. The name ends with the suffix, and starts
 * with `_` if the segment starts with a digit.
 */
function groupsOf(paths: readonly Pick<Route, 'path'>[], suffix: Suffix): readonly RouteGroup[] {
  const found = known[suffix].get(paths)
  if (found !== undefined) return found
  const taken = new Set<string>()
  const groups = [...new Set(paths.map(firstSegment))].map((root) => {
    let file = kebabCase(root) || 'root'
    for (let n = 2; taken.has(file); n++) file = `${kebabCase(root) || 'root'}-${n}`
    taken.add(file)
    return { root, file, name: camelCase(file).replace(/^\d/, '_$&') + suffix }
  })
  known[suffix].set(paths, groups)
  return groups
}
