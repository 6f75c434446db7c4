import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { writeFiles } from './testing/check-project.js'
import { emitFixture } from './testing/emit-fixture.js'
import { temporaryFolder } from './testing/temporary-folder.js'

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
const isComplete = major > 23 || (major === 22 && minor >= 16)

test('npm install says if SQLite does not work, and keeps the folder that npm removes then', async () => {
  const { files } = await emitFixture(fileURLToPath(new URL('../fixtures/quickstart', import.meta.url)))
  const folder = temporaryFolder()
  writeFiles(folder, files)
  const driver = join(folder, 'sqlite-for-node-20')
  const written = readFileSync(join(driver, 'package.json'), 'utf8')
  rmSync(driver, { recursive: true })

  const { scripts }: { scripts: Readonly<Record<string, string>> } = JSON.parse(
    files.get('package.json') ?? '',
  )
  const install = () =>
    spawnSync(scripts['postinstall'] ?? '', { cwd: folder, encoding: 'utf8', shell: true })
  const { status, stderr } = install()
  expect(status).toBe(0)
  expect(readFileSync(join(driver, 'package.json'), 'utf8')).toBe(written)
  if (isComplete) expect(stderr).toBe('')
  else
    expect(stderr).toMatch(
      /^SQLite does not work with Node\.js v.* compile better-sqlite3\. Use Node\.js 22\.16/,
    )

  // Images install packages before they contain the script.
  rmSync(join(folder, 'check-sqlite.js'))
  expect(install()).toMatchObject({ status: 0, stderr: '' })
  expect(existsSync(join(folder, 'check-sqlite.js'))).toBe(false)
})

test('projects on MongoDB have no check of SQLite', async () => {
  const { files } = await emitFixture(
    fileURLToPath(new URL('../fixtures/quickstart', import.meta.url)),
    'svc_mongodb',
  )
  expect([...files.keys()].filter((path) => path.includes('sqlite'))).toEqual([])
  expect(files.get('package.json')).not.toContain('postinstall')
})
