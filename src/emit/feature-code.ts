import { FEATURES, type Addition, POINTS, type Point } from '../features.js'
import type { Service } from '../ir/index.js'
import type { Imports } from './imports.js'

/** Code that a feature adds, as templates print it. Members that the feature does not set are null. */
interface AddedCode {
  readonly code: string
  readonly type: string | null
  readonly adds: string | null
  readonly comment: string | null
}

/** Returns the code that the features of a service add, for templates: its members are the points. */
export function featureCode(service: Service): object {
  return Object.fromEntries(POINTS.map((point) => [point, codeAt(service, point)]))
}

/** Returns the code that the features of a service add at a point. */
export function codeAt(service: Service, point: Point): readonly AddedCode[] {
  return additionsAt(service, point).map(({ code, type = null, adds = null, comment = null }) => ({
    code: code(service),
    type,
    adds,
    comment,
  }))
}

/** Records the names that the code at some points uses. */
export function useFeatures(imports: Imports, service: Service, points: readonly Point[]): void {
  for (const { names, from, uses = [] } of points.flatMap((point) => additionsAt(service, point))) {
    for (const name of typeof uses === 'function' ? uses(service) : uses) imports.use(name)
    if (names === undefined || from === undefined) continue
    imports.add(names, `runtime/${typeof from === 'string' ? from : from(service)}`)
  }
}

function additionsAt({ features }: Service, point: Point): readonly Addition[] {
  return features.flatMap((name) => FEATURES[name].additions[point] ?? [])
}
