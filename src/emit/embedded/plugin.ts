import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Handlebars from 'handlebars'

/** A plugin of rolldown, and of Vite. */
interface EmbeddingPlugin {
  readonly name: string
  readonly resolveId: (id: string) => string | null
  readonly load: (id: string) => string | null
}

const MODULES: Readonly<Record<string, (folder: string) => string>> = {
  'virtual:templates': compiledTemplates,
  'virtual:runtime': runtimeTexts,
}

/**
 * Gives what stands under `templates/` as modules (`modules.d.ts`): no run looks for its files, or compiles them. For the build, and for tests.
 * @param folder path of `templates/`
 */
export function embedding(folder: string): EmbeddingPlugin {
  return {
    name: 'svcgen-embedding',
    resolveId: (id) => (id in MODULES ? `\0${id}` : null),
    load: (id) => MODULES[id.slice(1)]?.(folder) ?? null,
  }
}

/**
 * Strict: a name that the view lacks is an error. Nothing is escaped: views give code and inert literals. There are no helpers but Handlebars'
 * own: that a name can be no other makes a template a third shorter.
 */
function compiledTemplates(folder: string): string {
  const options = { strict: true, noEscape: true, knownHelpersOnly: true }
  return objectModule(
    filesBelow(folder, '.hbs').map((path) => {
      const compiled = Handlebars.precompile(readFileSync(join(folder, path), 'utf8'), options)
      return [path.slice(0, -'.hbs'.length), String(compiled)]
    }),
  )
}

/** The files are formatted already. */
function runtimeTexts(folder: string): string {
  const root = join(folder, 'runtime')
  const paths = filesBelow(root, '.ts').filter(
    (path) => !path.endsWith('.test.ts') && !path.startsWith('testing/'),
  )
  return objectModule(paths.map((path) => [path, JSON.stringify(readFileSync(join(root, path), 'utf8'))]))
}

function objectModule(entries: readonly (readonly [name: string, code: string])[]): string {
  return `export default {\n${entries.map(([name, code]) => `${JSON.stringify(name)}: ${code}`).join(',\n')}\n}\n`
}

function filesBelow(folder: string, extension: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith(extension))
    .sort()
}
