import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'rolldown'

/** Puts the licences of the packages that are part of the bundle beside it, as they demand. */
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

/** `/a/node_modules/ret/dist/types.js` → `/a/node_modules/ret`; null for modules of no package. */
function packageFolder(module: string): string | null {
  return /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(module.replaceAll('\\', '/'))?.[0] ?? null
}

/** @throws Error where a package comes without its licence */
function notice(folder: string): string {
  const { name, version }: { name: string; version: string } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  )
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each))
  if (file === undefined) throw new Error(`${name} is part of the bundle, and has no licence in ${folder}`)
  return `\n---\n\n${name} ${version}\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`
}
