import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { Collector } from './diagnostics/collector.js'
import { stages } from './lazy-stages.js'

test('the database steps that are told are those that a migration lists, tables of the service itself included', async () => {
  const { understood } = await stages.understand({
    api: fileURLToPath(new URL('../fixtures/members/api.raml', import.meta.url)),
    includeRoot: null,
    engine: 'svc_sqla',
    collector: new Collector(),
  })
  if (understood === null) throw new Error('the fixture has errors')
  const steps = await stages.databaseSteps(null, understood.service)
  const files = await stages.emit(
    understood,
    { service: null, migrations: [] },
    { service: null, file: () => null },
  )
  const { text = '' } = files.get('migrations/0001_initial.sqlite.sql') ?? {}
  const listed = [...text.matchAll(/^-- {3}(.+)$/gm)].map(([, step]) => step)
  expect(steps.map(({ step }) => step)).toEqual(listed)
  expect(listed).toContain('create table svc_auth_accounts')
})
