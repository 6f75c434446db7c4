import { expect, test } from 'vitest'
import { nearest } from '../../../src/diagnostics/nearest.js'
import { didYouMean } from './scalars.js'

const names = ['name', 'progress', 'due_date', 'ownerId', 'assigned_user', 'x']

test.each(['nmae', 'naem', 'NAME', 'name', 'progres', 'due-date', 'dueDate', 'owner', 'y', '', 'frobnicate'])(
  'the service and svcgen suggest the same name for "%s"',
  (given) => {
    const meant = nearest(given, names)
    expect(didYouMean(given, names)).toBe(meant === undefined ? '' : ` (did you mean "${meant}"?)`)
  },
)

test('swapping two letters counts as one edit', () => {
  expect(didYouMean('nmae', names)).toBe(' (did you mean "name"?)')
})

test('a very long name has no suggestion', () => {
  expect(didYouMean('a'.repeat(10_000), ['a'.repeat(9_999)])).toBe('')
})
