import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { embedding } from './src/emit/embedded/plugin.js'
import { LongestFirst } from './src/testing/longest-first.js'

export default defineConfig({
  plugins: [embedding(fileURLToPath(new URL('templates', import.meta.url)))],
  test: {
    include: ['src/**/*.test.ts', 'templates/**/*.test.ts'],
    globalSetup: ['src/testing/corpus.ts', 'src/testing/shared-builds.ts', 'src/testing/no-leftovers.ts'],
    // A core is not left to the process that runs them: it has little to do.
    maxWorkers: '100%',
    // Compiled projects are loaded as they are, as by their users; vite took a second to look through those of a file.
    server: { deps: { external: [/\/\.cache\/[^/]+\/dist\//] } },
    sequence: { sequencer: LongestFirst },
    testTimeout: 60_000,
    hookTimeout: 120_000,
    reporters: ['default'],
  },
})
