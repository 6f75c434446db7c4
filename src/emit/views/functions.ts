import type { Handler, HandlerUse, Service } from '../../ir/index.js'
import { commentLine, literal, propertyKey } from '../literal.js'
import { byId } from './shared.js'

interface FunctionView {
  readonly key: string
  readonly kind: string
  readonly file: string
  readonly type: string
}

/** What `registry.ts` prints. */
export interface RegistryView {
  readonly callsHandlers: boolean
  readonly imports: string
  readonly functions: readonly FunctionView[]
}

/** The functions that the schemas and ACLs name, with their types: the event is the union of those a name is attached to (SPEC 13.4). */
export function registryView(service: Service): RegistryView {
  const types = service.handlers.map((handler) => functionType(service, handler))
  return {
    callsHandlers: types.some((type) => type.includes('events.')),
    imports: ['DefaultFunction', 'PrincipalFunction', 'ProcessorFunction']
      .filter((name) => types.includes(name))
      .join(', '),
    functions: service.handlers.map((handler, index) => ({
      key: propertyKey(handler.name),
      kind: handler.kind,
      file: literal(handler.file),
      type: types[index] ?? '',
    })),
  }
}

function functionType(service: Service, handler: Handler): string {
  switch (handler.kind) {
    case 'handler':
      return `(event: ${eventsOf(service, handler)}) => unknown`
    case 'processor':
      return 'ProcessorFunction'
    case 'principal':
      return 'PrincipalFunction'
    case 'default':
      return 'DefaultFunction'
  }
}

function eventsOf(service: Service, handler: Handler): string {
  const tags = new Map<string, string[]>()
  for (const { model, on } of handler.uses) {
    if (model !== null) tags.set(model, [...(tags.get(model) ?? []), literal(on)])
  }
  return [...tags]
    .map(([id, list]) => `events.${byId(service.models, id).names.type}Event<${list.join(' | ')}>`)
    .join(' | ')
}

/** What a stub prints. */
export interface StubView {
  readonly name: string
  readonly uses: string
}

/** The view of one function's stub. */
export function stubView(handler: Handler): StubView {
  return {
    name: literal(handler.name),
    uses: commentLine(handler.uses.map((use) => describe(handler, use)).join(', ')),
  }
}

function describe(handler: Handler, { model, on }: HandlerUse): string {
  switch (handler.kind) {
    case 'handler':
      return `${on} on ${model ?? ''}`
    case 'processor':
    case 'default':
      return `${model ?? ''}.${on}`
    case 'principal':
      return `the rules of ${on}`
  }
}

/** What `functions.ts` prints: the files to load, so that each registers its function. */
export interface FunctionFilesView {
  readonly files: readonly string[]
}

/** The files of all functions. */
export function functionFilesView(service: Service): FunctionFilesView {
  return { files: service.handlers.map(({ file }) => file.replace(/^src\//, '').replace(/\.ts$/, '.js')) }
}
