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
    testTimeout: 60_000,
    hookTimeout: 120_000,
    reporters: ['default'],
  },
})
