import {
  type Document,
  type DocumentContext,
  type Projection,
  documentUrls,
  documentsOf,
} from '../http/documents.js'
import type { ModelSpec, Row } from '../model.js'
import { partsOf } from '../repository/parts.js'

/**
 * Returns the documents for rows, some of which the caller cannot view: their documents contain only the key.
 * @param shown the rows as the caller sees them, in the same order; undefined for those that the caller cannot view
 */
export async function documentsWithHidden(
  context: DocumentContext,
  model: ModelSpec,
  given: readonly Row[],
  shown: readonly (Row | undefined)[],
  projection: Projection,
  depth: number,
): Promise<Document[]> {
  const rows = shown.filter((row) => row !== undefined)
  const documents = await documentsOf(context, model, rows, projection, depth)
  if (rows.length === given.length) return documents
  const visible = documents.values()
  // The path of an item can contain the keys of items that the caller cannot view.
  const { holders } = partsOf(model)
  const urls = await documentUrls(
    context,
    model,
    given.map((row) => ({ ...row, ...Object.fromEntries(holders.map(([name]) => [name, null])) })),
  )
  return given.map((row, index): Document => {
    if (shown[index] !== undefined) return visible.next().value ?? {}
    return { _type: model.name, _pk: String(row[model.key]), _self: urls[index] ?? null }
  })
}
