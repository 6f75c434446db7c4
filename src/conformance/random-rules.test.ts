import { afterAll, describe, it } from 'vitest'
import type { Engine } from '../ir/index.js'
import { random } from '../testing/random.js'
import { withAdmin } from './callers.js'
import { searchUrl, type TestEngine, testEngines } from './engines.js'
import { makeWorld, randomRequests } from './oracle/random-requests.js'
import { randomRules, replaceRules } from './oracle/random-rules.js'
import { buildFixture, removeProject, type SearchOptions, startService } from './service.js'
import { userCode } from './user-code.js'

const settings = {
  auth_tkt_secret: 'a secret that these tests know',
  enable_polymorphic_query: true,
  'rate_limit.login_max': 1000,
  ...withAdmin,
}

/** Number of random sets of rules per engine, and of requests per set. */
const SETS = Number(process.env['TEST_RULE_SETS'] ?? 1)
const REQUESTS = Number(process.env['TEST_REQUESTS'] ?? 15)
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

/** PostgreSQL with a replica. The replica is the same database, which is never behind. */
function withReplica(engine: TestEngine): TestEngine {
  return {
    ...engine,
    name: `${engine.name} with a replica`,
    create: async () => {
      const { settings: own, drop } = await engine.create()
      return { settings: { ...own, 'database.replica_url': own['database.url'] ?? '' }, drop }
    },
  }
}

type Tested = readonly [name: string, engine: TestEngine, searching: SearchOptions | undefined]

const tested: Tested[] = testEngines()
  .flatMap((engine) => (engine.name === 'PostgreSQL' ? [engine, withReplica(engine)] : [engine]))
  .map((engine): Tested => [engine.name, engine, undefined])
// Each write waits until its changes can be searched, which takes too long for every run of the tests.
const server = process.env['TEST_RULE_SETS'] === undefined ? undefined : searchUrl()
if (server !== undefined)
  for (const engine of testEngines())
    tested.push([`${engine.name} and OpenSearch`, engine, { server, models: 'all' }])

describe.each(tested)('random row rules on %s', (_name, engine, searching) => {
  it.each(Array.from({ length: SETS }, (_, index) => SEED + index))(
    'get the responses of a plain reading (set %i)',
    async (seed) => {
      const next = random(seed)
      const rules = randomRules(next)
      const folder = await projectFor(engine.engine)
      await replaceRules(folder, rules)
      const service = await startService(folder, engine, settings, searching)
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
})
