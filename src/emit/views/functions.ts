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
  const types = service.handlers.map((handler) => functionType(service, handler))
  const code = types.join('\n')
  const names = new Set(code.match(NAME))
  const uses = (name: string): boolean => names.has(name)
  return {
    callsEvents: code.includes('events.'),
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

/** A name in code that is no member of something and no text. */
const NAME = /(?<![\p{ID_Continue}$.'])[\p{ID_Start}$_][\p{ID_Continue}$]*(?![\p{ID_Continue}$'])/gu

function functionType(service: Service, handler: Handler): string {
  switch (handler.kind) {
    case 'handler':
      return `(event: ${eventsOf(service, handler)}) => unknown`
    case 'processor':
      return `ProcessorFunction<${fieldTypes(service, handler)}, ${contextsOf(service, handler)}>`
    case 'principal':
      return `PrincipalFunction<events.Caller, ${itemsOf(service, handler)}>`
    case 'default':
      return `DefaultFunction<${fieldTypes(service, handler)}>`
  }
}

/** By the name of the model's type: where the function is used on it. */
function usesByModel(service: Service, handler: Handler): [string, string][] {
  const byModel = new Map<string, string[]>()
  for (const { model, on } of handler.uses) {
    if (model !== null) byModel.set(model, [...(byModel.get(model) ?? []), literal(on)])
  }
  return [...byModel].map(([id, list]) => [modelOf(service, id).names.type, list.join(' | ')])
}

function eventsOf(service: Service, handler: Handler): string {
  return union(usesByModel(service, handler).map(([type, tags]) => `events.${type}Event<${tags}>`))
}

function fieldTypes(service: Service, handler: Handler): string {
  return union(usesByModel(service, handler).map(([type, fields]) => `${type}Fields[${fields}]`))
}

function contextsOf(service: Service, handler: Handler): string {
  return union(
    usesByModel(service, handler).map(
      ([type, fields]) => `ProcessorContext<${type}Types, ${fields}, events.${type}Event<'before_set'>>`,
    ),
  )
}

/** The models whose routes the ACLs guard that name the principal. */
function itemsOf(service: Service, { uses }: Handler): string {
  const acls = new Set(uses.map(({ on }) => on))
  const served = new Set(service.routes.filter(({ acl }) => acls.has(acl)).map(({ model }) => model))
  return union([...served].sort().map((id) => modelOf(service, id).names.type))
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
