import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { USERS } from '../../conformance/callers.js'
import type { Auth, RowRule, RuleFilter, Service } from '../../ir/index.js'
import { emitApi } from '../../testing/emit-fixture.js'
import { auth, publishedService } from '../../testing/published-service.js'
import { checkProject, projectsFolder, writeFiles } from '../../testing/check-project.js'
import { temporaryFolder } from '../../testing/temporary-folder.js'
import { stringLiteral } from '../literal.js'
import { rowRuleTests } from './row-rules.js'
import { RowTable } from './table.js'

const plain = publishedService()
const projects = projectsFolder()

function filter(path: string, op: string, value: RuleFilter['value']): RuleFilter {
  return { path: path.split('.'), op, value }
}

function rule(parts: Partial<RowRule>): RowRule {
  const loc = { file: 'story.json', line: 1, column: 1, endLine: 1, endColumn: 1 }
  return {
    principal: { kind: 'everyone' },
    permissions: ['view'],
    filters: [],
    function: null,
    loc,
    ...parts,
  }
}

/** Returns the test of a rule of stories with its rows, as text, and the reasons why others are missing. */
function testOf(only: RowRule) {
  const secured: Auth = auth
  const service: Service = publishedService({
    auth: secured,
    models: plain.models.map((model) => (model.id === 'Story' ? { ...model, rowRules: [only] } : model)),
    routes: plain.routes.map((route) => ({ ...route, acl: '*everyone' })),
  })
  const table = new RowTable(service)
  const tests = rowRuleTests(table, secured)
  const missing = tests.flatMap((test) => ('reason' in test ? [test.reason] : [])).join()
  return {
    test: tests.find((test) => 'rule' in test),
    rows: new Map(table.rows.map((row) => [row.name, row.values])),
    missing,
  }
}

describe('tests of row rules', () => {
  it('store a row that the rule covers, and one that each of its filters excludes', () => {
    const { test, rows, missing } = testOf(
      rule({
        filters: [
          filter('title', 'eq', { kind: 'literal', value: 'open' }),
          filter('owner', 'exists', { kind: 'literal', value: true }),
        ],
      }),
    )
    expect(missing).toBe('All rows have owner.')
    const { inside = '', outside: [outside = '', ...others] = [] } = test ?? {}
    expect(others).toEqual([])
    expect(rows.get(stringLiteral(inside))).toContain('title: "open"')
    expect(rows.get(stringLiteral(outside))).not.toContain('title: "open"')
  })

  it('say why a rule is not tested', () => {
    expect(testOf(rule({ function: 'shared' })).missing).toContain('Write a test for the function "shared"')
    const now = filter('title', 'gt', { kind: 'literal', value: 'm' })
    expect(testOf(rule({ filters: [now] })).missing).toContain('No value of Story.title is certain')
  })

  it('have no rows outside a rule that covers all rows', () => {
    const { test, missing } = testOf(rule({}))
    expect(missing).toBe('')
    expect(test?.outside).toEqual([])
  })

  it('create no rows whose readOnly reference is that of the caller by default, unless the rule covers them', async () => {
    const api = join(temporaryFolder(), 'api.yaml')
    writeFileSync(
      api,
      `openapi: 3.1.0
info: { title: Clinic, version: '1' }
security: [{ session: [] }]
x-acl: { collection: allow authenticated all }
paths:
  /organizations: { get: {}, post: { requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Organization' } } } } } }
  /patients: { get: {}, post: { requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Patient' } } } } } }
components:
${USERS}
        organization: { type: string, x-relation: Organization }
    Organization: { type: object, x-stored: true, required: [name], x-row-rules: [allow everyone view], properties: { name: { type: string } } }
    Patient:
      type: object
      x-stored: true
      required: [name]
      x-row-rules: ['allow authenticated view, create where organization={{user.organization}}']
      properties:
        id: { type: integer, readOnly: true }
        name: { type: string }
        organization: { type: string, readOnly: true, x-relation: Organization, x-db-settings: { default: '{{user.organization}}' } }
`,
    )
    const { files } = await emitApi(api, 'svc_sqla')
    const rows = files.get('test/generated/row-rules.ts') ?? ''
    expect(rows).toContain(
      "rule: 'Patient: allow authenticated view, create where organization={{user.organization}}'",
    )
    expect(rows).not.toMatch(/creates: \[[^\]]*,/)
  })

  it('compare plain fields with the generated key of the caller', async () => {
    const api = join(temporaryFolder(), 'api.yaml')
    writeFileSync(
      api,
      `openapi: 3.1.0
info: { title: Notes, version: '1' }
security: [{ session: [] }]
x-acl: { collection: allow authenticated all }
paths:
  /notes: { get: {}, post: { requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Note' } } } } } }
  /notes/{id}: { parameters: [{ name: id, in: path, required: true, schema: { type: integer } }], get: {}, patch: {}, delete: {} }
components:
${USERS.replace('username, email', 'email').replace('username: { type: string }', 'id: { type: string, format: uuid, readOnly: true }')}
    Note:
      type: object
      x-stored: true
      x-row-rules: ['allow authenticated all where owner_id={{user.id}}']
      properties:
        id: { type: integer, readOnly: true }
        text: { type: string }
        owner_id: { type: string, format: uuid, readOnly: true, x-db-settings: { default: '{{user.id}}' } }
`,
    )
    const { files } = await emitApi(api, 'svc_sqla')
    expect(files.get('test/generated/row-rules.ts')).toMatch(/outside: \['note \d+'\]/)
    const folder = join(projects, 'notes')
    writeFiles(folder, files)
    await checkProject(folder)
  })
})
