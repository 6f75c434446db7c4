import type { Api, Method, Resource } from '../../api/api.js'
import type { Span } from '../../source/span.js'
import { pathShape } from '../../ir/lookup.js'

/** One segment of a path. A `mixed` segment contains a parameter and other text. */
export type Segment =
  | { readonly kind: 'static'; readonly text: string }
  | { readonly kind: 'parameter'; readonly name: string }
  | { readonly kind: 'mixed'; readonly text: string }

/** A node in the tree of all paths. A key with several segments is equivalent to nested resources. */
export interface PathNode {
  /** Null at the root. */
  readonly segment: Segment | null
  /** `/users/{id}`, or an empty string at the root. */
  readonly path: string
  /** The text at the end of the path that the paths below it do not contain: `.json`, or an empty string. */
  readonly extension: string
  readonly parent: PathNode | null
  /** The resources at this path. There are several if their paths differ only in parameter names. */
  readonly resources: readonly Resource[]
  readonly children: readonly PathNode[]
}

interface MutableNode extends PathNode {
  /** The path without its extension. */
  readonly stem: string
  readonly resources: Resource[]
  readonly children: MutableNode[]
  /** The children by segment. All parameters share one child, whatever their names. */
  readonly bySegment: Map<string, MutableNode>
}

export function pathTree(api: Api): PathNode {
  const root = newNode({ segment: null, stem: '', path: '', extension: '', parent: null })
  const isOpenApi = api.components !== null
  const paths = {
    stems: isOpenApi ? stemsOf(api.resources) : new Set<string>(),
    names: isOpenApi ? lastNames(api.resources) : new Map<string, string>(),
  }
  for (const resource of api.resources) addResource(root, resource, paths)
  return root
}

/** What the paths of an OpenAPI document say together; nothing for RAML. */
interface Paths {
  /** See {@link stemsOf}. */
  readonly stems: ReadonlySet<string>
  /** See {@link lastNames}. */
  readonly names: ReadonlyMap<string, string>
}

/**
 * Returns the names of the parameters at the end of paths, by the path without names. Those of the paths below can be others,
 * as in `/users/{username}` and `/users/{id}/posts`.
 */
function lastNames(resources: readonly Resource[]): ReadonlyMap<string, string> {
  return new Map(
    resources.flatMap(({ path }) => {
      const stem = path.replace(/(?:\.json|\/)$/, '')
      const [, name] = /\{([^{}]+)\}$/.exec(stem) ?? []
      return name === undefined ? [] : [[pathShape(stem), name.trim()] as const]
    }),
  )
}

/**
 * Returns the paths of an OpenAPI document that end with an extension, without it and without the names of their parameters.
 * `/pets/{id}.json` is the path of an item of `/pets.json`. Paths with and without the extension are different ones.
 */
function stemsOf(resources: readonly Resource[]): ReadonlySet<string> {
  const paths = resources.map(({ path }) => path)
  const shapes = new Set(paths.map((path) => pathShape(path.replace(/\/$/, ''))))
  const isStem = (stem: string): boolean =>
    !shapes.has(pathShape(stem)) &&
    ![...shapes].some((shape) => shape.startsWith(`${pathShape(stem)}${EXTENSION}/`))
  const stems = paths.flatMap((path) => {
    const stem = path.slice(0, -EXTENSION.length)
    return path.endsWith(EXTENSION) && !stem.endsWith('/') && isStem(stem) ? [pathShape(stem)] : []
  })
  return new Set(stems)
}

/** What paths can end with, apart from a slash (`stemOf`). */
const EXTENSION = '.json'

/** Returns all descendants of a node, parents first, in source order. */
export function nodesBelow(root: PathNode): readonly PathNode[] {
  const nodes: PathNode[] = [...root.children]
  for (const node of nodes) for (const child of node.children) nodes.push(child)
  return nodes
}

/** Returns the nodes on the path to a node, excluding the root and including the node itself. */
export function nodesTo(node: PathNode): readonly PathNode[] {
  return node.segment === null ? [] : [...(node.parent === null ? [] : nodesTo(node.parent)), node]
}

/** The last segment of the path of an item in OData: `Airports({key})`. */
interface KeyedSegment {
  readonly collection: string
  readonly name: string
}

/** Returns the collection and the parameter in a segment such as `Airports({key})` or `Airports('{key}')`, or null. */
export function keyedSegment({ segment }: PathNode): KeyedSegment | null {
  const text = segment?.kind === 'mixed' ? segment.text : ''
  const [, collection, , name] = /^([^{}()]+)\(('?)\{([^{}]+)\}\2\)$/.exec(text) ?? []
  return collection === undefined || name === undefined ? null : { collection, name: name.trim() }
}

/** Returns the path of an operation with the slash at the end of that of its resource, which counts in OpenAPI. */
export function withSlash(path: string, resource: Resource, isOpenApi: boolean): string {
  const isSlashed = isOpenApi && resource.path.endsWith('/') && !path.endsWith('/') && path !== ''
  return isSlashed ? `${path}/` : path
}

export function textParameters(text: string): readonly string[] {
  return [...text.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name.trim())
}

/**
 * Returns the names that paths below a node have for the parameter at its end, with the first of these paths.
 * @param isServed whether an operation can be served; other paths do not count
 */
export function namesBelow(
  node: PathNode,
  isServed: (method: Method) => boolean,
): readonly { readonly name: string; readonly path: string; readonly at: Span }[] {
  const index = textParameters(node.path).length - 1
  const found = nodesBelow(node).flatMap(({ resources }) =>
    resources.flatMap(({ absolutePath: path, pathAt: at, methods }) => {
      const name = textParameters(path)[index]
      return name === undefined || !methods.some(isServed) ? [] : [{ name, path, at }]
    }),
  )
  return found.filter(({ name }, place) => found.findIndex((other) => other.name === name) === place)
}

/** Returns the span of a node's first resource, or of the first resource below it, or null if there is none. */
export function spanOfNode(node: PathNode): Span | null {
  const written = node.resources[0] ?? firstBelow(node)
  return written?.pathAt ?? null
}

export function segmentText(segment: Segment): string {
  return segment.kind === 'parameter' ? `{${segment.name}}` : segment.text
}

function firstBelow(node: PathNode): Resource | undefined {
  return nodesBelow(node).flatMap(({ resources }) => resources)[0]
}

function addResource(parent: MutableNode, resource: Resource, paths: Paths): void {
  const stem = resource.path.slice(0, -EXTENSION.length)
  const isStem = resource.path.endsWith(EXTENSION) && paths.stems.has(pathShape(stem))
  const node = segmentsOf(isStem ? stem : resource.path).reduce(
    (above, segment) => childFor(above, segment, paths),
    parent,
  )
  node.resources.push(resource)
  for (const child of resource.resources) addResource(node, child, paths)
}

function segmentsOf(path: string): readonly Segment[] {
  return path
    .split('/')
    .filter((text) => text !== '')
    .map(segmentOf)
}

function segmentOf(text: string): Segment {
  const name = /^\{([^{}]+)\}$/.exec(text)?.[1]
  if (name !== undefined) return { kind: 'parameter', name: name.trim() }
  return { kind: text.includes('{') ? 'mixed' : 'static', text }
}

function childFor(parent: MutableNode, written: Segment, { stems, names }: Paths): MutableNode {
  const key = written.kind === 'parameter' ? '' : written.text
  const known = parent.bySegment.get(key)
  if (known !== undefined) return known
  const name = names.get(pathShape(`${parent.stem}/${segmentText(written)}`))
  const segment = written.kind === 'parameter' && name !== undefined ? { ...written, name } : written
  const stem = `${parent.stem}/${segmentText(segment)}`
  const extension = stems.has(pathShape(stem)) ? EXTENSION : ''
  const child = newNode({ segment, stem, path: stem + extension, extension, parent })
  parent.bySegment.set(key, child)
  parent.children.push(child)
  return child
}

function newNode(
  place: Pick<MutableNode, 'segment' | 'stem' | 'path' | 'extension' | 'parent'>,
): MutableNode {
  return { ...place, resources: [], children: [], bySegment: new Map() }
}
