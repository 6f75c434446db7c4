import type { Engine } from '../ir/index.js'

/** The ends of the names of migration files, by engine. */
const ENDS: Readonly<Record<Engine, string>> = { svc_sqla: '.sql', svc_mongodb: '.mongodb.json' }

/** Whether a migration file is for databases of an engine; a project that changed its engine has some of either. */
export function isMadeFor(engine: Engine, path: string): boolean {
  return path.endsWith(ENDS[engine])
}
