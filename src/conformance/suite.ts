import { afterAll, beforeAll, describe } from 'vitest'
import type { Engine } from '../ir/index.js'
import { testEngines } from './engines.js'
import { buildFixture, removeProject, startService, type TestService } from './service.js'

/** What {@link onEveryEngine} may be told beside the fixture. */
export interface SuiteOptions {
  /** Settings of the service. */
  readonly settings?: Readonly<Record<string, string | number | boolean>>
  /** Files of the user's, put over the emitted ones. */
  readonly code?: Readonly<Record<string, string>>
}

/**
 * Runs the same tests against the service of a fixture on each engine that is there. `tests` is given a function for the running service, each with
 * an empty database.
 */
export function onEveryEngine(
  fixture: string,
  tests: (service: () => TestService) => void,
  options: SuiteOptions = {},
): void {
  const projects = new Map<Engine, Promise<string>>()
  const project = (engine: Engine): Promise<string> => {
    const built = projects.get(engine) ?? buildFixture(fixture, engine, options.code)
    projects.set(engine, built)
    return built
  }
  afterAll(async () => {
    for (const folder of projects.values()) removeProject(await folder)
  })
  describe.each(testEngines().map((engine) => [engine.name, engine] as const))(
    `${fixture} on %s`,
    (_name, engine) => {
      let service: TestService | undefined
      beforeAll(async () => {
        service = await startService(await project(engine.engine), engine, options.settings)
      })
      afterAll(() => service?.close())
      tests(() => {
        if (service === undefined) throw new Error('the service has not started')
        return service
      })
    },
  )
}
