// Kills two processes that run 10,000 jobs at random times, and checks that each job has run at least once:
// node bench/jobs.js [jobs]
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const { status } = spawnSync(
  'npx',
  ['vitest', 'run', 'src/conformance/jobs.test.ts', '-t', 'run each job', '--disable-console-intercept'],
  {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    env: { ...process.env, TEST_JOBS: process.argv[2] ?? '10000' },
    stdio: 'inherit',
  },
)
process.exit(status ?? 1)
