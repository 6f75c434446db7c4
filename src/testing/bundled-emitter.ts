import { renameSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import type { Plugin } from 'vitest/config'
import { embedding } from '../emit/embedded/plugin.js'

/** The bundle, which is next to `package.json` for the code that reads it. */
const BUNDLE = fileURLToPath(new URL('../../.cache/emitter.js', import.meta.url))

/**
 * Bundles the emitter for tests that have a process of their own. Node.js loads it in a tenth of the time that Vite takes
 * for its hundreds of modules.
 */
export default async function setup(): Promise<void> {
  const bundle = await rolldown({
    input: fileURLToPath(new URL('emit-fixture.ts', import.meta.url)),
    platform: 'node',
    external: [/^node:/, 'oxfmt', 'prettier', 'yaml'],
    plugins: [embedding(fileURLToPath(new URL('../../templates', import.meta.url)))],
  })
  // Another run can be loading the bundle.
  const aside = `${BUNDLE}.${process.pid}`
  await bundle.write({ file: aside, codeSplitting: false })
  renameSync(aside, BUNDLE)
}

/** Returns the plugin for Vite with which tests import the bundle. */
export function bundledEmitter(): Plugin {
  return {
    name: 'bundled-emitter',
    enforce: 'pre',
    resolveId: (id) => (id.endsWith('/testing/emit-fixture.js') ? BUNDLE : null),
  }
}
