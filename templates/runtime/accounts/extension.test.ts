import { describe, expect, it, vi } from 'vitest'
import { ALL_ROWS } from '../repository/items.js'
import { accountModels, sessionModel } from './tables.js'
import { AccountParts } from './extension.js'
import { jobModel, jobModels } from '../jobs/jobs.js'
import { JobFunctions } from '../jobs/registry.js'
import { internalModel } from '../internal-model.js'
import { MemoryDatabase } from '../testing/memory-database.js'
import { MAIL_JOB, type Mail } from './mail.js'

const users = internalModel('User', 'username', {
  username: { type: 'string', column: 'username', required: true },
  email: { type: 'string', column: 'email' },
  password: { type: 'string', column: 'password' },
})

async function open(host = '127.0.0.1') {
  const models = { User: users, ...accountModels, ...jobModels }
  const database = new MemoryDatabase(models)
  const jobs = new JobFunctions<object>()
  jobs.job(MAIL_JOB, () => undefined)
  const fields = { username: 'username', email: 'email', password: 'password', groups: null }
  const settings = {
    publicUrl: undefined,
    host,
    port: 3000,
    system: {},
    accounts: { tokenLifetime: 3600, inviteLifetime: 7200, verify: 'required' },
  }
  const accounts = new AccountParts(
    Object({ database, models, config: { model: 'User', fields }, settings, jobs }),
  )
  const user = { username: 'ada', email: 'ada@example.com', password: 'hash' }
  await database.store('User', ALL_ROWS).insert([user])
  const mails: Mail[] = []
  const mailer = { send: async (mail: Mail) => void mails.push(mail) }
  return { database, accounts, user, mails, mailer }
}

const VERIFY = { kind: 'verify', email: 'ada@example.com' } as const

describe('a mail', () => {
  it('is sent again after a process that has made its token ended', async () => {
    const { accounts, mails, mailer } = await open()
    const dying = { send: () => new Promise<never>(() => undefined) }
    void accounts.sendMail(dying, VERIFY, 1)
    await new Promise((resolve) => setTimeout(resolve, 50))
    await accounts.sendMail(mailer, VERIFY, 1)
    expect(mails).toHaveLength(0)
    await accounts.sendMail(mailer, VERIFY, 2)
    expect(mails).toHaveLength(1)
  })

  it('invites a user with a token that sets a password once, and is valid longer than others', async () => {
    const { accounts, database, mails, mailer } = await open()
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      await accounts.sendMail(mailer, { kind: 'invite', email: 'ada@example.com' }, 1)
      vi.setSystemTime(Date.now() + 7_000_000)
      const [mail] = mails
      expect(mail).toMatchObject({
        kind: 'reset',
        isInvitation: true,
        link: expect.stringContaining('/reset-password?token='),
      })
      await expect(accounts.redeem(database, 'verify', mail?.token ?? '')).rejects.toThrow('invalid')
      expect(await accounts.redeem(database, 'reset', mail?.token ?? '')).toMatchObject({ username: 'ada' })
      await expect(accounts.redeem(database, 'reset', mail?.token ?? '')).rejects.toThrow('invalid')
    } finally {
      vi.useRealTimers()
    }
  })

  it('has a link to an IPv6 address', async () => {
    const { accounts, mails, mailer } = await open('::1')
    await accounts.sendMail(mailer, VERIFY, 1)
    expect(mails[0]?.link).toContain('http://[::1]:3000/verify-email?token=')
  })

  it('is not requested for text that cannot be an address', async () => {
    const { accounts, database } = await open()
    for (const email of ['x'.repeat(1_000_000), 'a\0@example.com'])
      await accounts.requestMail(database, 'reset', email)
    expect(await database.store(jobModel.name, ALL_ROWS).count({ kind: 'and', of: [] })).toBe(0)
  })
})

it('a session is recorded once by requests that renew its ticket at the same time', async () => {
  const { accounts, database, user } = await open()
  const request = Object({ headers: {}, ip: '127.0.0.1' })
  await Promise.all([1, 2].map((stamp) => accounts.recordSession(request, user, 'session', String(stamp))))
  expect(await database.store(sessionModel.name, ALL_ROWS).count({ kind: 'and', of: [] })).toBe(1)
})
