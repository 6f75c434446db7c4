import { it } from 'node:test'
import { check, type MissingTest, type TestRequest } from './requests.js'
import * as notesRoutes from './routes/notes.js'
import { shareService } from './service.js'
import { StoredRows } from './store.js'

/** Requests, and those that are not tested. */
interface Table {
  readonly requests: readonly TestRequest[]
  readonly missing?: readonly MissingTest[]
}

const tables: readonly Table[] = [notesRoutes]

const start = shareService()

for (const { requests, missing = [] } of tables) {
  for (const request of requests)
    it(request.title, async () => {
      const { app, items } = await start()
      const stored = new StoredRows(items)
      await stored.add(request.rows ?? [])
      await check(app, stored, request)
    })
  for (const { title, reason } of missing) it.todo(`${title}: ${reason}`)
}
