import {
  ACTIONS,
  type CustomAction,
  type ExternalScheme,
  type Field,
  type FieldType,
  type Handler,
  type HandlerUse,
  type Service,
  traitsOf,
  SET_ACTIONS,
} from '../../ir/index.js'
import { commentLine, literal, propertyKey } from '../literal.js'
import { freeType, type Imports } from '../imports.js'
import { externalSchemes, functionActions, groupedBy, modelOf } from '../../ir/lookup.js'
import { fieldOf, isRequiredEnd } from '../../ir/members.js'
import { listed } from '../../naming/phrases.js'
import { hasPoint } from '../templates.js'
import { schemaType } from '../schema-types.js'
import { union } from '../type-text.js'
import { actionTypes } from '../../naming/emitted/variables.js'

/**
 * Returns the view for `registry.ts`: the functions to which schemas and ACLs refer, with their types. The types of a
 * handler's event, a processor's or default's value, and a principal's item are unions of the types at each use of the
 * function.
 */
export function registryView(service: Service, imports: Imports): object {
  const types = new FunctionTypes(service, imports)
  const entry = (
    kind: string,
    { name, file }: Handler | CustomAction | ExternalScheme,
    type: string,
  ): object => ({
    key: propertyKey(name),
    kind,
    expected: literal(`${kind} ${name}`),
    file: literal(file),
    type,
  })
  const functions = service.handlers.map((each) => entry(each.kind, each, types.ofHandler(each)))
  const actions = functionActions(service).map((each) => entry('action', each, types.ofAction(each)))
  const schemes = externalSchemes(service).map((each) => entry('scheme', each, types.ofScheme(each)))
  return {
    registry: actions.length + schemes.length === 0 ? 'Registry' : 'OperationRegistry',
    names: { actions: freeType(service, 'Actions'), schemes: freeType(service, 'Schemes') },
    functions,
    actions,
    schemes,
  }
}

/** The code for the types of user-defined functions. */
class FunctionTypes {
  readonly #service: Service
  readonly #imports: Imports

  constructor(service: Service, imports: Imports) {
    this.#service = service
    this.#imports = imports
  }

  ofHandler(handler: Handler): string {
    const uses = this.#usesByModel(handler)
    const fields = (): string =>
      union(uses.map(([type, names]) => `${this.#imports.useOwn(`${type}Fields`)}[${names}]`))
    switch (handler.kind) {
      case 'handler':
        return `(event: ${union(uses.map(([type, tags]) => this.#event(type, tags)))}) => unknown`
      case 'processor': {
        const contexts = uses.map(([type, names]) =>
          this.#generic('ProcessorContext', this.#types(type), names, this.#event(type, "'before_set'")),
        )
        return this.#generic('ProcessorFunction', fields(), union(contexts))
      }
      case 'principal':
        return this.#generic('PrincipalFunction', this.#caller, this.#items(handler), this.#repositories)
      case 'filter': {
        // The filter can be applied to each model whose rules name the function.
        const where = uses.map(([type]) => this.#imports.useOwn(`${type}Where`)).join(' & ')
        const names = union(uses.map(([type]) => `${this.#types(type)}['Name']`))
        return this.#generic('FilterFunction', this.#caller, this.#repositories, names, where)
      }
      case 'list filter': {
        const where = uses.map(([type]) => this.#imports.useOwn(`${type}Where`)).join(' & ')
        const value = schemaType(handler.values ?? {}, this.#imports)
        return this.#generic('ListFilterFunction', value, this.#caller, this.#repositories, where)
      }
      case 'error body': {
        const schemas = handler.uses.map(({ on }) => literal(on)).join(' | ')
        return this.#generic('ErrorBodyFunction', schemas, schemaType(handler.values ?? {}, this.#imports))
      }
      case 'change handler': {
        const changes = uses.map(([type]) =>
          this.#generic('RowChange', this.#types(type), this.#repositories, this.#caller),
        )
        return `(change: ${union(changes)}) => unknown`
      }
      case 'default':
        return this.#generic('DefaultFunction', fields())
    }
  }

  ofAction({ name }: CustomAction): string {
    const own = this.#imports.useOwn(actionTypes(this.#service).get(name) ?? '')
    const models = this.#eventType('EventModels')
    const respond =
      this.#service.schemas === undefined ? [] : [this.#generic('Respond', `${own}['responses']`)]
    return this.#generic('ActionFunction', own, this.#repositories, this.#caller, models, ...respond)
  }

  ofScheme({ kind, inputs }: ExternalScheme): string {
    const { auth } = this.#service
    const key = literal(auth === null ? '' : modelOf(this.#service, auth.model).key)
    const values = new Set(inputs.map(({ name }) => `readonly ${propertyKey(name)}?: string`))
    const read = values.size === 0 ? 'string' : `{ ${[...values].join('; ')} }`
    const credentials = kind === 'basic' ? this.#imports.use('BasicCredentials') : read
    return this.#generic(
      'SchemeFunction',
      credentials,
      `${this.#imports.use('Pick')}<${this.#caller}, ${key}>`,
      this.#repositories,
      `${this.#imports.use('Partial')}<${this.#imports.use('Omit')}<${this.#caller}, ${key}>>`,
    )
  }

  get #caller(): string {
    return this.#eventType('Caller')
  }

  #eventType(name: string): string {
    return `${this.#imports.use('events')}.${freeType(this.#service, name)}`
  }

  get #repositories(): string {
    return this.#imports.use('Repositories')
  }

  #generic(name: string, ...parameters: readonly string[]): string {
    return `${this.#imports.use(name)}<${parameters.join(', ')}>`
  }

  #types(type: string): string {
    return this.#imports.useOwn(`${type}Types`)
  }

  #event(type: string, tags: string): string {
    return `${this.#imports.use('events')}.${type}Event<${tags}>`
  }

  /** Returns the types of the models that use a function, each with the fields or events that use it. */
  #usesByModel({ uses }: Handler): readonly (readonly [type: string, on: string])[] {
    const ofModels = uses.filter(({ model }) => model !== null)
    return [...groupedBy(ofModels, ({ model }) => model ?? '')].map(([id, ofModel]) => [
      modelOf(this.#service, id).names.type,
      ofModel.map(({ on }) => literal(on)).join(' | '),
    ])
  }

  /**
   * Returns the types of the items that a principal receives. These are the items of each model with a route whose ACL
   * names the principal, or with a field whose `_writable_by` names it.
   */
  #items({ uses }: Handler): string {
    const { routes, actions } = this.#service
    const acls = new Set(uses.flatMap(({ model, on }) => (model === null ? [on] : [])))
    const served = new Set([
      ...routes.filter(({ acl }) => acls.has(acl)).map(({ model }) => model),
      ...actions.filter(({ acl }) => acls.has(acl)).flatMap(({ item }) => item?.model ?? []),
      ...uses.flatMap(({ model }) => model ?? []),
    ])
    const { auth } = this.#service
    return union(
      [...served].sort().map((id) => {
        const type = this.#imports.useOwn(modelOf(this.#service, id).names.type)
        return id === auth?.model ? `Omit<${type}, ${literal(auth.fields.password)}>` : type
      }),
    )
  }
}

/** Returns the view for the stub of a function that checks credentials. */
export function schemeStubView(service: Service, scheme: ExternalScheme): object {
  const { name, kind, type, setting, inputs } = scheme
  return {
    name: literal(name),
    scheme: commentLine(name),
    type: commentLine(type),
    // The setting whose value takes precedence over the function.
    issuer: kind === 'bearer' && `${setting}.issuer`,
    basic: kind === 'basic',
    sources: listed(inputs.map((input) => `${commentLine(input.name)} (${input.in})`)),
    certificate: isCertificate(type),
    custom: kind === 'custom',
    notImplemented: freeType(service, 'NotImplemented'),
  }
}

/** Returns whether a scheme of OpenAPI identifies callers by the certificates of their connections. */
function isCertificate(type: string): boolean {
  return type === 'mutualTLS'
}

/** Returns the view for `schemes.ts`: the schemes whose credentials the service does not issue. */
export function schemesView(service: Service): object {
  return {
    schemes: externalSchemes(service).map(({ name, kind, type, file, inputs }) =>
      literal({ name, kind, file, inputs, certificate: isCertificate(type) || undefined }),
    ),
  }
}

/** Returns the view for the stub of a function to which schemas or ACLs refer. */
export function stubView(service: Service, handler: Handler): object {
  const tags = handler.uses.map(({ on }) => on)
  return {
    name: literal(handler.name),
    uses: usesOf(handler),
    // What a handler can do, depending on its tags.
    sets: tags.some((tag) => SETTING_TAGS.has(tag)),
    selects: tags.some((tag) => SELECTING_TAGS.has(tag)),
    responds: tags.some((tag) => tag.startsWith('after_')),
    notImplemented: freeType(service, 'NotImplemented'),
    value: handler.kind === 'default' ? placeholder(service, handler) : '',
  }
}

/** The tags whose handlers can change the fields to store. */
const SETTING_TAGS: ReadonlySet<string> = new Set([
  'before_set',
  ...SET_ACTIONS.map((action) => `before_${action}`),
])

/** The tags whose handlers can change which items the request selects. */
const SELECTING_TAGS: ReadonlySet<string> = new Set(
  ACTIONS.filter((action) => traitsOf(action).selects).map((action) => `before_${action}`),
)

function usesOf({ kind, uses }: Handler): string {
  switch (kind) {
    case 'handler':
      return listed(modelsByTags(uses).map(([tags, models]) => `${tags} on ${listed(models)}`))
    case 'filter':
    case 'change handler':
      return listed(uses.flatMap(({ model }) => model ?? []))
    case 'list filter':
      return listed(uses.map(({ model, on }) => `"${commentLine(on)}" in lists of ${model ?? ''}`))
    case 'error body':
      return listed(uses.map(({ on }) => commentLine(on)))
    case 'processor':
    case 'default':
    case 'principal':
      return listed(uses.map(({ model, on }) => (model === null ? on : `${model}.${on}`)))
  }
}

function modelsByTags(uses: readonly HandlerUse[]): readonly (readonly [tags: string, models: string[]])[] {
  const byModel = [...groupedBy(uses, ({ model }) => model ?? '')]
  const byTags = groupedBy(byModel, ([, ofModel]) => listed(ofModel.map(({ on }) => on)))
  return [...byTags].map(([tags, models]) => [tags, models.map(([model]) => model)])
}

/** Returns the code for the initial value, which is null unless one of the fields must have a value. */
function placeholder(service: Service, { uses }: Handler): string {
  const [requiredField] = uses.flatMap(({ model: id, on }) => {
    if (id === null) return []
    const { fields, key, relations } = modelOf(service, id)
    const keys = relations
      .filter((end) => end.name === on && isRequiredEnd(service, end))
      .flatMap(({ target }) => fieldOf(modelOf(service, target), modelOf(service, target).key) ?? [])
    return [
      ...fields.filter(({ name, constraints }) => name === on && (constraints.required || name === key)),
      ...keys,
    ]
  })
  return requiredField === undefined ? 'null' : PLACEHOLDERS[requiredField.type](requiredField)
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

/** Returns the functions of the user that a service calls: handlers and the like, custom actions and schemes. */
function functionsOf(service: Service): readonly (Handler | CustomAction | ExternalScheme)[] {
  return [...service.handlers, ...functionActions(service), ...externalSchemes(service)]
}

/** Returns whether a service calls functions of the user, or one of its features does. */
export function hasFunctions(service: Service): boolean {
  return functionsOf(service).length > 0 || hasPoint(service, 'functions')
}

/** Returns the view for `functions.ts`: the files to load, each of which registers its function. */
export function functionFilesView(service: Service): object {
  return {
    files: functionsOf(service).map(({ file }) => file.replace(/^src\//, '').replace(/\.ts$/, '.js')),
    isEmpty: !hasFunctions(service),
  }
}
