import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { loadSettings } from '../../templates/runtime/settings/settings.js'
import { Collector } from '../diagnostics/collector.js'
import { stages } from '../stages.js'
import { temporaryFolder } from '../testing/temporary-folder.js'
import { openFolder } from './disk/folder.js'
import { serviceSettings } from './service-settings.js'

test.each([
  ['boxes/api.yaml', 'describe_access = true', true],
  ['boxes/api.yaml', '', undefined],
  ['minimal/api.raml', 'describe_access = true', undefined],
])('describe_access is for OpenAPI documents', (fixture, text, expected) => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'service.ini'), text)
  const { analysis } = stages.analyze({
    api: fileURLToPath(new URL(`../../fixtures/${fixture}`, import.meta.url)),
    includeRoot: null,
    engine: 'svc_sqla',
    settings: serviceSettings(openFolder(folder)),
    collector: new Collector(),
  })
  expect([analysis !== null, analysis?.service.describesAccess]).toEqual([true, expected])
})

test.each([
  ['', false],
  ['database_acls = true', true],
  ['[app]\r\ndatabase_acls=Yes\r\n', true],
  ['\uFEFFdatabase_acls = on', true],
  ['[app:main]\ndatabase_acls = 1', true],
  ['#database_acls = true\n; database_acls = true', false],
  ['[celery]\ndatabase_acls = true', false],
  ['[celery]\ndatabase_acls = true\n[app]\ndatabase_acls = false', false],
  ['database_acls: true', false],
  ['Database_Acls = true', false],
  ['database_acls = true # for editors', false],
  ['database_acls = false\ndatabase_acls = true', false],
])('database_acls in %j is %s for the tool and for the service', (text, expected) => {
  const folder = temporaryFolder()
  const file = join(folder, 'service.ini')
  writeFileSync(file, text)
  const env = { SVC_DATABASE_ACLS: 'true' }
  expect(serviceSettings(openFolder(folder)).databaseAcls).toBe(expected)
  const load = (environment: Readonly<Record<string, string>>) =>
    loadSettings(
      {
        name: 'demo',
        canAuthenticate: true,
        secrets: [],
        databaseAcls: expected,
        file,
        env: environment,
        values: { auth: true },
      },
      () => ({}),
    )
  // The service rejects lines that it cannot read, and a file or variable that contradicts the tables.
  const faults =
    /service\.ini:\d+: (?:expected "key = value"|Database_Acls|database_acls: (?:must be true or|is already))/
  const failure = messageOf(() => load({}))
  if (failure !== '') expect(failure).toMatch(faults)
  expect(messageOf(() => load(env)).includes('SVC_DATABASE_ACLS: cannot be true')).toBe(!expected)
})

function messageOf(work: () => unknown): string {
  try {
    work()
    return ''
  } catch (error) {
    return String(error)
  }
}
