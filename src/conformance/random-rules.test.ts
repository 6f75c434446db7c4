import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, it } from 'vitest'
import type { Engine } from '../ir/index.js'
import { random } from '../testing/random.js'
import { withAdmin } from './callers.js'
import { testEngines } from './engines.js'
import { makeWorld, randomRequests } from './oracle/random-requests.js'
import { randomRules, SHAPES } from './oracle/random-rules.js'
import { buildFixture, removeProject, startService } from './service.js'
import { userCode } from './user-code.js'

const settings = {
  auth_tkt_secret: 'a secret that these tests know',
  enable_polymorphic_query: true,
  'rate_limit.login_max': 1000,
  ...withAdmin,
}

/** Number of random sets of rules per engine, and of requests per set. */
const SETS = Number(process.env['TEST_RULE_SETS'] ?? 1)
const REQUESTS = Number(process.env['TEST_REQUESTS'] ?? 30)
const SEED = Number(process.env['TEST_SEED'] ?? 11)

const projects = new Map<Engine, Promise<string>>()

function projectFor(engine: Engine): Promise<string> {
  const built = projects.get(engine) ?? buildFixture('row-rules', engine, userCode('row-rules'))
  projects.set(engine, built)
  return built
}

afterAll(async () => {
  for (const folder of projects.values()) removeProject(await folder)
})

/** Replaces the rules of a built project. A service uses the rules that exist when it starts. */
async function replaceRules(folder: string, rules: ReturnType<typeof randomRules>): Promise<void> {
  const file = join(folder, 'dist/src/generated/row-rules.js')
  const { rowRules }: { rowRules: Record<string, unknown> } = await import(pathToFileURL(file).href)
  for (const [collection, { model }] of Object.entries(SHAPES)) {
    const ofModel = Object.entries(rules).find(([name]) => name === collection)?.[1] ?? []
    rowRules[model] = ofModel.map(({ principal, permissions, filters }) => ({
      principal,
      permissions,
      where: filters,
    }))
  }
}

describe.each(testEngines().map((engine) => [engine.name, engine] as const))(
  'random row rules on %s',
  (_name, engine) => {
    it.each(Array.from({ length: SETS }, (_, index) => SEED + index))(
      'get the responses of a plain reading (set %i)',
      async (seed) => {
        const next = random(seed)
        const rules = randomRules(next)
        const folder = await projectFor(engine.engine)
        await replaceRules(folder, rules)
        const service = await startService(folder, engine, settings)
        try {
          await randomRequests(await makeWorld(service, next, rules), next, REQUESTS)
        } catch (error) {
          console.error(JSON.stringify(rules, null, 1))
          throw error
        } finally {
          await service.close()
        }
      },
      Math.max(120_000, REQUESTS * 300),
    )
  },
)
