import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { measured } from './lib/measured.js'
import { installOthers } from './lib/others.js'
import { changeOneSchema, writeSyntheticApi } from './lib/synthetic-api.js'
import { median, printTable } from './lib/table.js'

// Measures the time and peak memory of `svcgen generate`, from the start to the end of the process, alternating with
// client generators for the OpenAPI document of the same API. No files are removed before the end, because that would
// slow down later runs (see README.md).

const SVCGEN = fileURLToPath(new URL('../bin/svcgen.js', import.meta.url))
const counts = process.argv.slice(2).map(Number)
const ROUNDS = 3
/** The time limit for each of the other generators, in milliseconds. */
const LIMIT = 120_000

const bench = mkdtempSync(join(tmpdir(), 'svcgen-bench-'))
try {
  const others = installOthers(join(bench, 'others'))
  const rows = (counts.length === 0 ? [50, 500, 2000] : counts).flatMap((count) => measureApi(count, others))
  printTable(['resources', 'run', 'time ms', 'CPU ms', 'peak MB'], rows)
} finally {
  rmSync(bench, { recursive: true, force: true })
}

function measureApi(count, others) {
  const rounds = Array.from({ length: ROUNDS }, () => measureRound(count, others))
  return rounds[0].map(({ run }, index) => {
    const figures = rounds.map((round) => round[index].figure)
    if (figures.includes(null)) return [String(count), run, 'failed, or took more than two minutes', '', '']
    const middle = (name) => median(figures.map((figure) => figure[name])).toFixed(0)
    return [String(count), run, middle('ms'), middle('cpu'), middle('mb')]
  })
}

function measureRound(count, others) {
  const folder = mkdtempSync(join(bench, `api-${count}-`))
  writeSyntheticApi(folder, count)
  const own = () => measured(SVCGEN, ['generate', 'api.raml', '-o', 'out', '--quiet'], folder)
  const figures = [
    { run: 'cold', figure: own() },
    { run: 'nothing changed', figure: own() },
  ]
  changeOneSchema(folder, count)
  figures.push({ run: 'one schema changed', figure: own() })
  for (const { name, script, args } of others)
    figures.push({
      run: name,
      figure: orNull(() => measured(script, args('./out/openapi.json'), folder, LIMIT)),
    })
  return figures
}

function orNull(run) {
  try {
    return run()
  } catch {
    return null
  }
}
