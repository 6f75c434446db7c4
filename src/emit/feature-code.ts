import { FEATURES, type Addition, type Point } from '../features.js'
import type { Service } from '../ir/index.js'
import type { Imports } from './imports.js'

/** The code that the features of a service add, by point. */
export type FeatureCode = Readonly<Record<Point, readonly AddedCode[]>>

interface AddedCode {
  readonly code: string
  readonly type: string | null
  readonly adds: string | null
  readonly comment: string | null
}

export function featureCode(service: Service): FeatureCode {
  const at = (point: Point): readonly AddedCode[] =>
    additionsAt(service.features, point).map(({ code, type = null, adds = null, comment = null }) => ({
      code: code(service),
      type,
      adds,
      comment,
    }))
  return {
    settings: at('settings'),
    databaseUrl: at('databaseUrl'),
    start: at('start'),
    sql: at('sql'),
    mongodb: at('mongodb'),
    models: at('models'),
    opened: at('opened'),
    registry: at('registry'),
    functions: at('functions'),
    repositories: at('repositories'),
    authentication: at('authentication'),
    authRoutes: at('authRoutes'),
    testModels: at('testModels'),
    testSettings: at('testSettings'),
    exports: at('exports'),
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
export function useFeatures(imports: Imports, service: Service, points: readonly Point[]): void {
  for (const { names, from, uses = [] } of points.flatMap((point) => additionsAt(service.features, point))) {
    for (const name of uses) imports.use(name)
    if (names === undefined || from === undefined) continue
    imports.add(names, `runtime/${typeof from === 'string' ? from : from(service)}`)
  }
}

function additionsAt(features: Service['features'], point: Point): readonly Addition[] {
  return features.flatMap((name) => FEATURES[name].additions[point] ?? [])
}
