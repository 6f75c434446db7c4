import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { measured } from './lib/measured.js'
import { writeSyntheticApi } from './lib/synthetic-api.js'
import { median, printTable } from './lib/table.js'

// Measures the time and peak memory of reading and analyzing a RAML file in a new process, with and without the time
// to start the process.

const READER = fileURLToPath(new URL('lib/read-once.js', import.meta.url))
const IDLE = fileURLToPath(new URL('lib/read-nothing.js', import.meta.url))
const { SVCGEN_CORPUS: CORPUS } = process.env
const ROUNDS = 3

const folder = mkdtempSync(join(tmpdir(), 'svcgen-bench-'))
try {
  const synthetic = [500, 2000].map((count) => [
    `${count} resources`,
    writeSyntheticApi(join(folder, String(count)), count),
  ])
  printTable(
    ['file', 'time ms', 'without start ms', 'CPU ms', 'peak MB'],
    [...largestPublic(), ...synthetic].map(([name, path]) => [name, ...measureFile(path)]),
  )
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function measureFile(path) {
  const figures = Array.from({ length: ROUNDS }, () => measured(READER, [path], folder))
  const start = median(Array.from({ length: ROUNDS }, () => measured(IDLE, [], folder).ms))
  const middle = (name) => median(figures.map((figure) => figure[name]))
  return [middle('ms'), middle('ms') - start, middle('cpu'), middle('mb')].map((figure) => figure.toFixed(0))
}

/** Returns a list with the name and path of the largest public API, or an empty list if there is no corpus. */
function largestPublic() {
  if (!CORPUS) {
    console.log('Skipping public APIs: SVCGEN_CORPUS is not set')
    return []
  }
  const files = readdirSync(join(CORPUS, 'public'), { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile(),
  )
  const roots = files
    .filter(({ name }) => name.endsWith('.raml'))
    .map((entry) => join(entry.parentPath, entry.name))
  const size = (path) =>
    files
      .filter(({ parentPath }) => `${parentPath}/`.startsWith(`${dirname(path)}/`))
      .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
  const own = (path) => statSync(path).size
  const [largest] = roots.toSorted((a, b) => own(b) - own(a) || size(b) - size(a))
  return largest === undefined ? [] : [[basename(largest), largest]]
}
