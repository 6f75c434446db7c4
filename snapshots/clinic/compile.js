// Compiles the project before a script runs it. If the compiler is not installed, as in the Docker image, the script
// runs what is already compiled.
import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const compiler = findCompiler()
if (compiler !== undefined) {
  const { status } = spawnSync(process.execPath, [compiler], { stdio: 'inherit' })
  process.exitCode = status ?? 1
}

function findCompiler() {
  try {
    return join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc')
  } catch {
    return undefined
  }
}
