import type { Service } from '../ir/index.js'
import { actionsUnder, functionActions, groupedBy } from '../ir/lookup.js'
import { type ModuleNames, OTHER_MODULES, ROUTE_MODULES, TYPE_MODULES } from '../naming/emitted-names.js'
import { compareText, sortedBy } from '../naming/order.js'
import { componentTypes } from './component-types.js'
import { actionGroups, routeGroups } from './groups.js'
import { oncePer } from './once.js'

/** A name that a module exports. */
interface Export {
  readonly path: string
  /** As imports list it: `type Pet`, `loadSettings as load`. */
  readonly specifier: string
  /** The position among the names that the module exports, which is also the order in imports. */
  readonly position: number
}

type Exports = ReadonlyMap<string, readonly Export[]>

const STATIC = exportsByName({ ...ROUTE_MODULES, ...TYPE_MODULES, ...OTHER_MODULES })

function exportsByName(modules: ModuleNames): Exports {
  const found = Object.entries(modules).flatMap(([path, specifiers]) =>
    specifiers.map((specifier, position): Export => ({ path, specifier, position })),
  )
  return groupedBy(found, ({ specifier }) => nameOf(specifier))
}

/** Returns the name by which code refers to an export: `load` for `loadSettings as load`. */
function nameOf(specifier: string): string {
  return specifier.replace(/^type /, '').replace(/^.* as /, '')
}

/** Returns what the API defines: models, ACLs, routes, custom actions and the types of shared schemas. */
const apiExports = oncePer((service: Service) =>
  exportsByName({
    'acl.js': service.acls.map((acl) => acl.var),
    ...Object.fromEntries(
      service.models.map(({ names: { type, var: name, file } }) => [
        `models/${file}.js`,
        [
          ...['', 'Document', 'Fields', 'Types', 'Where'].map((suffix) => `type ${type}${suffix}`),
          `${name}Model`,
        ],
      ]),
    ),
    ...Object.fromEntries(routeGroups(service).map(({ name, file }) => [`routes/${file}.js`, [name]])),
    'actions/types.js': [...componentTypes(service).values()].map((name) => `type ${name}`),
    ...Object.fromEntries(
      actionGroups(service).map(({ root, name, file }) => [
        `actions/${file}.js`,
        [
          ...functionActions({ actions: actionsUnder(service, root) }).map(({ type }) => `type ${type}`),
          name,
        ],
      ]),
    ),
  }),
)

/**
 * The imports of an emitted file. The code that prints a name records it here, and the file imports what is recorded.
 */
export class Imports {
  readonly #path: string
  readonly #service: Service
  /** The position of each name, by module. */
  readonly #names = new Map<string, Map<string, number>>()

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
    const found = STATIC.get(name)?.find(({ path }) => path.startsWith(folder))
    if (found === undefined) throw new Error(`No module in "${folder}" exports ${name}`)
    this.#record(found)
    return name
  }

  /** Records the name of a type, constant or ACL that the API defines, and returns it. */
  useOwn(name: string): string {
    const [found] = apiExports(this.#service).get(name) ?? []
    if (found !== undefined) this.#record(found)
    return name
  }

  get hasComponents(): boolean {
    return this.#service.schemas !== undefined
  }

  /** Records the type of a shared schema, and returns its name. Returns null if there is no such schema. */
  useComponent(name: string): string | null {
    const type = componentTypes(this.#service).get(name)
    return type === undefined ? null : this.useOwn(type)
  }

  /** Records names that a module exports: `type Searching, withSearch`. They are printed in alphabetical order. */
  add(names: string, path: string): void {
    for (const specifier of names.split(', ')) this.#record({ path, specifier, position: -1 })
  }

  text(): string {
    const found = [...this.#names].map(([path, names]) => [this.#specifier(path), inOrder(names)] as const)
    return sortedBy(found, ([specifier]) => specifier)
      .map(([specifier, names]) => statement(names, specifier))
      .join('\n')
  }

  #record({ path, specifier, position }: Export): void {
    if (path === this.#path) return
    const names = this.#names.get(path) ?? new Map<string, number>()
    this.#names.set(path, names.set(specifier, position))
  }

  #specifier(path: string): string {
    const folder = this.#path.includes('/') ? this.#path.slice(0, this.#path.indexOf('/') + 1) : ''
    if (folder !== '' && path.startsWith(folder)) return `./${path.slice(folder.length)}`
    return folder === '' ? `./${path}` : `../${path}`
  }
}

function inOrder(names: ReadonlyMap<string, number>): readonly string[] {
  return [...names]
    .sort(([a, before], [b, after]) => before - after || compareText(nameOf(a), nameOf(b)))
    .map(([name]) => name)
}

function statement(names: readonly string[], specifier: string): string {
  const [only = ''] = names
  if (only.startsWith('* as ')) return `import type ${only} from '${specifier}'`
  const areTypes = names.every((name) => name.startsWith('type '))
  const list = areTypes ? names.map((name) => name.slice('type '.length)) : names
  return `import ${areTypes ? 'type ' : ''}{ ${list.join(', ')} } from '${specifier}'`
}
