import type { Route, Service } from '../ir/index.js'
import { firstSegment } from '../ir/lookup.js'
import { UniqueNames } from '../naming/unique.js'
import { camelCase, kebabCase } from '../naming/words.js'

import { oncePer } from './once.js'

/** The routes or custom actions in one file: all under one top-level resource. */
export interface RouteGroup {
  /** The first segment: `stories`. */
  readonly root: string
  /** File name without extension, kebab-case. */
  readonly file: string
  /** The function that registers the routes: `storiesRoutes`. */
  readonly name: string
}

/** Returns the service's routes grouped by first path segment, sorted. The names of the groups are unique. */
export const routeGroups = oncePer(({ routes }: Service) => groupsOf(routes, 'Routes', []))

/** Returns the custom actions grouped by first path segment. The names of the groups are unique. */
export const actionGroups = oncePer(({ actions }: Service) => groupsOf(actions, 'Actions', SHARED))

/** The other files in the folder of custom actions. */
const SHARED = ['examples', 'schemas', 'types']

/**
 * Returns a group with a unique name for each first segment in the paths. The name ends with the suffix, and starts
 * with `_` if the segment starts with a digit.
 */
function groupsOf(
  paths: readonly Pick<Route, 'path'>[],
  suffix: string,
  taken: readonly string[],
): readonly RouteGroup[] {
  const files = new UniqueNames({ separator: '-', taken })
  return [...new Set(paths.map(firstSegment))].map((root) => {
    const file = files.take(kebabCase(root) || 'root')
    return { root, file, name: camelCase(file).replace(/^\d/, '_$&') + suffix }
  })
}
