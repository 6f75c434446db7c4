import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
const NAME = String.raw`(\w+|"(?:[^"]|"")+")`
const DESTRUCTIVE = new RegExp(String.raw`^-- destructive: ${NAME}(?:\.${NAME})? (.*)$`, 'gmu')
/** Reads the migrations of a dialect in their order. A folder that is not there has none. */
export function readMigrations(folder, dialect) {
  const ending = `.${dialect}.sql`
  return filesOf(folder)
    .filter((file) => file.endsWith(ending))
    .sort()
    .map((file) => parseMigration(file.slice(0, -ending.length), readFileSync(join(folder, file), 'utf8')))
}
/** Takes the text of a migration apart. */
export function parseMigration(name, text) {
  const lines = text.replaceAll('\r\n', '\n')
  const [head = '', body = ''] = split(lines, '-- migrate:up')
  const [up = '', down = ''] = split(body, '-- migrate:down')
  const losses = [...head.matchAll(DESTRUCTIVE)].map(([, table = '', column, what = '']) => ({
    table: unquoted(table),
    column: column === undefined ? null : unquoted(column),
    what,
  }))
  return { name, up, down, losses }
}
/** At the first line that is the marker. */
function split(text, marker) {
  const at = `\n${text}`.indexOf(`\n${marker}\n`)
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + marker.length)]
}
function unquoted(name) {
  return name.startsWith('"') ? name.slice(1, -1).replaceAll('""', '"') : name
}
function filesOf(folder) {
  try {
    return readdirSync(folder)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}
