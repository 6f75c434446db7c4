import type { Route, Service } from '../../ir/index.js'
import { firstSegment, type PathGroup } from '../../ir/lookup.js'
import { UniqueNames } from '../unique.js'
import { camelCase, kebabCase } from '../words.js'
import { oncePer } from '../../ir/once.js'

/** The routes or custom actions in one file: all under one top-level resource, below the same prefix. */
export interface RouteGroup extends PathGroup {
  /** File name without extension, kebab-case. */
  readonly file: string
  /** The function that registers the routes: `storiesRoutes`. */
  readonly name: string
}

/** Returns the service's routes grouped by prefix and first path segment, sorted. The names of the groups are unique. */
export const routeGroups = oncePer(({ routes }: Service) => groupsOf(routes, 'Routes', []))

/** Returns the custom actions grouped by prefix and first path segment. The names of the groups are unique. */
export const actionGroups = oncePer(({ actions }: Service) => groupsOf(actions, 'Actions', SHARED))

/** The other files in the folder of custom actions. */
const SHARED = ['examples', 'schemas', 'types']

/**
 * Returns a group with a unique name for each prefix and first segment in the paths. The name ends with the suffix, and starts
 * with `_` if the segment starts with a digit.
 */
function groupsOf(
  paths: readonly Pick<Route, 'path' | 'prefix'>[],
  suffix: string,
  taken: readonly string[],
): readonly RouteGroup[] {
  const files = new UniqueNames({ separator: '-', taken })
  const groups = new Map(
    paths.map((each) => {
      const { prefix = null } = each
      const root = firstSegment(each)
      return [`${prefix ?? ''} ${root} ${prefix === null}`, { root, prefix }]
    }),
  )
  // The groups below the prefix of the service come first, so that other versions do not change their names.
  const ordered = [...groups.values()].toSorted(
    (a, b) => Number(a.prefix !== null) - Number(b.prefix !== null),
  )
  return ordered.map(({ root, prefix }) => {
    const file = files.take(kebabCase(`${prefix ?? ''} ${root}`) || 'root')
    return { root, prefix, file, name: camelCase(file).replace(/^\d/, '_$&') + suffix }
  })
}
