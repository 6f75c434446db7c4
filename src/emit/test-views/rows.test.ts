import { describe, expect, it } from 'vitest'
import type { Engine } from '../../ir/index.js'
import { publishedService } from '../../testing/published-service.js'
import { ifCertain } from './left-out.js'
import { equal, TestRows } from './rows.js'

/** Returns whether two stories with the same owner can be stored if owners and statuses are unique together. */
function areConsistent(engine: Engine, status: string | null): boolean {
  const plain = publishedService()
  const groups = [{ names: ['owner', 'status'], unique: true }]
  const models = plain.models.map((model) => (model.id === 'Story' ? { ...model, groups } : model))
  const rows = new TestRows({ ...plain, engine, models })
  const demands = [
    equal('owner', rows.add('User')),
    { ...equal('status', status), ...(status === null ? { op: 'exists', operand: [false] } : {}) },
  ]
  return ifCertain(() => [rows.add('Story', demands), rows.add('Story', demands)]) !== null
}

describe('rows of tests', () => {
  it.each(['svc_sqla', 'svc_mongodb'] as const)('differ in their unique groups on %s', (engine) => {
    expect(areConsistent(engine, 'draft')).toBe(false)
  })

  it('can have the same values in a group with null, except on databases that might compare null', () => {
    expect(areConsistent('svc_sqla', null)).toBe(true)
    expect(areConsistent('svc_mongodb', null)).toBe(false)
  })
})
