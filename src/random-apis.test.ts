import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { FEATURE_NAMES } from './features.js'
import type { Engine } from './ir/index.js'
import { checkProject, projectsFolder, writeFiles } from './testing/check-project.js'
import { emitApi } from './testing/emit-fixture.js'
import { randomApi } from './testing/random-api.js'
import { randomContract } from './testing/random-contract.js'

/** The first seed and the number of seeds: `RANDOM_APIS=1000,300`. By default, a few seeds that change every day. */
const [first = 0, count = 6] = (process.env['RANDOM_APIS'] ?? String(Math.floor(Date.now() / 86_400_000)))
  .split(',')
  .map(Number)
const seeds = Array.from({ length: count }, (_, index) => first + index)
console.log(`Random APIs: seeds ${first} to ${first + count - 1}. Repeat with RANDOM_APIS=${first},${count}.`)

const POSTGRES = process.env['TEST_POSTGRES_URL']

/** The databases, with their servers, the seeds that are tested on them, and environment variables of the tests. */
const DATABASES: readonly {
  readonly database: string
  readonly engine: Engine
  readonly server: string | undefined
  readonly own: readonly number[]
  readonly settings?: Readonly<Record<string, string>>
}[] = [
  { database: 'SQLite', engine: 'svc_sqla', server: 'a file', own: seeds },
  {
    database: 'PostgreSQL',
    engine: 'svc_sqla',
    server: POSTGRES,
    own: seeds.slice(0, Math.ceil(count / 5)),
    settings: { TEST_DATABASE_URL: POSTGRES ?? '' },
  },
  {
    database: 'MongoDB',
    engine: 'svc_mongodb',
    server: process.env['TEST_MONGODB_URL'],
    own: seeds.slice(0, Math.ceil(count / 3)),
  },
]

const scratch = projectsFolder()

describe.each(DATABASES)('random valid APIs on $database', ({ database, engine, server, own, settings }) => {
  it.skipIf(server === undefined).each(own)(
    'seed %i gives a project that compiles, is formatted and passes its own tests',
    async (seed) => {
      // Every fourth API is a contract whose components are stored and whose operations answer as declared.
      const { files, main, features } = seed % 4 === 3 ? randomContract(seed) : randomApi(seed)
      const folder = join(scratch, `${database}-${seed}`)
      mkdirSync(dirname(join(folder, 'input', main)), { recursive: true })
      writeFiles(join(folder, 'input'), files)
      const used = FEATURE_NAMES.filter((name) => features.includes(name))
      const outcome = await emitApi(join(folder, 'input', main), engine, false, used)
      expect(outcome.service, outcome.diagnostics).not.toBeNull()
      writeFiles(join(folder, 'project'), outcome.files)
      await checkProject(join(folder, 'project'), settings)
    },
    240_000,
  )
})
