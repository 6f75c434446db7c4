import { afterAll, beforeAll, describe, it } from 'vitest'
import type { Engine } from '../ir/index.js'
import { searchUrl, type TestEngine, testEngines } from './engines.js'
import {
  buildFixture,
  buildText,
  removeProject,
  type SearchOptions,
  startService,
  type TestService,
} from './service.js'

/** Options for {@link onEveryEngine}. */
export interface SuiteOptions {
  /** Settings for the service. */
  readonly settings?: Readonly<Record<string, string | number | boolean>>
  /** An OpenAPI document, as text, to use instead of a fixture. */
  readonly api?: string
  /** User files that replace emitted files. */
  readonly code?: Readonly<Record<string, string>>
  /** Whether to also test the engine variants: PgBouncer, and several processes. */
  readonly variants?: boolean
  /** The only engine to test, if the user files fit no other one. */
  readonly only?: Engine
  /**
   * Whether to run the tests with a search engine, if one is available. With `only`, all tests use the search engine,
   * which indexes the models that declare `_search`. With `also`, the tests run both without a search engine and with
   * one that indexes all models. The service responds to a write only after its changes can be searched.
   */
  readonly search?: 'only' | 'also'
  /**
   * Whether the tests depend on the memory or the clock of the service process, so that several processes cannot be
   * tested.
   */
  readonly inProcess?: boolean
}

/**
 * Runs the same tests against the service of a fixture, or of a document with this name, on each available engine. `tests` receives the engine and a function
 * that returns the running service, which starts with an empty database.
 */
export function onEveryEngine(
  fixture: string,
  tests: (service: () => TestService, engine: TestEngine) => void,
  options: SuiteOptions = {},
): void {
  const projects = new Map<Engine, Promise<string>>()
  const project = (engine: Engine): Promise<string> => {
    const ownAcls = options.settings?.['database_acls'] === true
    const built =
      projects.get(engine) ??
      (options.api === undefined
        ? buildFixture(fixture, engine, options.code, ownAcls)
        : buildText(options.api, engine, options.code, ownAcls))
    projects.set(engine, built)
    return built
  }
  const tested = testEngines(options.variants).filter(
    ({ engine, processes }) =>
      (processes === undefined || options.inProcess !== true) && engine === (options.only ?? engine),
  )
  const engines: [string, TestEngine, SearchOptions | undefined][] =
    options.search === 'only' ? [] : tested.map((engine) => [engine.name, engine, undefined])
  const server = options.search === undefined ? undefined : searchUrl()
  if (server !== undefined) {
    const models = options.search === 'only' ? 'declared' : 'all'
    for (const engine of testEngines())
      engines.push([`${engine.name} and OpenSearch`, engine, { server, models }])
  }
  if (engines.length === 0) it.skip(`${fixture}: no server is available for these tests`)
  afterAll(async () => {
    for (const folder of projects.values()) removeProject(await folder)
  })
  describe.each(engines)(`${fixture} on %s`, (_name, engine, searching) => {
    let service: TestService | undefined
    beforeAll(async () => {
      service = await startService(await project(engine.engine), engine, options.settings, searching)
    })
    afterAll(() => service?.close())
    tests(() => {
      if (service === undefined) throw new Error('the service has not started')
      return service
    }, engine)
  })
}
