import type { Service } from '../ir/index.js'
import { actionsUnder, functionActions } from '../ir/lookup.js'
import { type ModuleNames, OTHER_MODULES, ROUTE_MODULES, TYPE_MODULES } from '../naming/emitted-names.js'
import { componentTypes } from './component-types.js'
import { actionGroups, routeGroups } from './groups.js'

/** A module and the names that it exports, in the order in which imports list them. */
interface Module {
  readonly path: string
  readonly exports: readonly string[]
}

const MODULES: ModuleNames = { ...ROUTE_MODULES, ...TYPE_MODULES, ...OTHER_MODULES }

const STATIC = byName(Object.entries(MODULES).map(([path, exports]) => ({ path, exports })))

function byName(modules: readonly Module[]): ReadonlyMap<string, readonly Module[]> {
  const found = new Map<string, Module[]>()
  for (const module of modules)
    for (const each of module.exports) {
      const name = nameOf(each)
      found.set(name, [...(found.get(name) ?? []), module])
    }
  return found
}

/** Returns the name by which code refers to an export: `load` for `loadSettings as load`. */
function nameOf(exported: string): string {
  return exported.replace(/^type /, '').replace(/^.* as /, '')
}

const known = new WeakMap<Service, ReadonlyMap<string, readonly Module[]>>()

/** Returns the modules whose exports the API defines: its models, ACLs and custom actions. */
function apiModules(service: Service): ReadonlyMap<string, readonly Module[]> {
  const found =
    known.get(service) ??
    byName([
      { path: 'acl.js', exports: service.acls.map((acl) => acl.var) },
      ...service.models.map(({ names: { type, var: name, file } }) => ({
        path: `models/${file}.js`,
        exports: [
          ...['', 'Document', 'Fields', 'Types', 'Where'].map((suffix) => `type ${type}${suffix}`),
          `${name}Model`,
        ],
      })),
      ...routeGroups(service).map(({ name, file }) => ({ path: `routes/${file}.js`, exports: [name] })),
      {
        path: 'actions/types.js',
        exports: [...componentTypes(service).values()].map((name) => `type ${name}`),
      },
      ...actionGroups(service).map(({ root, name, file }) => ({
        path: `actions/${file}.js`,
        exports: [
          ...functionActions({ actions: actionsUnder(service, root) }).map(({ type }) => `type ${type}`),
          name,
        ],
      })),
    ])
  known.set(service, found)
  return found
}

/** The imports of an emitted file. The code that prints a name records it here, and the file imports what is recorded. */
export class Imports {
  readonly #path: string
  readonly #service: Service
  readonly #names = new Map<string, Set<string>>()

  /** @param path the path of the file below `src/generated` */
  constructor(path: string, service: Service) {
    this.#path = path.replace(/\.ts$/, '.js')
    this.#service = service
  }

  /**
   * Records a name in the table of modules, and returns it.
   * @param folder the folder of the module, if several modules export the name
   */
  use(name: string, folder = ''): string {
    const module = STATIC.get(name)?.find(({ path }) => path.startsWith(folder))
    if (module === undefined) throw new Error(`No module in "${folder}" exports ${name}`)
    return this.#add(name, module)
  }

  /** Records the name of a type, constant or ACL that the API defines, and returns it. */
  useOwn(name: string): string {
    const [module] = apiModules(this.#service).get(name) ?? []
    return module === undefined ? name : this.#add(name, module)
  }

  /** Whether the service has shared schemas. */
  get hasComponents(): boolean {
    return this.#service.schemas !== undefined
  }

  /** Records the type of a shared schema, and returns its name. Returns null if there is no such schema. */
  useComponent(name: string): string | null {
    const type = componentTypes(this.#service).get(name)
    return type === undefined ? null : this.useOwn(type)
  }

  /** Records names that a module exports: `type Searching, withSearch`. */
  add(names: string, path: string): void {
    for (const name of names.split(', ')) this.#record(name, path)
  }

  /** Returns the import statements, sorted by module. */
  text(): string {
    return [...this.#names]
      .map(([path, names]) => ({ specifier: this.#specifier(path), names: this.#inOrder(path, names) }))
      .sort((a, b) => (a.specifier < b.specifier ? -1 : 1))
      .map(({ specifier, names }) => statement(names, specifier))
      .join('\n')
  }

  #add(name: string, module: Module): string {
    const { path } = module
    const exported = exportsOf(module).get(name) ?? name
    if (path !== this.#path) this.#record(exported, path)
    return name
  }

  #record(exported: string, path: string): void {
    const names = this.#names.get(path) ?? new Set()
    this.#names.set(path, names.add(exported))
  }

  #inOrder(path: string, names: ReadonlySet<string>): readonly string[] {
    const listed = MODULES[path] ?? []
    const api = new Set([...names].flatMap((name) => apiModules(this.#service).get(nameOf(name)) ?? []))
    const exported = [...api].filter((module) => module.path === path).flatMap(({ exports }) => exports)
    const order = new Map([...listed, ...exported].toReversed().map((name, at) => [name, -at]))
    const placeOf = (name: string): number => order.get(name) ?? -Infinity
    return [...names].sort((a, b) =>
      placeOf(a) === placeOf(b) ? (nameOf(a) < nameOf(b) ? -1 : 1) : placeOf(a) - placeOf(b),
    )
  }

  #specifier(path: string): string {
    const folder = this.#path.includes('/') ? this.#path.slice(0, this.#path.indexOf('/') + 1) : ''
    if (folder !== '' && path.startsWith(folder)) return `./${path.slice(folder.length)}`
    return folder === '' ? `./${path}` : `../${path}`
  }
}

const exportsByName = new WeakMap<Module, ReadonlyMap<string, string>>()

/** Returns the exports of a module by their names: `type Pet` for `Pet`. */
function exportsOf(module: Module): ReadonlyMap<string, string> {
  const known = exportsByName.get(module)
  if (known !== undefined) return known
  const found = new Map(module.exports.toReversed().map((each) => [nameOf(each), each]))
  exportsByName.set(module, found)
  return found
}

function statement(names: readonly string[], specifier: string): string {
  const [only = ''] = names
  if (only.startsWith('* as ')) return `import type ${only} from '${specifier}'`
  const areTypes = names.every((name) => name.startsWith('type '))
  const list = areTypes ? names.map((name) => name.slice('type '.length)) : names
  return `import ${areTypes ? 'type ' : ''}{ ${list.join(', ')} } from '${specifier}'`
}
