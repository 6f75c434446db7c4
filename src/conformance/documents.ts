import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe } from 'vitest'
import { stringify } from 'yaml'
import { temporaryFolder } from '../testing/temporary-folder.js'
import { SQLITE, type TestEngine, testEngines } from './engines.js'
import { buildApi, removeProject, startService, type TestService } from './service.js'

export interface DocumentOptions {
  /** User files that replace emitted files. */
  readonly code?: Readonly<Record<string, string>>
  readonly settings?: Readonly<Record<string, string | number | boolean>>
  /** Whether to test every available engine instead of only SQLite. */
  readonly everyEngine?: true
}

/** Runs tests against the service for an OpenAPI document, which is given as a value or as YAML. */
export function onDocument(
  name: string,
  document: string | object,
  tests: (service: () => TestService, engine: TestEngine) => void,
  { code = {}, settings = { auth: false }, everyEngine }: DocumentOptions = {},
): void {
  const engines = (everyEngine === true ? testEngines() : [SQLITE]).map(
    (engine) => [engine.name, engine] as const,
  )
  describe.each(engines)(`${name} on %s`, (_name, engine) => {
    let service: TestService | undefined
    let project = ''
    beforeAll(async () => {
      const folder = temporaryFolder()
      const path = join(folder, 'api.yaml')
      writeFileSync(path, typeof document === 'string' ? document : stringify(document))
      try {
        project = (await buildApi(path, engine.engine, code)).folder
      } finally {
        rmSync(folder, { recursive: true })
      }
      service = await startService(project, engine, settings)
    }, 60_000)
    afterAll(async () => {
      await service?.close()
      removeProject(project)
    })
    tests(() => {
      if (service === undefined) throw new Error('the service has not started')
      return service
    }, engine)
  })
}
