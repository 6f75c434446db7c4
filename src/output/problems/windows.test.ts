import { expect, test, vi } from 'vitest'
import { spanIn } from './folder-problems.js'

vi.mock('node:path', async (original) => {
  const path = await original<typeof import('node:path')>()
  return { ...path.win32, default: path.win32 }
})

test('uses forward slashes in reported paths on Windows', () => {
  const folder = { path: 'C:\\work\\out' }
  const location = { folder, apiFolder: 'C:\\work\\api' }
  const { file } = spanIn('src/handlers/notify.ts', 'code\n', { at: 0, length: 4 }, location)
  expect(file.name).toBe('../out/src/handlers/notify.ts')
})
