// Runs after npm install, and says if SQLite does not work. It is part of Node.js 22.16 and later; earlier versions need
// the compiled part of better-sqlite3. If npm can neither download nor compile it, it leaves out the optional package
// that requires it, without a word, and removes its folder, which this script makes again.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'

const driver = new URL('sqlite-for-node-20/', import.meta.url)
const description = {
  name: 'sqlite-for-node-20',
  version: '1.0.0',
  private: true,
  description:
    'The SQLite driver for versions of Node.js without a complete node:sqlite. npm skips this optional package on all others.',
  engines: { node: '<22.16 || 23.x' },
  dependencies: { 'better-sqlite3': '^12.4.1' },
}
if (!existsSync(new URL('package.json', driver))) {
  mkdirSync(driver, { recursive: true })
  writeFileSync(new URL('package.json', driver), `${JSON.stringify(description, null, 2)}\n`)
}

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 22 || major === 23 || (major === 22 && minor < 16)) {
  try {
    const { default: Database } = await import('better-sqlite3')
    new Database(':memory:').close()
  } catch {
    console.error(
      `SQLite does not work with Node.js ${process.version} here, because npm could neither download nor compile better-sqlite3. Use Node.js 22.16 or later, install Python and a C++ compiler and run npm install again, or use PostgreSQL.`,
    )
  }
}
