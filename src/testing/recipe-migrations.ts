import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { Client } from 'pg'
import { openSqliteFile } from '../../templates/runtime/sql/sqlite-driver.js'
import { applyDiff, type Block, commandsIn, type ShownCommand } from './doc-page.js'
import { postgresDatabase, type RecipeDatabase, sqliteDatabase } from './recipes.js'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** A script of the project. It is run without npm, which takes longer than the script. */
const SCRIPT = /^npm run -s (\w+)(?: --)?/

/** Commands that do not use the database. */
const WITHOUT_DATABASE = /^(?:npx svcgen|npm install|cd) /

/**
 * Follows recipes that change databases, in one project. An SQL file without a folder describes the databases at the
 * beginning. Commands that use a database run on SQLite and, if there is a server, on PostgreSQL.
 */
export async function followMigrations(
  blocks: readonly Block[],
  server: string | undefined,
): Promise<readonly ShownCommand[]> {
  mkdirSync(join(ROOT, '.cache'), { recursive: true })
  const home = mkdtempSync(join(ROOT, '.cache', 'recipes-'))
  const databases: RecipeDatabase[] = [sqliteDatabase(home)]
  if (server !== undefined) databases.push(await postgresDatabase(server))
  const commands: ShownCommand[] = []
  let folder = home
  let isCompiled = false
  const run = async (command: string, url = ''): Promise<string> => {
    if (command === 'npm install') symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
    else if (command.startsWith('cd ')) folder = join(folder, command.slice('cd '.length))
    else {
      const isScript = SCRIPT.test(command)
      if (isScript && !isCompiled)
        await execa('node', ['compile.js'], { cwd: folder, preferLocal: true, localDir: ROOT })
      isCompiled = isScript || (isCompiled && !command.startsWith('npx svcgen'))
      const actual = command
        .replace(/^npx svcgen/, `node ${join(ROOT, 'bin/svcgen.js')}`)
        .replace(SCRIPT, 'node dist/src/generated/$1.js')
      const { all } = await execa(actual, {
        shell: 'bash',
        cwd: folder,
        all: true,
        reject: false,
        preferLocal: true,
        localDir: ROOT,
        env: { SVC_DATABASE_URL: url, NO_COLOR: '1' },
      })
      return all
    }
    return ''
  }
  try {
    for (const { language, title, text } of blocks) {
      if (language === 'console') {
        const all = commandsIn(text)
        for (const each of all.filter(({ command }) => WITHOUT_DATABASE.test(`${command} `)))
          commands.push({ ...each, printed: await run(each.command) })
        for (const { url } of databases)
          for (const each of all.filter(({ command }) => !WITHOUT_DATABASE.test(`${command} `)))
            commands.push({ ...each, printed: await run(each.command, url) })
      } else if (title !== null && language === 'sql' && !title.includes('/'))
        for (const { url } of databases) await execute(url, text)
      else if (title !== null) {
        const path = join(home, title)
        mkdirSync(dirname(path), { recursive: true })
        writeFileSync(path, language === 'diff' ? applyDiff(title, readFileSync(path, 'utf8'), text) : text)
      }
    }
    return commands
  } finally {
    for (const database of databases) await database.drop()
    rmSync(home, { recursive: true, force: true })
  }
}

async function execute(url: string, script: string): Promise<void> {
  if (url.startsWith('sqlite:')) {
    const file = openSqliteFile(url.slice('sqlite:'.length))
    file.exec(script)
    file.close()
    return
  }
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(script)
  await client.end()
}
