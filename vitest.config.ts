import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'templates/**/*.test.ts'],
    globalSetup: 'src/testing/no-leftovers.ts',
    testTimeout: 60_000,
    hookTimeout: 120_000,
    reporters: ['default'],
  },
})
