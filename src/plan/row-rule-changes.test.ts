import { describe, expect, it } from 'vitest'
import type { Model, RowRule, RuleFilter } from '../ir/index.js'
import { publishedService } from '../testing/published-service.js'
import { rowRuleChanges } from './row-rule-changes.js'

const [story] = publishedService().models
const loc = { file: 'story.json', line: 1, column: 1, endLine: 1, endColumn: 1 }

function modelWith(rowRules: readonly RowRule[] | undefined): Model {
  if (story === undefined) throw new Error('the service has no models')
  return rowRules === undefined ? story : { ...story, rowRules }
}

function rule(permissions: RowRule['permissions'], ...values: readonly string[]): RowRule {
  const filters = values.map((value, index): RuleFilter => ({
    path: [`field${index}`],
    op: 'eq',
    value: { kind: 'literal', value },
  }))
  return { principal: { kind: 'authenticated' }, permissions, filters, function: null, loc }
}

function changes(before: readonly RowRule[] | undefined, after: readonly RowRule[] | undefined): unknown {
  return rowRuleChanges(modelWith(before), modelWith(after)).map(({ change, breaking }) => [change, breaking])
}

describe('changes to row rules', () => {
  it('are wider or narrower rules', () => {
    const [one, both] = [rule(['view'], 'a'), rule(['view'], 'a', 'b')]
    const texts = [
      'allow authenticated view where field0=a',
      'allow authenticated view where field0=a&field1=b',
    ]
    expect(changes([both], [one])).toEqual([[`wider row rule: ${texts[0]} (was: ${texts[1]})`, false]])
    expect(changes([one], [both])).toEqual([[`narrower row rule: ${texts[1]} (was: ${texts[0]})`, true]])
    expect(changes([one], [rule(['view', 'update'], 'a')])).toEqual([
      [`wider row rule: allow authenticated view, update where field0=a (was: ${texts[0]})`, false],
    ])
  })

  it('are new and removed rules otherwise', () => {
    expect(changes([rule(['view'], 'a')], [rule(['view'], 'b')])).toEqual([
      ['new row rule: allow authenticated view where field0=b', false],
      ['removed row rule: allow authenticated view where field0=a', true],
    ])
    expect(changes(undefined, [rule(['view'], 'a')])).toEqual([
      ['rows are now restricted by row rules', true],
      ['new row rule: allow authenticated view where field0=a', false],
    ])
    expect(changes([rule(['view'])], undefined)).toEqual([
      ['rows are no longer restricted by row rules', false],
      ['removed row rule: allow authenticated view', false],
    ])
    expect(changes([rule(['view'])], [rule(['view'])])).toEqual([])
  })
})
