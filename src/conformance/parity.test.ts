import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Engine } from '../ir/index.js'
import { testEngines } from './engines.js'
import { type Exchange, transcriptOf } from './exchanges.js'
import { buildFixture, removeProject, startService } from './service.js'
import { SCRIPT } from './transcript.js'

describe('the same requests', () => {
  const [first, ...others] = testEngines()
  const projects = new Map<Engine, Promise<string>>()
  const transcript = async (engine: (typeof others)[number]): Promise<Exchange[]> => {
    const project = projects.get(engine.engine) ?? buildFixture('library', engine.engine)
    projects.set(engine.engine, project)
    const service = await startService(await project, engine)
    try {
      return await transcriptOf(service, SCRIPT)
    } finally {
      await service.close()
    }
  }
  let expected: Exchange[] = []
  beforeAll(async () => {
    if (first !== undefined) expected = await transcript(first)
  })
  afterAll(async () => {
    for (const folder of projects.values()) removeProject(await folder)
  })

  it('are numerous, and none causes an internal error', () => {
    expect(expected.length).toBeGreaterThanOrEqual(200)
    expect(expected.filter(({ status }) => status >= 500)).toEqual([])
  })

  it.for(others)('have the same responses on $name as on SQLite', async (engine) => {
    const found = await transcript(engine)
    const differences = found.flatMap((exchange, index) => {
      const wanted = expected[index]
      return JSON.stringify(exchange) === JSON.stringify(wanted) ? [] : [{ found: exchange, wanted }]
    })
    expect(differences).toEqual([])
  })
})
