import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { embedding } from './src/emit/embedded/plugin.js'
import { bundledEmitter } from './src/testing/bundled-emitter.js'
import { LongestFirst } from './src/testing/longest-first.js'

/** Tests that run services in the test process, which stay loaded, and tests that replace modules. */
const ISOLATED = [
  'src/conformance/**/*.test.ts',
  'src/{cookbook,corpus,emitted-readme}.test.ts',
  'src/output/problems/windows.test.ts',
  'templates/runtime/auth/credentials.test.ts',
]

const plugins = [embedding(fileURLToPath(new URL('templates', import.meta.url)))]

const common = {
  // Loads compiled code without transforming it, as Node.js does. Vite would take about a second per test file.
  server: { deps: { external: [/\/\.cache\/(?:[^/]+\/dist\/|emitter\.js)/] } },
  // The compiler, which is a Go program, takes less than half of the processor time without collecting garbage and on
  // one core, which the other tests do not leave idle anyway.
  env: { GOGC: 'off', GOMEMLIMIT: '2GiB', GOMAXPROCS: '1' },
  testTimeout: 60_000,
  hookTimeout: 120_000,
}

export default defineConfig({
  test: {
    globalSetup: ['src/testing/corpus.ts', 'src/testing/shared-builds.ts', 'src/testing/no-leftovers.ts'],
    // One more than there are cores, because many tests wait for other processes.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    reporters: ['default'],
    projects: [
      {
        plugins: [...plugins, bundledEmitter()],
        test: {
          ...common,
          name: 'isolated',
          include: ISOLATED,
          globalSetup: 'src/testing/bundled-emitter.ts',
        },
      },
      // Test files that share a process load the modules of svcgen once.
      {
        plugins,
        test: {
          ...common,
          name: 'shared',
          include: ['src/**/*.test.ts', 'templates/**/*.test.ts'],
          exclude: ISOLATED,
          isolate: false,
        },
      },
    ],
  },
})
