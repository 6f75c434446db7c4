import { expect, test } from 'vitest'
import { hashPassword, verifyPassword, withHashesAhead } from './passwords.js'

test('a hash that was made ahead is given out once', async () => {
  const [first, second] = await withHashesAhead(['the same'], () =>
    Promise.all([hashPassword('the same'), hashPassword('the same')]),
  )
  expect(first).not.toBe(second)
  expect(await Promise.all([first, second].map((hash) => verifyPassword(hash, 'the same')))).toEqual([
    true,
    true,
  ])
})

test('it is there at once, and for the work alone that asked for it', async () => {
  let atOnce: unknown
  const made = await withHashesAhead(['ahead'], async () => {
    const hash = hashPassword('ahead')
    atOnce = await Promise.race([hash, Promise.resolve().then(() => Promise.resolve('later'))])
    return hash
  })
  expect(atOnce).toBe(made)
  const unused = await withHashesAhead(['ahead'], () => Promise.resolve('not asked for'))
  expect([unused, await hashPassword('ahead')]).not.toContain(made)
})

test('work that fails leaves none behind', async () => {
  let made = ''
  await expect(
    withHashesAhead(['failing'], async () => {
      made = await hashPassword('failing')
      throw new Error('refused')
    }),
  ).rejects.toThrow('refused')
  expect(await hashPassword('failing')).not.toBe(made)
})

test('two at once with one password get hashes of their own', async () => {
  const hashes = await Promise.all(
    [1, 2].map(() => withHashesAhead(['common'], () => hashPassword('common'))),
  )
  expect(new Set(hashes).size).toBe(2)
})

test('a list of users is given the hashes that were made for it, each its own', async () => {
  const plains = ['first', 'second', 'second']
  const hashes = await withHashesAhead(plains, () => Promise.all(plains.map(hashPassword)))
  expect(new Set(hashes).size).toBe(3)
  expect(await Promise.all(plains.map((plain, index) => verifyPassword(hashes[index], plain)))).toEqual([
    true,
    true,
    true,
  ])
})
