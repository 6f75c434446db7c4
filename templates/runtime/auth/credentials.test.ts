import { verify } from '@node-rs/argon2'
import { afterEach, expect, test, vi } from 'vitest'
import { Client } from '../testing/client.js'
import { storyService } from '../testing/story-service.js'

vi.mock('@node-rs/argon2', { spy: true })
afterEach(() => void vi.clearAllMocks())

test.each(['bob', 'bob@example.com', 'nobody', 'nobody@example.com', ''])(
  'a login with a wrong password does the same amount of work whether or not the user %j exists',
  async (login) => {
    const app = await storyService()
    await new Client(app).register('bob')
    vi.mocked(verify).mockClear()
    expect((await new Client(app).post('/auth/login', { login, password: 'wrong' })).status).toBe(401)
    expect(verify).toHaveBeenCalledTimes(1)
    const [hash] = vi.mocked(verify).mock.calls[0] ?? []
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  },
)
