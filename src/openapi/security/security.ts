import type { SecuredBy, SecurityScheme } from '../../api/api.js'
import { didYouMean } from '../../diagnostics/nearest.js'
import { entryOf, valueOf } from '../../schema/node.js'
import type { Entry, MapNode, Node } from '../../source/node.js'
import type { Span } from '../../source/span.js'
import { itemsIn, textOf } from '../document/values.js'
import type { Context } from '../schemas/context.js'
import { readSecuritySchemes } from './schemes.js'

/**
 * The security of a document: its schemes and ACLs, and what applies to each operation. `security` is that of the
 * operation or else of the root; `x-acl` is the nearest one of the operation, its path, the paths above it, and the
 * root.
 */
export class Security {
  readonly #context: Context
  readonly #schemes = new Map<string, SecurityScheme>()
  /** The names of the ACLs in `components.x-acls`. */
  readonly #acls = new Map<string, string>()
  readonly #pathAcls = new Map<string, SecuredBy>()
  readonly #rootAcl: SecuredBy | null
  readonly #root: readonly SecuredBy[] | null

  constructor(root: MapNode, context: Context) {
    this.#context = context
    const components = valueOf(root, 'components')
    const declared = components === undefined ? undefined : valueOf(components, 'securitySchemes')
    for (const scheme of readSecuritySchemes(declared, context)) this.#schemes.set(scheme.name, scheme)
    this.#declareAcls(components === undefined ? undefined : entryOf(components, 'x-acls'))
    this.#rootAcl = this.#aclOf(root, 'acl')
    this.#root = this.#requirements(entryOf(root, 'security'))
  }

  get schemes(): ReadonlyMap<string, SecurityScheme> {
    return this.#schemes
  }

  /** The security of the root, or null if none is declared. */
  get securedBy(): readonly SecuredBy[] | null {
    if (this.#rootAcl === null) return this.#root
    return [...(this.#root ?? []), this.#rootAcl]
  }

  /** Reads the ACL of a path, which also applies to the paths below it. */
  declarePath(path: string, item: Node): void {
    const isWithout = item.kind === 'map' && entryOf(item, 'x-acl') === undefined
    const target = (isWithout ? this.#context.references.follow(item) : null) ?? item
    const acl = target.kind === 'map' ? this.#aclOf(target, `${nameOf(path)}_acl`) : null
    if (acl !== null) this.#pathAcls.set(path, acl)
  }

  /** Returns the ACL of a path itself, or null if none is declared. */
  ofPath(path: string): readonly SecuredBy[] | null {
    const acl = this.#pathAcls.get(path)
    return acl === undefined ? null : [acl]
  }

  /** Returns the security of an operation, or null if it is that of its path and of the root. */
  ofOperation({ key: verb, value: node }: Entry, path: string): readonly SecuredBy[] | null {
    if (node.kind !== 'map') return null
    const own = this.#requirements(entryOf(node, 'security'))
    const ownAcl = this.#aclOf(node, `${verb}_${nameOf(path)}_acl`)
    if (own === null && ownAcl === null) return null
    return [...(own ?? []), ...(ownAcl === null ? [] : [ownAcl])]
  }

  #declareAcls(entry: Entry | undefined): void {
    if (entry === undefined) return
    if (entry.value.kind !== 'map') {
      this.#context.collector.report('SVC8032', {
        message: '"x-acls" must be a map of ACLs',
        at: entry.value.at,
      })
      return
    }
    for (const { key, keyAt, value } of entry.value.entries) {
      const scheme = this.#newAcl(key, keyAt, value)
      if (scheme !== null) this.#acls.set(key, scheme)
    }
  }

  /** Returns the use of the ACL that a part of the document has in `x-acl`, or null. */
  #aclOf(node: MapNode, name: string): SecuredBy | null {
    const entry = entryOf(node, 'x-acl')
    if (entry === undefined) return null
    const { value, keyAt } = entry
    const reference = textOf(value)
    if (value.kind === 'map') {
      const scheme = this.#newAcl(name, keyAt, value)
      return scheme === null ? null : use(scheme, keyAt)
    }
    const known = reference === null ? undefined : this.#acls.get(reference)
    if (known !== undefined) return use(known, value.at)
    this.#context.collector.report('SVC8032', {
      message: reference === null ? '"x-acl" must be a map or a name' : `Unknown ACL "${reference}"`,
      at: value.at,
      help: () =>
        didYouMean(reference ?? '', this.#acls.keys()) ??
        'Write "{ collection: …, item: … }" or a name in "components.x-acls"',
    })
    return null
  }

  /** Adds an ACL as a scheme. Returns its unique name, or null after reporting. */
  #newAcl(written: string, nameAt: Span, value: Node): string | null {
    const { collector } = this.#context
    if (value.kind !== 'map') {
      collector.report('SVC8032', { message: `The ACL "${written}" must be a map`, at: value.at })
      return null
    }
    let name = written
    for (let count = 2; this.#schemes.has(name); count++) name = `${written}_${count}`
    this.#schemes.set(name, {
      name,
      nameAt,
      type: 'x-acl',
      typeAt: nameAt,
      kind: 'acl',
      description: textOf(valueOf(value, 'description')),
      settings: value.entries.filter(({ key }) => key !== 'description'),
      inputs: [],
      oauth: null,
    })
    return name
  }

  /** Reads `security`: a list of alternatives, each of which is a map of schemes that are required together. */
  #requirements(entry: Entry | undefined): readonly SecuredBy[] | null {
    if (entry === undefined || entry.value.kind !== 'list') return null
    const alternatives = entry.value.items.flatMap((item) => this.#alternative(item))
    return alternatives.length === 0 ? [use(null, entry.keyAt)] : alternatives
  }

  #alternative(item: Node): readonly SecuredBy[] {
    if (item.kind !== 'map') return []
    const { at } = item
    if (item.entries.length === 0) return [use(null, at)]
    const [first, ...and] = item.entries.filter((entry) => this.#isKnown(entry)).map(requirement)
    return first === undefined ? [] : [{ ...first, and, at: item.entries[0]?.keyAt ?? at }]
  }

  #isKnown({ key, keyAt }: Entry): boolean {
    const scheme = this.#schemes.get(key)
    if (scheme !== undefined && scheme.kind !== 'acl') return true
    this.#context.collector.report('SVC8030', {
      message: `Unknown security scheme "${key}"`,
      at: keyAt,
      help: () =>
        didYouMean(
          key,
          [...this.#schemes.values()].filter(({ kind }) => kind !== 'acl').map(({ name }) => name),
        ) ?? 'Declare it in "components.securitySchemes"',
    })
    return false
  }
}

function requirement({ key, value }: Entry): { readonly scheme: string; readonly scopes: readonly string[] } {
  return { scheme: key, scopes: itemsIn(value).flatMap((scope) => textOf(scope) ?? []) }
}

function use(scheme: string | null, at: Span): SecuredBy {
  return { scheme, scopes: [], and: [], at }
}

/** Returns a name for a path: `stories_id` for `/stories/{id}`. */
function nameOf(path: string): string {
  return (
    path
      .replace(/[^A-Za-z0-9]+/g, '_')
      .replace(/^_|_$/g, '')
      .toLowerCase() || 'root'
  )
}
