import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'rolldown'

/** Writes the licenses of all bundled packages next to the bundle, as the licenses require. */
export function notices(fileName: string): Plugin {
  return {
    name: 'svcgen-notices',
    generateBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap((output) =>
        output.type === 'chunk' ? output.moduleIds : [],
      )
      const folders = new Set(modules.map(packageFolder).filter((folder) => folder !== null))
      const source = `svcgen contains the following packages.\n${[...folders].sort().map(notice).join('')}`
      this.emitFile({ type: 'asset', fileName, source })
    },
  }
}

/**
 * Returns `/a/node_modules/ret` for `/a/node_modules/ret/dist/types.js`, or null for modules that are not in a package.
 */
function packageFolder(module: string): string | null {
  return /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(module.replaceAll('\\', '/'))?.[0] ?? null
}

/** @throws Error if a package has no license file */
function notice(folder: string): string {
  const { name, version }: { name: string; version: string } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  )
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each))
  if (file === undefined) throw new Error(`${name} is bundled but has no license file in ${folder}`)
  return `\n---\n\n${name} ${version}\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`
}
