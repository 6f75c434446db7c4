import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { parseAst } from 'rolldown/parseAst'

/** A declaration that the user's code can see. */
export interface PublicDeclaration {
  readonly name: string
  readonly text: string
  /** Whether users can import it. Otherwise, an exported declaration uses it. */
  readonly isExported: boolean
}

/** Where a name comes from: another file, or declarations in the same file. */
type Binding = { readonly file: string; readonly name: string } | { readonly parts: Declaration[] }

interface Declaration {
  readonly text: string
  /** The names that it uses: `Story`, `events.Caller`, or `"./mail.js".Mail` for `import('./mail.js').Mail`. */
  readonly names: ReadonlySet<string>
}

interface Module {
  readonly bindings: Map<string, Binding>
  /** The files of `import * as name`. */
  readonly namespaces: Map<string, string>
  /** The exported names, with their names in the file. */
  readonly exports: Map<string, string>
  /** The files of `export * from`. */
  readonly stars: string[]
  /** Declarations such as `declare module 'fastify'`. */
  readonly augmentations: Declaration[]
}

/**
 * Returns the exports of a `.d.ts` file and all declarations that they use, sorted by name. Leaves out everything else
 * in these files, so that internal changes do not show.
 * @param folder the folder of all declarations
 */
export function publicDeclarations(folder: string, entry: string): readonly PublicDeclaration[] {
  const modules = new Map<string, Module>()
  const found = new Map<string, PublicDeclaration>()
  const moduleOf = (file: string): Module => {
    const known = modules.get(file) ?? readModule(folder, file)
    modules.set(file, known)
    return known
  }

  const exportsOf = (file: string): readonly string[] => {
    const { exports, stars } = moduleOf(file)
    return [...exports.keys(), ...stars.flatMap(exportsOf)]
  }

  function addExport(file: string, name: string, isExported: boolean): void {
    const { exports, stars } = moduleOf(file)
    const local = exports.get(name)
    if (local !== undefined) add(file, local, isExported)
    else {
      const star = stars.find((each) => exportsOf(each).includes(name))
      if (star !== undefined) addExport(star, name, isExported)
    }
  }

  function add(file: string, name: string, isExported: boolean): void {
    const module = moduleOf(file)
    const [, prefix = '', member = ''] = /^(.+)\.(\w+)$/.exec(name) ?? []
    const namespace = module.namespaces.get(prefix)
    if (namespace !== undefined) addExport(namespace, member, isExported)
    const binding = module.bindings.get(name)
    if (binding === undefined) return
    if ('file' in binding) {
      addExport(binding.file, binding.name, isExported)
      return
    }
    const key = `${file} ${name}`
    const known = found.get(key)
    if (known !== undefined && (known.isExported || !isExported)) return
    found.set(key, { name, text: binding.parts.map(({ text }) => text).join('\n'), isExported })
    if (known !== undefined) return
    for (const part of [...binding.parts, ...module.augmentations]) {
      for (const used of part.names) add(file, used, false)
    }
    for (const [index, { text }] of module.augmentations.entries()) {
      found.set(`${file} ${index}`, { name: text.split(' {')[0] ?? '', text, isExported: false })
    }
  }

  for (const name of exportsOf(entry)) addExport(entry, name, true)
  return [...found.values()].toSorted((a, b) => (`${a.name} ${a.text}` < `${b.name} ${b.text}` ? -1 : 1))
}

function readModule(folder: string, file: string): Module {
  const text = readFileSync(join(folder, file), 'utf8')
  const module: Module = {
    bindings: new Map(),
    namespaces: new Map(),
    exports: new Map(),
    stars: [],
    augmentations: [],
  }
  const fileOf = (source: string): string => join(dirname(file), source.replace(/\.js$/, '.d.ts'))
  const isOwn = (source: string): boolean => source.startsWith('.')

  for (const node of parseAst(text, { lang: 'dts' }).body) {
    if (node.type === 'ImportDeclaration') {
      if (!isOwn(node.source.value)) continue
      for (const specifier of node.specifiers) {
        const from = fileOf(node.source.value)
        if (specifier.type === 'ImportNamespaceSpecifier') module.namespaces.set(specifier.local.name, from)
        if (specifier.type !== 'ImportSpecifier') continue
        module.bindings.set(specifier.local.name, { file: from, name: nameOf(specifier.imported) })
      }
    } else if (node.type === 'ExportAllDeclaration') {
      if (isOwn(node.source.value)) module.stars.push(fileOf(node.source.value))
    } else if (node.type === 'ExportNamedDeclaration' && node.declaration === null) {
      for (const { local, exported } of node.specifiers) {
        const [from, name] = [nameOf(local), nameOf(exported)]
        if (node.source !== null)
          module.bindings.set(` ${name}`, { file: fileOf(node.source.value), name: from })
        module.exports.set(name, node.source === null ? from : ` ${name}`)
      }
    } else {
      const isExport = node.type === 'ExportNamedDeclaration'
      const declaration: Declaration = { text: text.slice(node.start, node.end), names: namesIn(node) }
      for (const name of declaration.names) {
        const [, source] = /^"(\..*)"\./.exec(name) ?? []
        if (source !== undefined) module.namespaces.set(`"${source}"`, fileOf(source))
      }
      const declared = declaredNames(isExport ? node.declaration : node)
      // The runtime also adds internal members to Fastify's types.
      if (declaration.text.startsWith('declare module') && !file.includes('/runtime/'))
        module.augmentations.push(declaration)
      for (const name of declared) {
        const known = module.bindings.get(name)
        if (known !== undefined && 'parts' in known) known.parts.push(declaration)
        else module.bindings.set(name, { parts: [declaration] })
        if (isExport) module.exports.set(name, name)
      }
    }
  }
  return module
}

function declaredNames(node: unknown): readonly string[] {
  if (!isNode(node)) return []
  if (Array.isArray(node['declarations']))
    return node['declarations'].flatMap((each: unknown) => (isNode(each) ? [nameOf(each['id'])] : []))
  return isNode(node['id']) && node['type'] !== 'TSModuleDeclaration' ? [nameOf(node['id'])] : []
}

/** The properties that contain the name of another declaration, by type of node. */
const REFERENCES: Readonly<Record<string, string>> = {
  TSTypeReference: 'typeName',
  TSTypeQuery: 'exprName',
  TSInterfaceHeritage: 'expression',
  TSClassImplements: 'expression',
  ClassDeclaration: 'superClass',
}

function namesIn(node: unknown, names = new Set<string>()): Set<string> {
  if (Array.isArray(node)) for (const each of node) namesIn(each, names)
  else if (isNode(node)) {
    const type = String(node['type'])
    const reference = REFERENCES[type]
    if (reference !== undefined) names.add(referenced(node[reference]))
    if (type === 'TSImportType') names.add(`"${nameOf(node['source'])}".${nameOf(node['qualifier'])}`)
    for (const value of Object.values(node)) namesIn(value, names)
  }
  return names
}

function referenced(node: unknown): string {
  if (!isNode(node)) return ''
  if (node['type'] === 'TSQualifiedName') return `${referenced(node['left'])}.${referenced(node['right'])}`
  return nameOf(node)
}

function nameOf(node: unknown): string {
  return isNode(node) ? String(node['name'] ?? node['value']) : ''
}

function isNode(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
