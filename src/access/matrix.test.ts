import { describe, expect, test } from 'vitest'
import { securedService } from '../testing/secured-service.js'
import { accessMatrix, accessOf, askerText, verdictText, whoCan } from './matrix.js'

const service = securedService()

describe('the access matrix', () => {
  test('has a column for callers of no name, for those logged in, and for each group and user that is named', () => {
    expect(accessMatrix(service).askers.map(askerText)).toEqual([
      'everyone',
      'authenticated',
      'g:admin',
      'g:user',
      'mallory',
    ])
  })

  test.each([
    ['GET /stories', ['yes', 'yes', 'yes', 'yes', 'yes']],
    ['POST /stories', ['no', 'yes', 'yes', 'yes', 'yes']],
    ['GET /stories/{id}', ['yes', 'yes', 'yes', 'yes', 'no']],
    [
      'DELETE /stories/{id}',
      [
        '{{is_owner}}, else no',
        '{{is_owner}}, else no',
        'yes',
        '{{is_owner}}, else no',
        '{{is_owner}}, else no',
      ],
    ],
    ['POST /open', ['yes', 'yes', 'yes', 'yes', 'yes']],
  ])('says who may %s', (id, words) => {
    const row = accessMatrix(service).rows.find(({ route }) => route.id === id)
    expect(row?.verdicts.map(verdictText)).toEqual(words)
  })
})

describe('who can', () => {
  test('answers for a permission and for a method', () => {
    for (const question of ['delete /stories/{id}', ' DELETE  /stories/{id} ']) {
      const answers = whoCan(service, question)?.answers ?? []
      expect(
        answers.filter(({ verdict }) => verdict.kind === 'yes').map(({ asker }) => askerText(asker)),
      ).toEqual(['g:admin'])
    }
    expect(whoCan(service, 'view /stories')?.answers.every(({ verdict }) => verdict.kind === 'yes')).toBe(
      true,
    )
  })

  test.each(['', 'delete', 'delete /nowhere', 'fly /stories', 'delete /stories'])(
    'does not answer %j',
    (question) => {
      expect(whoCan(service, question)).toBeNull()
    },
  )
})

test('what one principal may do is told for every route', () => {
  const verdicts = (principal: string): readonly string[] =>
    accessOf(service, principal).map(({ route, verdict }) => `${route.id}: ${verdictText(verdict)}`)
  expect(verdicts('g:admin').every((line) => line.endsWith(': yes'))).toBe(true)
  expect(verdicts('admin')).toEqual(verdicts('g:admin'))
  expect(verdicts('mallory')).toContain('GET /stories/{id}: no')
  expect(verdicts('everyone')).toContain('POST /stories: no')
})
