import { execa } from 'execa'
import { fileURLToPath } from 'node:url'

// Two processes of an emitted service under load while their servers are killed, for ten minutes. The tests do the same
// for one minute.

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
