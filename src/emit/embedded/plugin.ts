import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Handlebars from 'handlebars'
import type { Plugin } from 'rolldown'
import { hashOf } from '../../output/hash.js'

/** A plugin of rolldown, and of Vite. */
interface EmbeddingPlugin {
  readonly name: string
  readonly resolveId: (id: string) => string | null
  readonly load: (id: string) => string | null
}

/** The texts of the runtime's files, by path. */
type Texts = Readonly<Record<string, string>>

/**
 * Gives what stands under `templates/` as modules (`modules.d.ts`): no run looks for its files, or compiles them. For tests.
 * @param folder path of `templates/`
 */
export function embedding(folder: string): EmbeddingPlugin {
  const texts = runtimeTexts(folder)
  return embeddingWith(folder, runtimeModule(texts, `return ${JSON.stringify(texts)}`))
}

/**
 * {@link embedding} for the build: the runtime's texts stand in a file beside the bundle, since a run that changes little asks for none of them, and
 * reading them as code takes time.
 */
export function embeddingBeside(folder: string): Plugin {
  const texts = runtimeTexts(folder)
  const read = "return JSON.parse(readFileSync(new URL('runtime.json', import.meta.url), 'utf8'))"
  return {
    ...embeddingWith(folder, `import { readFileSync } from 'node:fs'\n${runtimeModule(texts, read)}`),
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'runtime.json', source: JSON.stringify(texts) })
    },
  }
}

function embeddingWith(folder: string, runtime: string): EmbeddingPlugin {
  const modules: Readonly<Record<string, () => string>> = {
    'virtual:templates': () => compiledTemplates(folder),
    'virtual:runtime': () => runtime,
  }
  return {
    name: 'svcgen-embedding',
    resolveId: (id) => (id in modules ? `\0${id}` : null),
    load: (id) => modules[id.slice(1)]?.() ?? null,
  }
}

/**
 * Strict: a name that the view lacks is an error. Nothing is escaped: views give code and inert literals. There are no helpers but Handlebars'
 * own: that a name can be no other makes a template a third shorter.
 */
function compiledTemplates(folder: string): string {
  const options = { strict: true, noEscape: true, knownHelpersOnly: true }
  const entries = filesBelow(folder, '.hbs').map((path) => {
    const compiled = Handlebars.precompile(readFileSync(join(folder, path), 'utf8'), options)
    return `${JSON.stringify(path.slice(0, -'.hbs'.length))}: ${String(compiled)}`
  })
  return `export default {\n${entries.join(',\n')}\n}\n`
}

/** The files are formatted already. */
function runtimeTexts(folder: string): Texts {
  const root = join(folder, 'runtime')
  const paths = filesBelow(root, '.ts').filter(
    (path) => !path.endsWith('.test.ts') && !path.startsWith('testing/'),
  )
  return Object.fromEntries(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]))
}

/** @param body of the function that gives the texts */
function runtimeModule(texts: Texts, body: string): string {
  const hashes = Object.fromEntries(Object.entries(texts).map(([path, text]) => [path, hashOf(text)]))
  return `export const hashes = ${JSON.stringify(hashes)}\nexport function readTexts() {\n  ${body}\n}\n`
}

function filesBelow(folder: string, extension: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith(extension))
    .sort()
}
