import { afterAll, describe, expect, it } from 'vitest'
import type { Engine } from '../ir/index.js'
import { testEngines, type TestEngine } from './engines.js'
import { type Exchange, Keys, transcriptOf } from './exchanges.js'
import { random } from '../testing/random.js'
import { buildFixture, removeProject, startService } from './service.js'
import { workload } from './workload.js'

/** Number of workloads; set `PARITY_SEEDS=1000` to run more. */
const SEEDS = Array.from({ length: Number(process.env['PARITY_SEEDS'] ?? 24) }, (_, index) => index + 1)
const STEPS = 40
const TIMEOUT_MS = 60_000 + 10_000 * SEEDS.length

/** The transcripts from one engine, keyed by seed. */
type Transcripts = ReadonlyMap<number, readonly Exchange[]>

describe('random workloads', () => {
  const [first, ...others] = testEngines()
  const projects = new Map<Engine, Promise<string>>()
  const transcripts = async (engine: TestEngine): Promise<Transcripts> => {
    const project = projects.get(engine.engine) ?? buildFixture('library', engine.engine)
    projects.set(engine.engine, project)
    const service = await startService(await project, engine)
    const keys = new Keys()
    const created = new Map<number, readonly Exchange[]>()
    try {
      for (const seed of SEEDS)
        created.set(seed, await transcriptOf(service, workload(random(seed), seed, STEPS), keys))
    } finally {
      await service.close()
    }
    return created
  }
  const expected = first === undefined ? undefined : transcripts(first)
  afterAll(async () => {
    for (const folder of projects.values()) removeProject(await folder)
  })

  it('change something, and never cause an internal error', { timeout: TIMEOUT_MS }, async () => {
    const exchanges = [...((await expected) ?? new Map<number, Exchange[]>()).values()].flat()
    expect(exchanges.filter(({ status }) => status >= 500)).toEqual([])
    expect(exchanges.filter(({ status }) => status < 300).length).toBeGreaterThan(exchanges.length / 3)
  })

  it.for(others)('have the same responses on $name as on SQLite', { timeout: TIMEOUT_MS }, async (engine) => {
    const wanted = await expected
    for (const [seed, exchanges] of await transcripts(engine))
      for (const [index, exchange] of exchanges.entries())
        expect({ seed, index, ...comparable(exchange) }).toEqual({
          seed,
          index,
          ...comparable(wanted?.get(seed)?.[index]),
        })
  })
})

/**
 * Returns an exchange without the details of a conflict, because engines name different values if several are
 * duplicates.
 */
function comparable(exchange: Exchange | undefined): Partial<Exchange> | undefined {
  return exchange?.status === 409 ? { ...exchange, body: 'a conflict' } : exchange
}
