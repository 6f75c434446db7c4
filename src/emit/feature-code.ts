import { FEATURES, type Addition, type Point } from '../features.js'
import type { Service } from '../ir/index.js'
import type { Imports } from './imports.js'

/** The code that the features of a service add, by point. */
export type FeatureCode = Readonly<Record<Point, readonly AddedCode[]>>

interface AddedCode {
  readonly code: string
  readonly type: string | null
  readonly adds: string | null
}

/** Returns the code that the features of a service add at each point. */
export function featureCode(service: Service): FeatureCode {
  const at = (point: Point): readonly AddedCode[] =>
    additionsAt(service.features, point).map(({ code, type = null, adds = null }) => ({
      code: code(service),
      type,
      adds,
    }))
  return {
    settings: at('settings'),
    databaseUrl: at('databaseUrl'),
    start: at('start'),
    sql: at('sql'),
    mongodb: at('mongodb'),
    models: at('models'),
    wrap: at('wrap'),
    plugin: at('plugin'),
    counter: at('counter'),
    app: at('app'),
    host: at('host'),
    identified: at('identified'),
    migrated: at('migrated'),
    routes: at('routes'),
  }
}

/** Records the names that the code at some points uses. */
export function useFeatures(imports: Imports, { features }: Service, points: readonly Point[]): void {
  for (const { names, from } of points.flatMap((point) => additionsAt(features, point)))
    if (names !== undefined && from !== undefined) imports.add(names, `runtime/${from}`)
}

function additionsAt(features: Service['features'], point: Point): readonly Addition[] {
  return features.flatMap((name) => FEATURES[name].additions[point] ?? [])
}
