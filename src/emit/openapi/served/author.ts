import { isOrderedList, isOrderedObject, type OrderedJson, type OrderedObject } from '../../../ir/index.js'
import { pathShape } from '../../../ir/lookup.js'

const NOTHING: OrderedObject = new Map()

export function objectAt(value: OrderedJson | undefined, key: string): OrderedObject {
  const found = isOrderedObject(value) ? value.get(key) : undefined
  return isOrderedObject(found) ? found : NOTHING
}

export function listAt(value: OrderedJson | undefined, key: string): readonly OrderedJson[] {
  const found = isOrderedObject(value) ? value.get(key) : undefined
  return isOrderedList(found) ? found : []
}

/** An OpenAPI document as its author wrote it. */
export class AuthorsDocument {
  readonly root: OrderedObject
  readonly #paths: ReadonlyMap<string, string>

  constructor(root: OrderedObject) {
    this.root = root
    this.#paths = new Map([...objectAt(root, 'paths').keys()].map((path) => [shapeOf(path), path]))
  }

  /** Whether schemas have the dialect of OpenAPI 3.0. */
  get isVersion30(): boolean {
    return /^3(?:\.0.*)?$/.test(String(this.root.get('openapi')))
  }

  /** Returns the path as the author wrote it, whose parameters can have other names. */
  pathLike(path: string): string | undefined {
    return this.#paths.get(shapeOf(path))
  }

  pathItem(path: string): OrderedObject {
    return objectAt(this.root.get('paths'), path)
  }

  /** Returns an operation, or undefined if the path has none with this verb. */
  operation(path: string, verb: string): OrderedObject | undefined {
    const found = this.pathItem(path).get(verb)
    return isOrderedObject(found) ? found : undefined
  }

  /** The operationIds in lowercase. */
  get operationIds(): readonly string[] {
    const items = [...objectAt(this.root, 'paths').values()].filter(isOrderedObject)
    return items
      .flatMap((item) => [...item.values()].filter(isOrderedObject))
      .map((operation) => operation.get('operationId'))
      .filter((id) => typeof id === 'string')
      .map((id) => id.toLowerCase())
  }

  /** Returns the names in a section of the components. */
  namesIn(section: string): ReadonlySet<string> {
    return new Set(objectAt(this.root.get('components'), section).keys())
  }

  /** Returns what a reference in the document leads to; any other value is returned unchanged. */
  resolved(value: OrderedJson | undefined): OrderedJson | undefined {
    let found = value
    for (let hops = 0; hops < MAX_HOPS && isOrderedObject(found); hops += 1) {
      const reference = found.get('$ref')
      if (typeof reference !== 'string' || !reference.startsWith('#/')) return found
      found = this.#at(reference)
    }
    return found
  }

  #at(reference: string): OrderedJson | undefined {
    let found: OrderedJson | undefined = this.root
    for (const token of reference.slice(2).split('/')) {
      const key = decodeURIComponent(token).replaceAll('~1', '/').replaceAll('~0', '~')
      if (isOrderedList(found)) found = found[Number(key)]
      else found = isOrderedObject(found) ? found.get(key) : undefined
    }
    return found
  }
}

const MAX_HOPS = 16

function shapeOf(path: string): string {
  const shape = pathShape(path)
  return shape.startsWith('/') ? shape : `/${shape}`
}
