import { stemOf } from '../../templates/runtime/spec/paths.js'
import type { Service } from '../ir/index.js'
import { fullPathOf, groupedBy } from '../ir/lookup.js'
import { fastifyPath } from './paths.js'

/**
 * Returns the methods of each path of an OpenAPI document that another path with parameters matches as well, by the path of
 * its route; null if there are none. In RAML, the other path handles the methods that this one does not have.
 */
export function concretePaths(service: Service): Readonly<Record<string, readonly string[]>> | null {
  if (service.schemas === undefined) return null
  const operations = groupedBy([...service.routes, ...service.actions], (each) => fullPathOf(service, each))
  const paths = [...operations.keys()]
  const concrete = [...operations].filter(([path]) => paths.some((other) => covers(other, path)))
  if (concrete.length === 0) return null
  return Object.fromEntries(
    concrete.map(([path, declared]) => {
      const methods = new Set<string>(declared.map(({ method }) => method))
      if (methods.has('GET')) methods.add('HEAD')
      return [fastifyPath(path), [...methods].sort()]
    }),
  )
}

/** Returns whether a path with more parameters matches another path. `{book}:publish` is more than a parameter. */
export function covers(other: string, path: string): boolean {
  const stems = [stemOf(other), stemOf(path)] as const
  const endsAlike = other.slice(stems[0].length) === path.slice(stems[1].length)
  const [pattern = [], segments = []] = (endsAlike ? stems : [other, path]).map((each) => each.split('/'))
  return (
    other !== path &&
    pattern.length === segments.length &&
    pattern.every((each, index) => each === segments[index] || PARAMETER.test(each))
  )
}

const PARAMETER = /^\{[^{}]*\}$/
