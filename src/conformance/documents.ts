import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe } from 'vitest'
import { stringify } from 'yaml'
import type { Engine } from '../ir/index.js'
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
  const projects = new Map<Engine, Promise<string>>()
  const project = (engine: Engine): Promise<string> => {
    const built = projects.get(engine) ?? build(document, engine, code)
    projects.set(engine, built)
    return built
  }
  afterAll(async () => {
    for (const folder of projects.values()) removeProject(await folder)
  })
  describe.each(engines)(`${name} on %s`, (_name, engine) => {
    let service: TestService | undefined
    beforeAll(async () => {
      service = await startService(await project(engine.engine), engine, settings)
    }, 60_000)
    afterAll(() => service?.close())
    tests(() => {
      if (service === undefined) throw new Error('the service has not started')
      return service
    }, engine)
  })
}

/** Builds a document's project for one engine, and returns its folder. */
async function build(
  document: string | object,
  engine: Engine,
  code: Readonly<Record<string, string>>,
): Promise<string> {
  const folder = temporaryFolder()
  const path = join(folder, 'api.yaml')
  writeFileSync(path, typeof document === 'string' ? document : stringify(document))
  try {
    return (await buildApi(path, engine, code)).folder
  } finally {
    rmSync(folder, { recursive: true })
  }
}
