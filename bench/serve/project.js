import { mkdirSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Generates and compiles the service for an API in `api/`. The project is inside the repository, so that it finds the
 * installed packages. Its handlers are empty stubs.
 * @param engine `svc_sqla` or `svc_mongodb`
 * @param name name of the RAML file
 */
export async function buildProject(engine, name = 'api.raml') {
  mkdirSync(join(ROOT, '.cache'), { recursive: true })
  const folder = mkdtempSync(join(ROOT, '.cache/bench-'))
  const api = join(ROOT, 'bench/serve/api', name)
  await execa(process.execPath, [
    join(ROOT, 'bin/svcgen.js'),
    'generate',
    api,
    '-o',
    folder,
    '--engine',
    engine,
  ])
  await execa('npx', ['tsc', '-b'], { cwd: folder, preferLocal: true, localDir: ROOT })
  return folder
}
