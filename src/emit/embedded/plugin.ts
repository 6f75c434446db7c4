import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Handlebars from 'handlebars'
import type { RuntimeModule } from 'virtual:runtime'
import { runtimeModule } from './runtime-modules.js'

/**
 * Returns a plugin for rolldown and Vite that provides the files under `templates/` as modules (`modules.d.ts`), so
 * that svcgen does not have to find and compile them at run time.
 * @param folder the path of `templates/`
 */
export function embedding(folder: string) {
  const modules: Readonly<Record<string, () => string>> = {
    'virtual:templates': () => compiledTemplates(folder),
    'virtual:runtime': () => `export const modules = ${JSON.stringify(runtimeModules(folder))}\n`,
  }
  return {
    name: 'svcgen-embedding',
    resolveId: (id: string) => (id in modules ? `\0${id}` : null),
    load: (id: string) => modules[id.slice(1)]?.() ?? null,
  }
}

/**
 * Returns a module with all templates, compiled. If a name is missing from the view, rendering fails. Nothing is
 * escaped, because views contain code and escaped literals. Besides the built-in helpers, there are only those
 * in `templates.ts`.
 */
function compiledTemplates(folder: string): string {
  const knownHelpers = {
    use: true,
    exported: true,
    imports: true,
    code: true,
    point: true,
    runtime: true,
    docComment: true,
  }
  const options = { strict: true, noEscape: true, knownHelpersOnly: true, knownHelpers }
  const entries = filesBelow(folder, '.hbs').map((path) => {
    const compiled = Handlebars.precompile(readFileSync(join(folder, path), 'utf8'), options)
    return `${JSON.stringify(path.slice(0, -'.hbs'.length))}: ${String(compiled)}`
  })
  return `export default {\n${entries.join(',\n')}\n}\n`
}

/** Returns the files of the runtime, keyed by path. They are already formatted. */
function runtimeModules(folder: string): Readonly<Record<string, RuntimeModule>> {
  const root = join(folder, 'runtime')
  const paths = filesBelow(root, '.ts').filter(
    (path) => !path.endsWith('.test.ts') && !path.startsWith('testing/'),
  )
  return Object.fromEntries(
    paths.map((path) => [path, runtimeModule(path, readFileSync(join(root, path), 'utf8'))]),
  )
}

function filesBelow(folder: string, extension: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith(extension))
    .sort()
}
