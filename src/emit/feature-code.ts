import { FEATURES, type Addition, type Point } from '../features.js'
import type { Service } from '../ir/index.js'
import type { Import } from './used-names.js'

/** The code that the features of a service add, by point. */
export type FeatureCode = Readonly<Record<Point, readonly AddedCode[]>>

interface AddedCode {
  readonly code: string
  readonly type: string | null
  readonly adds: string | null
  readonly comment: string | null
  readonly uses: readonly string[]
}

/** Returns the code that the features of a service add at each point. */
export function featureCode(service: Service): FeatureCode {
  const at = (point: Point): readonly AddedCode[] =>
    additionsAt(service, point).map(({ code, type = null, adds = null, comment = null, uses = [] }) => ({
      code: code(service),
      type,
      adds,
      comment,
      uses,
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

/** Returns the imports of the code at some points. Names from one file are imported together. */
export function featureImports(service: Service, ...points: readonly Point[]): readonly Import[] {
  const names = new Map<string, Set<string>>()
  for (const addition of points.flatMap((point) => additionsAt(service, point))) {
    if (addition.names === undefined || addition.from === undefined) continue
    const from = typeof addition.from === 'string' ? addition.from : addition.from(service)
    const known = names.get(from) ?? new Set()
    names.set(from, new Set([...known, ...addition.names.split(', ')]))
  }
  return [...names].map(([from, each]) => ({
    names: [...each].sort((a, b) => (withoutType(a) < withoutType(b) ? -1 : 1)).join(', '),
    types: false,
    from: `./runtime/${from}`,
  }))
}

function withoutType(name: string): string {
  return name.replace(/^type /, '')
}

function additionsAt({ features }: Service, point: Point): readonly Addition[] {
  return features.flatMap((name) => FEATURES[name].additions[point] ?? [])
}
