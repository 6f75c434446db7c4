import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { embedding } from './src/emit/embedded/plugin.js'

export default defineConfig({
  plugins: [embedding(fileURLToPath(new URL('templates', import.meta.url)))],
  test: {
    include: ['src/**/*.test.ts', 'templates/**/*.test.ts'],
    globalSetup: ['src/testing/shared-builds.ts', 'src/testing/no-leftovers.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    reporters: ['default'],
  },
})
