import type { SchemaSource } from '../api/api.js'
import { parseJson } from '../source/json/parse-json.js'
import { type ScalarNode, textOf } from '../source/node.js'
import type { Span } from '../source/span.js'

/** An entry in the root's `schemas`. Its text can be JSON, XML or anything else. */
export interface DeclaredSchema {
  readonly name: string
  readonly nameAt: Span
  /** Marked as faulty if the schema could not be read. The error has already been reported. */
  readonly text: ScalarNode
}

/** Returns a schema that is written as text: inline, in an included file, or in the root's `schemas`. */
export function schemaSource(text: ScalarNode): SchemaSource {
  const content = textOf(text)
  return {
    id: `${text.at.file.path} ${text.at.start}`,
    at: text.at,
    isFaulty: text.faulty === true,
    isJson: content.trim() !== '' && !content.trimStart().startsWith('<'),
    namesSettings: text.source.includes('"_db_settings"'),
    parse: (collector) => parseJson(text, collector),
  }
}
