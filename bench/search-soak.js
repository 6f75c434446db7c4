// Writes through two processes while OpenSearch repeatedly becomes unavailable, and compares the index with the
// database: node bench/search-soak.js [rounds]
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

if (process.env['TEST_OPENSEARCH_URL'] === undefined)
  throw new Error('set TEST_OPENSEARCH_URL to an OpenSearch server')
const { status } = spawnSync('npx', ['vitest', 'run', 'src/conformance/search-soak.test.ts'], {
  cwd: fileURLToPath(new URL('..', import.meta.url)),
  env: { ...process.env, SEARCH_SOAK_ROUNDS: process.argv[2] ?? '10' },
  stdio: 'inherit',
})
process.exit(status ?? 1)
