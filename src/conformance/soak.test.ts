import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasClusters, TestCluster } from './cluster.js'
import { searchUrl } from './engines.js'
import { buildFixture, removeProject } from './service.js'
import { soak } from './soak.js'

/** The duration of the test. `npm run bench:soak` sets a longer duration. */
const SECONDS = Number(process.env['SOAK_SECONDS'] ?? 30)

/**
 * A process's memory must not grow by more than this factor after the first third of the run, during which caches and
 * pools fill.
 */
const GROWTH = 1.5

/** A process must write again within this time after a failure, in seconds. */
const LONGEST_OUTAGE = 10

describe.runIf(hasClusters)('two processes whose servers fail', () => {
  let folder = ''
  let cluster: TestCluster

  beforeAll(async () => {
    cluster = await TestCluster.start('primary', 'standby', 'pgbouncer', 'redis')
    folder = await buildFixture('library', 'svc_sqla')
  }, 60_000)
  afterAll(async () => {
    await cluster.remove()
    removeProject(folder)
  }, 30_000)

  it(
    'lose no acknowledged write, and fail only with 503',
    async () => {
      const report = await soak({ cluster, search: searchUrl() }, folder, SECONDS, (line) =>
        console.log(line),
      )
      const { failures, lost, ...figures } = report
      console.log(figures)
      expect(failures).toEqual([])
      expect(lost).toEqual([])
      expect(Math.max(...report.outages)).toBeLessThan(LONGEST_OUTAGE)
      for (const [early, late] of report.memory) expect(late).toBeLessThan(early * GROWTH)
    },
    (SECONDS + 120) * 1000,
  )
})
