import { execa } from 'execa'
import { fileURLToPath } from 'node:url'

// Runs two processes of an emitted service under load for ten minutes, while their servers are killed. The soak test
// does the same for one minute.

const [seconds = '600'] = process.argv.slice(2)
const root = fileURLToPath(new URL('..', import.meta.url))
const script = fileURLToPath(new URL('../.ci/cluster.sh', import.meta.url))
await execa(script, ['install'], { stdio: 'inherit' })
await execa('vitest', ['run', 'src/conformance/soak.test.ts', '--disable-console-intercept'], {
  cwd: root,
  preferLocal: true,
  stdio: 'inherit',
  env: { SOAK_SECONDS: seconds, TEST_CLUSTER: script },
})
