import { type Service, withReferences } from '../../../ir/index.js'
import { allComponents, type Components } from '../components.js'
import { pathItems } from '../paths.js'
import { pointerTo } from '../references.js'
import type { AuthorsDocument } from './author.js'
import { inDialect30, schemas30, withoutDefs } from './dialect-30.js'
import { type JsonObject, objectOf } from '../../../ir/json.js'

/** What svcgen knows of a service, in the dialect of the author's document and with names that are free in it. */
export interface Generated {
  /** The path items by path. */
  readonly paths: Components
  /** All components that the paths could use, and those that the author declares. */
  readonly components: Components
}

export function generatedFor(service: Service, author: AuthorsDocument): Generated {
  const components = Object.entries(allComponents(service))
  const renamed = new Map<string, string>()
  const free = components.map(([section, named]) => {
    const taken = author.namesIn(section)
    const entries = Object.entries(named).map(([name, component]) => {
      const isDeclared = section === 'schemas' && Object.hasOwn(service.schemas ?? {}, name)
      const left = isDeclared ? name : freeName(name, taken)
      if (left !== name) renamed.set(pointerTo(section, name), pointerTo(section, left))
      return [left, component] as const
    })
    return [section, Object.fromEntries(entries)] as const
  })
  const changed = (part: JsonObject): JsonObject => {
    const named = withReferences(part, (reference) => {
      const [, component = reference, rest = ''] = /^(#\/components\/[^/]+\/[^/]+)(.*)$/.exec(reference) ?? []
      const found = (renamed.get(component) ?? component) + rest
      return author.isVersion30 ? withoutDefs(found) : found
    })
    return author.isVersion30 ? objectOf(inDialect30(named)) : named
  }
  return {
    paths: Object.fromEntries(
      Object.entries(pathItems(service)).map(([path, item]) => [path, changed(objectOf(item))]),
    ),
    components: Object.fromEntries(
      free.map(([section, named]) => {
        const done = changed(named)
        return [section, section === 'schemas' && author.isVersion30 ? schemas30(done) : done]
      }),
    ),
  }
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  return taken.has(name) ? freeName(`Svc.${name}`, taken) : name
}
