import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Handlebars from 'handlebars'

/** A plugin of rolldown, and of Vite. */
interface EmbeddingPlugin {
  readonly name: string
  readonly resolveId: (id: string) => string | null
  readonly load: (id: string) => string | null
}

/**
 * Provides the files under `templates/` as modules (`modules.d.ts`), so that no run searches for them or compiles them.
 * @param folder path of `templates/`
 */
export function embedding(folder: string): EmbeddingPlugin {
  const modules: Readonly<Record<string, () => string>> = {
    'virtual:templates': () => compiledTemplates(folder),
    'virtual:runtime': () => `export const texts = ${JSON.stringify(runtimeTexts(folder))}\n`,
  }
  return {
    name: 'svcgen-embedding',
    resolveId: (id) => (id in modules ? `\0${id}` : null),
    load: (id) => modules[id.slice(1)]?.() ?? null,
  }
}

/** Strict: a name that the view lacks is an error. Nothing is escaped: views contain code and inert literals. The only helper besides Handlebars' own is `use` (`templates.ts`). */
function compiledTemplates(folder: string): string {
  const options = { strict: true, noEscape: true, knownHelpersOnly: true, knownHelpers: { use: true } }
  const entries = filesBelow(folder, '.hbs').map((path) => {
    const compiled = Handlebars.precompile(readFileSync(join(folder, path), 'utf8'), options)
    return `${JSON.stringify(path.slice(0, -'.hbs'.length))}: ${String(compiled)}`
  })
  return `export default {\n${entries.join(',\n')}\n}\n`
}

/** The contents of the runtime's files, which are already formatted, by path. */
function runtimeTexts(folder: string): Readonly<Record<string, string>> {
  const root = join(folder, 'runtime')
  const paths = filesBelow(root, '.ts').filter(
    (path) => !path.endsWith('.test.ts') && !path.startsWith('testing/'),
  )
  return Object.fromEntries(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]))
}

function filesBelow(folder: string, extension: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith(extension))
    .sort()
}
