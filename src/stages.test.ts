import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { Collector } from './diagnostics/collector.js'
import { stages } from './stages.js'

test('reports the same database steps as a migration, including tables for authentication', async () => {
  const { analysis } = await stages.analyze({
    api: fileURLToPath(new URL('../fixtures/members/api.raml', import.meta.url)),
    includeRoot: null,
    engine: 'svc_sqla',
    collector: new Collector(),
  })
  if (analysis === null) throw new Error('the fixture has errors')
  const steps = await stages.databaseSteps({ service: null, migrations: [], amended: null }, analysis.service)
  const files = await stages.emit(
    analysis,
    { service: null, migrations: [], amended: null },
    { api: 'api.raml', project: '.' },
  )
  const { text = '' } = files.get('migrations/0001_initial.sqlite.sql') ?? {}
  const listed = [...text.matchAll(/^-- {3}(.+)$/gm)].map(([, step]) => step)
  expect(steps.map(({ step }) => step)).toEqual(listed)
  expect(listed).toContain('create table svc_auth_accounts')
})
