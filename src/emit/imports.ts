import { modules } from 'virtual:runtime'
import type { Service } from '../ir/index.js'
import { actionsUnder, functionActions, groupedBy } from '../ir/lookup.js'
import { compareText, sortedBy } from '../naming/order.js'
import { componentModel, modelTypes } from '../naming/model-names.js'
import { sharedParts, textOf } from './contract-parts.js'
import { Code } from './literal.js'
import { oncePer } from '../ir/once.js'
import { actionGroups, routeGroups } from '../naming/emitted/groups.js'
import { componentTypes } from '../naming/emitted/component-types.js'
import { actionTypes, variablesOfApi } from '../naming/emitted/variables.js'

/** A name that a module exports. */
interface Export {
  /** The path of the module below `src/generated`, or the name of a package. */
  readonly path: string
  /** As imports list it: `type Pet`, `loadSettings as load`. */
  readonly specifier: string
}

type Exports = ReadonlyMap<string, readonly Export[]>

/** The names that generated files export whatever the API defines. */
const GENERATED = exportsByName({
  'actions/schemas.js': ['schemas'],
  'auth.js': ['auth'],
  'database.js': ['openServiceDatabase'],
  'events.js': ['* as events', 'type Caller', 'type EventModels'],
  'models/index.js': ['models'],
  'registry.js': ['registry', 'type Functions'],
  'repositories/index.js': ['repositories', 'type Repositories'],
  'row-rules.js': ['rowRules'],
  'schemes.js': ['schemes'],
  'service.js': ['type Service'],
  'settings.js': ['loadSettings', 'type Settings'],
})

/** The generated files whose own types also give way, because they are declared next to those of the API. */
const DECLARED_NEXT_TO_API: ReadonlySet<string> = new Set(['events.js', 'registry.js'])

/** The types of packages that generated files use. */
const PACKAGES = exportsByName({ fastify: ['type FastifyInstance', 'type FastifyRequest'] })

/** The global types that files use next to those of the API. */
const GLOBALS: ReadonlySet<string> = new Set([
  'Buffer',
  'Date',
  'Exclude',
  'Omit',
  'Partial',
  'Pick',
  'Promise',
  'Readonly',
  'Record',
  'Required',
])

const RUNTIME = exportsByName(
  Object.fromEntries(
    Object.entries(modules).map(([path, { exports }]) => [
      `runtime/${path.replace(/\.ts$/, '.js')}`,
      exports,
    ]),
  ),
)

function exportsByName(names: Readonly<Record<string, readonly string[]>>): Exports {
  const found = Object.entries(names).flatMap(([path, specifiers]) =>
    [...new Set(specifiers)].map((specifier): Export => ({ path, specifier })),
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
    'contract.js': [...sharedParts(service).values()].map(({ name }) => name),
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
      actionGroups(service).map(({ name, file, ...group }) => [
        `actions/${file}.js`,
        [
          ...functionActions({ actions: actionsUnder(service, group) }).map(
            (action) => `type ${actionTypes(service).get(action.name) ?? action.type}`,
          ),
          name,
        ],
      ]),
    ),
  }),
)

/** The names that an API gives: to types, to variables in the files with routes and custom actions, and to these files. */
const namesOfApi = oncePer((service: Service) => ({
  types: new Set([
    ...modelTypes(service),
    ...componentTypes(service).values(),
    ...actionTypes(service).values(),
  ]),
  variables: new Set([
    ...variablesOfApi(service),
    ...[...sharedParts(service).values()].map(({ name }) => name),
  ]),
  groups: new Set([...routeGroups(service), ...actionGroups(service)].map(({ name }) => name)),
}))

/** Returns the name of a type or class of the service, which differs from the given one if the API defines that. */
export function freeType(service: Service, name: string): string {
  return free(namesOfApi(service).types, name)
}

/** Matches the names of the types of the API that a file can contain. */
function typesIn(path: string): RegExp {
  if (path.startsWith('routes/')) return /^(?!)/
  return /^(?:repositories\/|service\.)/.test(path) ? /(?:Repository|Types)$/ : /^/
}

function free(taken: ReadonlySet<string>, name: string): string {
  if (!taken.has(name)) return name
  return free(
    taken,
    /^[A-Z]/.test(name) ? `Svc${name}` : `svc${name.charAt(0).toUpperCase()}${name.slice(1)}`,
  )
}

/**
 * The imports of an emitted file. The code that prints a name records it here, and the file imports what is recorded.
 */
export class Imports {
  readonly service: Service
  readonly #path: string
  /** The specifiers by module. */
  readonly #names = new Map<string, Set<string>>()

  /** @param path the path of the file below `src/generated` */
  constructor(path: string, service: Service) {
    this.#path = path.replace(/\.ts$/, '.js')
    this.service = service
  }

  /**
   * Records a name that a generated file, the runtime or a package exports, and returns the name by which code refers to
   * it. This differs from the given name if the API defines that. Globals are recorded nowhere.
   * @param name such as `openDatabase`, `loadSettings as load`, or `type Calls` for a class that is only used as a type
   * @param folder the start of the module's path, if several modules export the name
   */
  use(name: string, folder = ''): string {
    const [exported = '', alias] = name.replace(/^type /, '').split(' as ')
    if (GLOBALS.has(exported))
      return freeType(this.service, exported) === exported ? exported : `globalThis.${exported}`
    const [found, ...others] =
      [GENERATED, RUNTIME, PACKAGES]
        .map((names) => (names.get(exported) ?? []).filter(({ path }) => path.startsWith(folder)))
        .find((names) => names.length > 0) ?? []
    if (found === undefined) throw new Error(`GENERATED and the runtime have no ${exported} in "${folder}"`)
    if (others.length > 0) throw new Error(`Several modules in "${folder}" export ${exported}`)
    const given = alias ?? this.#freeName(found, exported)
    const isRenamed = DECLARED_NEXT_TO_API.has(found.path) && found.specifier.startsWith('type ')
    const specifier = name.startsWith('type ') ? name : found.specifier
    const listed = isRenamed ? `type ${given}` : specifier
    this.#record({
      ...found,
      specifier: isRenamed || given === exported ? listed : `${specifier} as ${given}`,
    })
    return given
  }

  /** Returns a name that the API does not define. */
  #freeName({ path, specifier }: Export, name: string): string {
    const { types, variables, groups } = namesOfApi(this.service)
    const ofApi = DECLARED_NEXT_TO_API.has(path) ? /^/ : typesIn(this.#path)
    if (specifier.startsWith('type ') || /^[A-Z]/.test(name))
      return ofApi.test(name) ? free(types, name) : name
    return free(/^(?:actions|routes)\//.test(this.#path) ? variables : groups, name)
  }

  /** Returns how a type or class is exported from another module: under a name that the API does not define. */
  exported(name: string): string {
    const given = freeType(this.service, name)
    return given === name ? name : `${name} as ${given}`
  }

  /** Records the name of a type, constant or ACL that the API defines, and returns it. */
  useOwn(name: string): string {
    const [found] = apiExports(this.service).get(name) ?? []
    if (found !== undefined) this.#record(found)
    return name
  }

  /** Returns a value for `literal` with the constants of `contract.ts` for the parts of contracts that it contains. */
  withSharedParts(value: unknown): unknown {
    if (typeof value !== 'object' || value === null || value instanceof Code) return value
    const part = sharedParts(this.service).get(textOf(value))
    if (part !== undefined) return new Code(this.useOwn(part.name))
    if (Array.isArray(value)) return value.map((each) => this.withSharedParts(each))
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, this.withSharedParts(each)]))
  }

  /** Records the type of a shared schema, and returns its name. Returns null if there is no such schema. */
  useComponent(name: string): string | null {
    const type = componentTypes(this.service).get(name)
    return type === undefined ? null : this.useOwn(type)
  }

  /** Uses the type of the shared schema that is a model, such as `line.item` for LineItem. Returns null if there is none. */
  useComponentOf(model: string): string | null {
    const names = [...componentTypes(this.service).keys()]
    const name = names.find((each) => each === model) ?? names.find((each) => componentModel(each) === model)
    return name === undefined ? null : this.useComponent(name)
  }

  text(): string {
    const found = [...this.#names].map(([path, names]) => [this.#specifier(path), inOrder(names)] as const)
    return sortedBy(found, ([specifier]) => specifier.replace(/^(?=\w)/, ' '))
      .map(([specifier, names]) => statement(names, specifier))
      .join('\n')
  }

  /** Returns the paths of the files of the runtime that are recorded. */
  runtime(): readonly string[] {
    const paths = [...this.#names.keys()].filter((path) => path.startsWith('runtime/'))
    return paths.map((path) => path.slice('runtime/'.length).replace(/\.js$/, '.ts'))
  }

  #record({ path, specifier }: Export): void {
    if (path === this.#path) return
    const names = this.#names.get(path) ?? new Set<string>()
    this.#names.set(path, names.add(specifier))
  }

  #specifier(path: string): string {
    if (!path.endsWith('.js')) return path
    const folder = this.#path.includes('/') ? this.#path.slice(0, this.#path.indexOf('/') + 1) : ''
    if (folder !== '' && path.startsWith(folder)) return `./${path.slice(folder.length)}`
    return folder === '' ? `./${path}` : `../${path}`
  }
}

function inOrder(names: ReadonlySet<string>): readonly string[] {
  return [...names].sort((a, b) => compareText(nameOf(a), nameOf(b)))
}

function statement(names: readonly string[], specifier: string): string {
  const [only = ''] = names
  if (only.startsWith('* as ')) return `import type ${only} from '${specifier}'`
  const areTypes = names.every((name) => name.startsWith('type '))
  const list = areTypes ? names.map((name) => name.slice('type '.length)) : names
  return `import ${areTypes ? 'type ' : ''}{ ${list.join(', ')} } from '${specifier}'`
}
