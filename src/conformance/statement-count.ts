import Database from 'better-sqlite3'
import { Client } from 'pg'
import { vi } from 'vitest'

/** Counts the statements sent by `work` by wrapping the drivers, which all services in this process share. */
export async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  const memory = new Database(':memory:')
  const statement: Database.Statement = Object.getPrototypeOf(memory.prepare('SELECT 1'))
  const spies = [
    ...(['all', 'get', 'run'] as const).map((method) => vi.spyOn(statement, method)),
    vi.spyOn(Client.prototype, 'query'),
  ]
  try {
    await work()
    return spies.reduce((sum, spy) => sum + spy.mock.calls.length, 0)
  } finally {
    for (const spy of spies) spy.mockRestore()
    memory.close()
  }
}
