import { describe, expect, it } from 'vitest'
import type { Auth, RowRule, RuleFilter, Service } from '../../ir/index.js'
import { auth, publishedService } from '../../testing/published-service.js'
import { rowRuleTestsView } from './row-rules.js'

const plain = publishedService()

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

/** Returns the test of a rule of stories, as text. */
function testOf(only: RowRule): { readonly text: string; readonly missing: string } {
  const secured: Auth = auth
  const service: Service = publishedService({
    auth: secured,
    models: plain.models.map((model) => (model.id === 'Story' ? { ...model, rowRules: [only] } : model)),
    routes: plain.routes.map((route) => ({ ...route, acl: '*everyone' })),
  })
  const [test] = rowRuleTestsView(service, secured).tests
  return { text: test?.lines.join('\n') ?? '', missing: test?.missing.join('\n') ?? '' }
}

describe('tests of row rules', () => {
  it('store a row that the rule covers, and one that each of its filters excludes', () => {
    const { text, missing } = testOf(
      rule({
        filters: [
          filter('title', 'eq', { kind: 'literal', value: 'open' }),
          filter('owner', 'exists', { kind: 'literal', value: true }),
        ],
      }),
    )
    expect(missing).toBe('')
    expect(text).toMatch(/const inside = await make\.story\(items, \{.*title: 'open'/)
    expect(text).toContain('const outside = ')
    expect(text).toContain('hidden: [outside.')
  })

  it('say why a rule is not tested', () => {
    expect(testOf(rule({ function: 'shared' })).missing).toContain('write a test for the function "shared"')
    const now = filter('title', 'gt', { kind: 'literal', value: 'm' })
    expect(testOf(rule({ filters: [now] })).missing).toContain('no test can create a row')
  })

  it('have no rows outside a rule that covers all rows', () => {
    const { text, missing } = testOf(rule({}))
    expect(missing).toBe('')
    expect(text).not.toContain('outside')
  })
})
