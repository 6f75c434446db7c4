import { expect, test } from 'vitest'
import { hashPassword, verifyPassword, withPrecomputedHashes } from './passwords.js'

test('a precomputed hash is used only once', async () => {
  const [first, second] = await withPrecomputedHashes(['the same'], () =>
    Promise.all([hashPassword('the same'), hashPassword('the same')]),
  )
  expect(first).not.toBe(second)
  expect(await Promise.all([first, second].map((hash) => verifyPassword(hash, 'the same')))).toEqual([
    true,
    true,
  ])
})

test('precomputed hashes are available only to the work that requested them', async () => {
  let atOnce: unknown
  const made = await withPrecomputedHashes(['ahead'], async () => {
    const hash = hashPassword('ahead')
    atOnce = await Promise.race([hash, Promise.resolve().then(() => Promise.resolve('later'))])
    return hash
  })
  expect(atOnce).toBe(made)
  const unused = await withPrecomputedHashes(['ahead'], () => Promise.resolve('not asked for'))
  expect([unused, await hashPassword('ahead')]).not.toContain(made)
})

test('hashes precomputed for work that fails are discarded', async () => {
  let made = ''
  await expect(
    withPrecomputedHashes(['failing'], async () => {
      made = await hashPassword('failing')
      throw new Error('refused')
    }),
  ).rejects.toThrow('refused')
  expect(await hashPassword('failing')).not.toBe(made)
})

test('concurrent users with the same password get different hashes', async () => {
  const hashes = await Promise.all(
    [1, 2].map(() => withPrecomputedHashes(['common'], () => hashPassword('common'))),
  )
  expect(new Set(hashes).size).toBe(2)
})

test('each user in a list gets their own precomputed hash', async () => {
  const plains = ['first', 'second', 'second']
  const hashes = await withPrecomputedHashes(plains, () => Promise.all(plains.map(hashPassword)))
  expect(new Set(hashes).size).toBe(3)
  expect(await Promise.all(plains.map((plain, index) => verifyPassword(hashes[index], plain)))).toEqual([
    true,
    true,
    true,
  ])
})
