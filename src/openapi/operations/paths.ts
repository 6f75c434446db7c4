import type { Method, Parameter, Resource, SecuredBy } from '../../api/api.js'
import { MAX_PATH_LENGTH } from '../../api/path-length.js'
import type { Versioned } from '../../ir/index.js'
import { entryOf, valueOf } from '../../schema/node.js'
import { flagOf } from '../../schema/root-keys.js'
import type { Entry, MapNode, Node } from '../../source/node.js'
import type { Span } from '../../source/span.js'
import { referenceIn } from '../document/references.js'
import { basePathOf } from '../document/servers.js'
import { VERBS } from '../document/shapes.js'
import { entriesIn, isTrue, itemsIn, textAt, textOf } from '../document/values.js'
import type { Context } from '../schemas/context.js'
import type { Security } from '../security/security.js'
import { readContent } from './bodies.js'
import { keyOf, type Location, type DeclaredParameter, readParameters } from './parameters.js'
import { ResponseReader } from './responses.js'
import { pathShape } from '../../ir/lookup.js'

/** @param basePath the prefix of operations without servers of their own */
export function readPaths(
  paths: Node | undefined,
  basePath: string,
  security: Security,
  context: Context,
): readonly Resource[] {
  return new PathReader(basePath, security, context).read(entriesIn(paths))
}

/** Verbs whose requests have no body. */
const WITHOUT_BODY: ReadonlySet<string> = new Set(['get', 'head', 'trace'])

class PathReader {
  readonly #basePath: string
  readonly #security: Security
  readonly #context: Context
  readonly #responses: ResponseReader
  readonly #operationIds = new Map<string, Entry>()

  constructor(basePath: string, security: Security, context: Context) {
    this.#basePath = basePath
    this.#security = security
    this.#context = context
    this.#responses = new ResponseReader(context)
  }

  read(entries: readonly Entry[]): readonly Resource[] {
    const paths = entries.filter((entry) => !entry.key.startsWith('x-') && !this.#isTooLong(entry))
    for (const { key, value } of paths) this.#security.declarePath(key, value)
    const shapes = new Map<string, Entry>()
    return paths.flatMap((entry) => {
      const path = this.#pathOf(entry)
      const shape = pathShape(path)
      const first = shapes.get(shape)
      if (first !== undefined) {
        this.#reportSamePath(entry, first)
        return []
      }
      shapes.set(shape, entry)
      const item = this.#itemOf(entry.value)
      return item === null ? [] : [this.#resource(path, entry, item)]
    })
  }

  #isTooLong({ key, keyAt }: Entry): boolean {
    if (key.length <= MAX_PATH_LENGTH) return false
    this.#context.collector.report('SVC2018', {
      message: `This path is longer than ${MAX_PATH_LENGTH} characters`,
      at: keyAt,
      help: 'Use fewer or shorter segments',
    })
    return true
  }

  #pathOf({ key, keyAt }: Entry): string {
    const isRooted = key.startsWith('/')
    if (/[{}]/.test(key.replace(/\{[^{}]*\}/g, '')))
      this.#context.collector.report('SVC8025', {
        message: `A brace in the path "${key}" has no counterpart; it is read as text`,
        at: keyAt,
        help: 'Write parameters as "{name}"',
      })
    const extra = /[?#]/.exec(key)?.[0]
    if (!isRooted || extra !== undefined) {
      this.#context.collector.report('SVC8025', {
        message: isRooted
          ? `The path "${key}" contains ${extra === '#' ? 'a fragment' : 'a query'}, which is not part of a path`
          : `The path "${key}" must start with "/"`,
        at: keyAt,
        help: helpForPath(key, extra),
      })
    }
    return isRooted ? key : `/${key}`
  }

  #reportSamePath({ key, keyAt }: Entry, first: Entry): void {
    this.#context.collector.report('SVC8020', {
      message: `The paths "${first.key}" and "${key}" differ only in the names of their parameters`,
      at: keyAt,
      related: [{ message: `"${first.key}" is here`, at: first.keyAt }],
      help: 'Merge them, or change one of the paths',
    })
  }

  /** Returns a path item with the keys of its target, if it is a reference. Its own keys take precedence. */
  #itemOf(node: Node): MapNode | null {
    if (node.kind !== 'map') return null
    if (referenceIn(node) === null) return node
    const target = this.#context.references.follow(node)
    if (target?.kind !== 'map') return null
    const own = node.entries.filter(({ key }) => key !== '$ref')
    const others = target.entries.filter(({ key }) => own.every((entry) => entry.key !== key))
    return { ...node, entries: [...own, ...others] }
  }

  #resource(path: string, { key, keyAt }: Entry, item: MapNode): Resource {
    const shared = readParameters(valueOf(item, 'parameters'), this.#context)
    const names = new Set([...path.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name))
    const operations = item.entries.filter(({ key: verb, value }) => VERBS.has(verb) && value.kind === 'map')
    const own = new Map(
      operations.map(({ value }) => [value, readParameters(valueOf(value, 'parameters'), this.#context)]),
    )
    const declared = inLocation(shared, 'path').filter((parameter) => this.#isInPath(parameter, names, path))
    const isIn = (parameters: readonly Parameter[], name: string): boolean =>
      parameters.some((parameter) => parameter.name === name)
    const missing = [...names].filter(
      (name) =>
        !isIn(declared, name) &&
        operations.some(({ value }) => !isIn(inLocation(own.get(value) ?? [], 'path'), name)),
    )
    if (operations.length > 0) for (const name of missing) this.#reportUndeclared(name, keyAt)
    return {
      path,
      absolutePath: path,
      pathAt: keyAt,
      displayName: textAt(item, 'summary'),
      description: textAt(item, 'description'),
      uriParameters: [...declared, ...missing.map((name) => undeclared(name, keyAt))],
      securedBy: this.#security.ofPath(key),
      methods: operations.map((entry) =>
        this.#method(entry, {
          item,
          path,
          names,
          shared,
          own: own.get(entry.value) ?? [],
          securedBy: this.#security.ofOperation(entry, key),
        }),
      ),
      resources: [],
      isUnread: false,
    }
  }

  #isSet(entry: Entry | undefined): boolean {
    return entry !== undefined && flagOf(entry, this.#context.collector) === true
  }

  #isInPath({ name, nameAt }: Parameter, names: ReadonlySet<string>, path: string): boolean {
    if (names.has(name)) return true
    this.#context.collector.report('SVC8022', {
      message: `The path "${path}" has no parameter "${name}"; it is ignored`,
      at: nameAt,
    })
    return false
  }

  #reportUndeclared(name: string, at: Span): void {
    this.#context.collector.report('SVC8021', {
      message: `The path parameter "${name}" is not declared; it is read as a string`,
      at,
      help: `Add "{ name: ${name}, in: path, required: true, schema: { type: string } }" to "parameters"`,
    })
  }

  #method(
    { key: verb, keyAt, value: node }: Entry,
    context: {
      readonly item: MapNode
      readonly path: string
      readonly names: ReadonlySet<string>
      readonly shared: readonly DeclaredParameter[]
      readonly own: readonly DeclaredParameter[]
      readonly securedBy: readonly SecuredBy[] | null
    },
  ): Method {
    const { item, path, names, shared, own } = context
    const parameters = merged(shared, own)
    const tags = valueOf(node, 'tags')
    return {
      verb,
      verbAt: keyAt,
      valueAt: node.at,
      operationId: this.#operationId(entryOf(node, 'operationId')),
      summary: textAt(node, 'summary'),
      description: textAt(node, 'description'),
      tags: tags?.kind === 'list' ? tags.items.flatMap((tag) => textOf(tag) ?? []) : null,
      versioned: {
        ...this.#prefix(node, item),
        ...(isTrue(valueOf(node, 'deprecated')) ? { deprecated: true } : {}),
        ...this.#date(node, 'x-deprecated-at', 'deprecatedAt'),
        ...this.#date(node, 'x-sunset', 'sunset'),
      },
      isAction: this.#isSet(entryOf(node, 'x-action')) || textAt(node, 'x-operation') === 'own',
      bulk: textAt(node, 'x-operation'),
      item: textAt(node, 'x-item') ?? textAt(item, 'x-item'),
      takesQueries: this.#isSet(entryOf(node, 'x-queries')),
      sort: textAt(node, 'x-sort'),
      securedBy: context.securedBy,
      uriParameters: inLocation(own, 'path').filter((parameter) => this.#isInPath(parameter, names, path)),
      queryParameters: inLocation(parameters, 'query'),
      headers: inLocation(parameters, 'header'),
      cookies: inLocation(parameters, 'cookie'),
      ...this.#requestBody(entryOf(node, 'requestBody'), verb),
      responses: this.#responses.read(valueOf(node, 'responses')),
      kept: node.kind === 'map' ? this.#context.kept.keysOf(node, 'operation', []) : {},
      isUnread: false,
    }
  }

  #operationId(entry: Entry | undefined): Method['operationId'] {
    const name = textOf(entry?.value)
    if (entry === undefined || name === null || name === '') return null
    const first = this.#operationIds.get(name)
    if (first === undefined) {
      this.#operationIds.set(name, entry)
      return { name, at: entry.value.at }
    }
    // A path item that two paths refer to has its operations twice. The second ones are named after their paths.
    if (first.value !== entry.value) {
      this.#context.collector.report('SVC8023', {
        message: `Duplicate operationId "${name}"`,
        at: entry.value.at,
        related: [{ message: 'First used here', at: first.value.at }],
        help: 'Use another one',
      })
    }
    return null
  }

  #requestBody(entry: Entry | undefined, verb: string): Pick<Method, 'bodies' | 'isBodyRequired'> {
    const node = entry?.value.kind === 'map' ? this.#context.references.follow(entry.value) : null
    if (entry === undefined || node?.kind !== 'map') return { bodies: [], isBodyRequired: false }
    if (WITHOUT_BODY.has(verb)) {
      this.#context.collector.report('SVC8028', {
        message: `${verb.toUpperCase()} accepts no request body: requests with one are a 415`,
        at: entry.keyAt,
        help: 'Use query parameters, or POST',
      })
      return { bodies: [], isBodyRequired: false }
    }
    return {
      bodies: readContent(valueOf(node, 'content'), this.#context),
      isBodyRequired: isTrue(valueOf(node, 'required')),
    }
  }

  /** Returns the prefix of the nearest servers, unless it is that of the document. */
  #prefix(node: Node, item: MapNode): Pick<Versioned, 'prefix'> {
    const servers = [valueOf(node, 'servers'), valueOf(item, 'servers')].find(
      (each) => itemsIn(each).length > 0,
    )
    if (servers === undefined) return {}
    const prefix = basePathOf(servers, this.#context.collector)
    return prefix === this.#basePath ? {} : { prefix }
  }

  #date<Name extends 'deprecatedAt' | 'sunset'>(
    node: Node,
    key: string,
    name: Name,
  ): Partial<Record<Name, string>> {
    const entry = entryOf(node, key)
    if (entry === undefined) return {}
    const text = textOf(entry.value)?.trim() ?? ''
    const isDate = /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(text).toJSON()?.startsWith(text) === true
    const found: Partial<Record<Name, string>> = {}
    if (isDate) found[name] = text
    else
      this.#context.collector.report('SVC8033', {
        message: `"${key}" must be a date`,
        at: entry.value.at,
        help: `Write a date, as in "${key}: 2027-01-31"`,
      })
    return found
  }
}

function helpForPath(path: string, extra: string | undefined): string {
  if (!path.startsWith('/')) return `Write "/${path}"`
  return extra === '#'
    ? 'Use different paths for different operations; requests must encode "#" as "%23"'
    : 'Declare query parameters in "parameters"; requests must encode "?" as "%3F"'
}

function inLocation(parameters: readonly DeclaredParameter[], location: Location): readonly Parameter[] {
  return parameters.filter((declared) => declared.location === location).map(({ parameter }) => parameter)
}

/** Returns the parameters of an operation and those of its path that it does not replace. */
function merged(
  shared: readonly DeclaredParameter[],
  own: readonly DeclaredParameter[],
): readonly DeclaredParameter[] {
  const replaced = new Set(own.map(keyOf))
  return [...shared.filter((declared) => !replaced.has(keyOf(declared))), ...own]
}

function undeclared(name: string, nameAt: Span): Parameter {
  return {
    name,
    nameAt,
    description: null,
    required: true,
    deprecated: false,
    schema: { type: 'string' },
    style: 'simple',
    explode: false,
    isJson: false,
  }
}
