import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { embedding } from './src/emit/embedded/plugin.js'
import { LongestFirst } from './src/testing/longest-first.js'

export default defineConfig({
  plugins: [embedding(fileURLToPath(new URL('templates', import.meta.url)))],
  test: {
    include: ['src/**/*.test.ts', 'templates/**/*.test.ts'],
    globalSetup: ['src/testing/corpus.ts', 'src/testing/shared-builds.ts', 'src/testing/no-leftovers.ts'],
    // Uses all cores. The main process does not need one, because it has little to do.
    maxWorkers: '100%',
    // Loads compiled projects without transforming them, as Node.js does. Vite would take about a second per test file.
    server: { deps: { external: [/\/\.cache\/[^/]+\/dist\//] } },
    sequence: { sequencer: LongestFirst },
    // The compiler, which is a Go program, takes less than half of the processor time without collecting garbage and on
    // one core, which the other tests do not leave idle anyway.
    env: { GOGC: 'off', GOMEMLIMIT: '2GiB', GOMAXPROCS: '1' },
    testTimeout: 60_000,
    hookTimeout: 120_000,
    reporters: ['default'],
  },
})
