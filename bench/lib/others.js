import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

// Client generators for OpenAPI: the newest versions that run on Node 20.19. They are installed only for the benchmark.

const PACKAGES = [
  'openapi-typescript@7.13.0',
  '@hey-api/openapi-ts@0.95.0',
  'orval@7.13.2',
  'typescript@5.9.3',
]

const OTHERS = [
  {
    name: 'openapi-typescript',
    script: 'openapi-typescript/bin/cli.js',
    args: (document) => [document, '-o', 'types.ts'],
  },
  {
    // The package's own command starts another process, which would not be measured.
    name: '@hey-api/openapi-ts',
    script: '@hey-api/openapi-ts/dist/run.mjs',
    args: (document) => ['-i', document, '-o', 'hey-api', '--logs', 'silent'],
  },
  {
    name: 'orval',
    script: 'orval/dist/bin/orval.js',
    args: (document) => ['--input', document, '--output', 'orval.ts'],
  },
]

/**
 * Installs the client generators in a folder. If they cannot be installed, prints a message and returns an empty list.
 * @returns the name of each generator, the path of its script, and its arguments for an OpenAPI document
 */
export function installOthers(folder) {
  mkdirSync(folder)
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
  try {
    const options = ['--no-audit', '--no-fund', '--ignore-scripts', '--loglevel', 'error']
    execFileSync('npm', ['install', '--prefix', folder, ...options, ...PACKAGES], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
  } catch {
    console.log('Skipping the other generators: npm cannot install them; is its registry reachable?')
    return []
  }
  return OTHERS.map(({ name, script, args }) => ({
    name,
    script: join(folder, 'node_modules', script),
    args,
  }))
}
