import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '../../src/app.js'
import { models } from '../../src/generated/models/index.js'
import { type Repositories, repositories } from '../../src/generated/repositories/index.js'
import { openDatabase } from '../../src/generated/runtime/sql/database.js'
import type { SettingValues } from '../../src/generated/runtime/settings/reader.js'

/** A service with its own database, and repositories for its items. */
export interface TestService {
  readonly app: FastifyInstance
  /** Reads and writes items directly, without handlers or access rules. */
  readonly items: Repositories
}

/**
 * Starts the service with an empty database, which is deleted after the test. Authentication is off unless turned on in
 * the settings.
 */
export async function startService(context: TestContext, settings: SettingValues = {}): Promise<TestService> {
  const folder = mkdtempSync(join(tmpdir(), 'service-'))
  const url = `sqlite:${join(folder, 'test.db')}`
  const app = await buildApp({
    'database.url': url,
    'database.synchronous': 'normal',
    migrate: 'auto',
    auth: false,
    'log.level': 'error',
    'rate_limit.max': 1_000_000,
    ...settings,
  })
  const database = await openDatabase({ url }, models)
  context.after(async () => {
    await app.close()
    await database.close()
    rmSync(folder, { recursive: true })
  })
  return { app, items: repositories(database) }
}
