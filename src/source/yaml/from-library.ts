import type { Document, Pair, Scalar, YAMLMap, YAMLSeq } from 'yaml'
import { library } from './library.js'
import { nothingAt, type Written, type WrittenPair, type WrittenScalar } from './written.js'

/** Takes what is needed from a document of the library that has no syntax errors. */
export function fromLibrary({ contents }: Document.Parsed, text: string): Written {
  return writtenOf(contents, text.length)
}

/** @param end where an absent value would stand */
function writtenOf(node: unknown, end: number): Written {
  const { isAlias, isMap, isScalar, isSeq } = library()
  if (isAlias(node)) return { kind: 'alias', name: node.source, ...placeOf(node, 0) }
  if (isScalar(node)) return scalarOf(node, end)
  if (isMap(node)) {
    const pairs = node.items.map(pairOf)
    return { kind: 'map', pairs, flow: node.flow === true, ...propertiesOf(node), ...placeOf(node, end) }
  }
  if (!isSeq(node)) return nothingAt(end)
  const place = placeOf(node, end)
  const items = node.items.map((item) => writtenOf(item, place.end))
  return { kind: 'list', items, ...propertiesOf(node), ...place }
}

function pairOf({ key, value }: Pair): WrittenPair {
  const written = library().isScalar(key) ? scalarOf(key, 0) : { ...nothingAt(0), value: '' }
  return { key: written, value: writtenOf(value, written.end) }
}

function scalarOf(scalar: Scalar, end: number): WrittenScalar {
  const { value, source = '', type } = scalar
  return {
    kind: 'scalar',
    value,
    source,
    plain: type === 'PLAIN',
    ...propertiesOf(scalar),
    ...placeOf(scalar, end),
  }
}

/** Unknown tags are reported with the errors of the document. */
function propertiesOf(node: Scalar | YAMLMap | YAMLSeq): Pick<WrittenScalar, 'anchor' | 'tag'> {
  const { anchor, tag } = node
  if (tag === undefined || tag.startsWith('tag:yaml.org,2002:')) return { anchor }
  return { anchor, tag: tag === '!include' && library().isScalar(node) ? 'include' : 'unknown' }
}

type Positioned = { readonly range?: readonly [number, number, number] | null | undefined }

function placeOf({ range }: Positioned, end: number): { readonly start: number; readonly end: number } {
  return { start: range?.[0] ?? end, end: range?.[1] ?? end }
}
