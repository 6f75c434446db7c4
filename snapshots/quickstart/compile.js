// Compiles the project before a script runs it. If the compiler is not installed, as in the Docker image, the script
// runs what is already compiled. With --tolerant, errors in the code do not prevent the script: migrations do not run
// your code, and can be what it needs in order to compile.
import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const compiler = findCompiler()
if (compiler !== undefined) {
  const { status } = spawnSync(process.execPath, [compiler], { stdio: 'inherit' })
  const isTolerant = process.argv.includes('--tolerant')
  if (isTolerant && status !== 0)
    console.error('The project does not compile. The migrations run nevertheless.')
  process.exitCode = isTolerant ? 0 : (status ?? 1)
}

function findCompiler() {
  try {
    return join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc')
  } catch {
    return undefined
  }
}
