import type { Field, FieldType, Handler, HandlerUse, Service } from '../../ir/index.js'
import { commentLine, literal, propertyKey } from '../literal.js'
import { modelOf } from '../../ir/lookup.js'

interface FunctionView {
  readonly key: string
  readonly kind: string
  readonly file: string
  readonly type: string
}

/** What `registry.ts` prints. */
export interface RegistryView {
  readonly callsEvents: boolean
  readonly models: readonly { readonly names: string; readonly file: string }[]
  readonly imports: string
  readonly functions: readonly FunctionView[]
}

/**
 * The functions that the schemas and ACLs name, with their types (SPEC 13.4): a handler's event is the union of those it is attached to, a
 * processor's value and a default's that of the fields that they serve, a principal's item that of the models whose rules name it.
 */
export function registryView(service: Service): RegistryView {
  const names = new Set<string>()
  const use: Use = (name) => {
    names.add(name)
    return name
  }
  const types = service.handlers.map((handler) => functionType(service, handler, use))
  const uses = (name: string): boolean => names.has(name)
  return {
    callsEvents: uses('events'),
    models: service.models.flatMap(({ names }) => {
      const used = [names.type, `${names.type}Fields`, `${names.type}Types`].filter(uses)
      return used.length === 0 ? [] : [{ names: used.join(', '), file: names.file }]
    }),
    imports: ['DefaultFunction', 'PrincipalFunction', 'ProcessorContext', 'ProcessorFunction']
      .filter(uses)
      .join(', '),
    functions: service.handlers.map((handler, index) => ({
      key: propertyKey(handler.name),
      kind: handler.kind,
      file: literal(handler.file),
      type: types[index] ?? '',
    })),
  }
}

/** Notes a name that the code uses, so that it is imported, and returns it. */
type Use = (name: string) => string

function functionType(service: Service, handler: Handler, use: Use): string {
  const usesByType = usesByModel(service, handler)
  switch (handler.kind) {
    case 'handler':
      return `(event: ${union(usesByType.map(([type, tags]) => eventType(type, tags, use)))}) => unknown`
    case 'processor':
      return `${use('ProcessorFunction')}<${fieldTypes(usesByType, use)}, ${contextTypes(usesByType, use)}>`
    case 'principal':
      return `${use('PrincipalFunction')}<${use('events')}.Caller, ${itemTypes(service, handler, use)}>`
    case 'default':
      return `${use('DefaultFunction')}<${fieldTypes(usesByType, use)}>`
  }
}

/** The type of a model, and where a function is used on it. */
type TypeUses = readonly (readonly [type: string, on: string])[]

function usesByModel(service: Service, handler: Handler): TypeUses {
  const byModel = new Map<string, string[]>()
  for (const { model, on } of handler.uses) {
    if (model !== null) byModel.set(model, [...(byModel.get(model) ?? []), literal(on)])
  }
  return [...byModel].map(([id, list]) => [modelOf(service, id).names.type, list.join(' | ')])
}

function eventType(type: string, tags: string, use: Use): string {
  return `${use('events')}.${type}Event<${tags}>`
}

function fieldTypes(uses: TypeUses, use: Use): string {
  return union(uses.map(([type, fields]) => `${use(`${type}Fields`)}[${fields}]`))
}

function contextTypes(uses: TypeUses, use: Use): string {
  return union(
    uses.map(([type, fields]) => {
      const event = eventType(type, "'before_set'", use)
      return `${use('ProcessorContext')}<${use(`${type}Types`)}, ${fields}, ${event}>`
    }),
  )
}

/** The items of the models whose routes use an ACL that names the principal. */
function itemTypes(service: Service, { uses }: Handler, use: Use): string {
  const acls = new Set(uses.map(({ on }) => on))
  const served = new Set(service.routes.filter(({ acl }) => acls.has(acl)).map(({ model }) => model))
  return union([...served].sort().map((id) => use(modelOf(service, id).names.type)))
}

function union(types: readonly string[]): string {
  return types.length === 0 ? 'never' : types.join(' | ')
}

/** What a stub prints. */
export interface StubView {
  readonly name: string
  readonly uses: string
  /** Of a default: a first value that the field takes. */
  readonly value: string
  /** Whether the work of a request may be done again. */
  readonly again: boolean
}

/** The view of one function's stub. */
export function stubView(service: Service, handler: Handler): StubView {
  return {
    name: literal(handler.name),
    uses: commentLine(usesOf(handler)),
    value: handler.kind === 'default' ? placeholder(service, handler) : '',
    again: service.engine === 'svc_mongodb',
  }
}

function usesOf({ kind, uses }: Handler): string {
  switch (kind) {
    case 'handler':
      return listed(tagsByModel(uses).map(([model, tags]) => `${listed(tags)} on ${model}`))
    case 'processor':
    case 'default':
      return listed(uses.map(({ model, on }) => `${model ?? ''}.${on}`))
    case 'principal':
      return listed(uses.map(({ on }) => on))
  }
}

function tagsByModel(uses: readonly HandlerUse[]): [string, string[]][] {
  const tags = new Map<string, string[]>()
  for (const { model, on } of uses) tags.set(model ?? '', [...(tags.get(model ?? '') ?? []), on])
  return [...tags]
}

/** Null, unless a field that the default is for must have a value. */
function placeholder(service: Service, { uses }: Handler): string {
  const needy = uses
    .flatMap(({ model, on }) => (model === null ? [] : [{ model: modelOf(service, model), on }]))
    .flatMap(({ model, on }) =>
      model.fields.filter(
        ({ name, constraints }) => name === on && (constraints.required || name === model.key),
      ),
    )[0]
  return needy === undefined ? 'null' : PLACEHOLDERS[needy.type](needy)
}

const EMPTY_TEXT = (): string => "''"
const ZERO = (): string => '0'

const PLACEHOLDERS: Readonly<Record<FieldType, (field: Field) => string>> = {
  id_field: ZERO,
  string: EMPTY_TEXT,
  text: EMPTY_TEXT,
  integer: ZERO,
  small_integer: ZERO,
  big_integer: ZERO,
  float: ZERO,
  decimal: () => "'0'",
  boolean: () => 'false',
  date: () => 'new Date().toISOString().slice(0, 10)',
  datetime: () => 'new Date().toISOString()',
  time: () => "'00:00:00'",
  interval: ZERO,
  binary: EMPTY_TEXT,
  choice: ({ constraints }) => literal(constraints.choices?.[0] ?? ''),
  list: () => '[]',
  dict: () => '({})',
  pickle: () => 'null',
  foreign_key: () => 'null',
}

/** `a, b and c` */
function listed(texts: readonly string[]): string {
  return new Intl.ListFormat('en-GB').format(texts)
}

/** What `functions.ts` prints: the files to load, so that each registers its function. */
export interface FunctionFilesView {
  readonly files: readonly string[]
}

/** The files of all functions. */
export function functionFilesView(service: Service): FunctionFilesView {
  return { files: service.handlers.map(({ file }) => file.replace(/^src\//, '').replace(/\.ts$/, '.js')) }
}
