import { describe, expect, test } from 'vitest'
import { securedService } from '../testing/secured-service.js'
import { callerText } from './caller.js'
import { accessMatrix } from './matrix.js'
import { verdictText } from './verdict.js'

const { callers, rows } = accessMatrix(securedService())

describe('the access matrix', () => {
  test('has columns for anonymous and authenticated callers and for each named group and user', () => {
    expect(callers.map(callerText)).toEqual(['everyone', 'authenticated', 'g:admin', 'g:user', 'mallory'])
  })

  const owner = '{{is_owner}}, else no'
  test.each([
    ['GET /stories', ['yes', 'yes', 'yes', 'yes', 'yes']],
    ['POST /stories', ['no', 'yes', 'yes', 'yes', 'yes']],
    ['GET /stories/{id}', ['yes', 'yes', 'yes', 'yes', 'no']],
    ['DELETE /stories/{id}', [owner, owner, 'yes', owner, owner]],
    ['POST /open', ['yes', 'yes', 'yes', 'yes', 'yes']],
  ])('shows who is allowed to %s', (id, words) => {
    expect(rows.find(({ route }) => route.id === id)?.verdicts.map(verdictText)).toEqual(words)
  })
})
