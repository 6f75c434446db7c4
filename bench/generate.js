import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { measured } from './lib/measured.js'
import { changeOneSchema, writeSyntheticApi } from './lib/synthetic-api.js'
import { median, printTable } from './lib/table.js'

// Time and peak memory of `svcgen generate`, from the start of the process to its end.

const SVCGEN = fileURLToPath(new URL('../bin/svcgen.js', import.meta.url))
const counts = process.argv.slice(2).map(Number)
const ROUNDS = 3

const rows = (counts.length === 0 ? [50, 500, 2000] : counts).flatMap(measureApi)
printTable(['resources', 'run', 'time ms', 'CPU ms', 'peak MB'], rows)

function measureApi(count) {
  const rounds = Array.from({ length: ROUNDS }, () => measureRound(count))
  return ['cold', 'nothing changed', 'one schema changed'].map((run, index) => {
    const figures = rounds.map((round) => round[index])
    const middle = (name) => median(figures.map((figure) => figure[name])).toFixed(0)
    return [String(count), run, middle('ms'), middle('cpu'), middle('mb')]
  })
}

function measureRound(count) {
  const folder = mkdtempSync(join(tmpdir(), 'svcgen-bench-'))
  try {
    writeSyntheticApi(folder, count)
    const run = () => measured(SVCGEN, ['generate', 'api.raml', '-o', 'out', '--quiet'], folder)
    const cold = run()
    const unchanged = run()
    changeOneSchema(folder, count)
    return [cold, unchanged, run()]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
