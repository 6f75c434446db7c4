import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ajvDraft04 from 'ajv-draft-04'
import ajvFormats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import { apiIn } from '../testing/emit-fixture.js'
import { stages } from '../stages.js'
import { Collector } from './collector.js'
import { toSarif } from './format-sarif.js'

const FIXTURES = fileURLToPath(new URL('../../fixtures', import.meta.url))

/** The published schema of SARIF 2.1.0. */
const schema: object = JSON.parse(
  readFileSync(
    createRequire(import.meta.url).resolve('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json'),
    'utf8',
  ),
)
const ajv = new ajvDraft04.default({ strict: false, allErrors: true, unicodeRegExp: false })
ajvFormats.default(ajv)
const isSarif = ajv.compile(schema)

async function logOf(fixture: string): Promise<object> {
  const collector = new Collector()
  const api = apiIn(join(FIXTURES, fixture))
  stages.analyze({ api, includeRoot: null, engine: 'svc_sqla', collector })
  return toSarif(collector.sorted(), '1.0.0')
}

describe('the SARIF log', () => {
  it.each(readdirSync(FIXTURES))('for %s is valid against the published schema', async (fixture) => {
    isSarif(await logOf(fixture))
    expect(isSarif.errors ?? []).toEqual([])
  })

  it('would be invalid if a position were before the first line', async () => {
    const log = JSON.stringify(await logOf('bad-yaml-syntax'))
    expect(log).toContain('"startLine":')
    expect(isSarif(JSON.parse(log.replace(/"startLine":\d+/, '"startLine":0')))).toBe(false)
  })
})
