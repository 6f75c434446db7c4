import type { Node } from '../node.js'
import type { Sources } from '../sources.js'
import type { SourceFile } from '../span.js'
import { buildNode } from './build-node.js'
import { readOutline } from './outline/read-outline.js'
import { readWithLibrary } from './read-with-library.js'

/** What YAML forbids in any text: https://yaml.org/spec/1.2.2/#51-character-set */
const FORBIDDEN = /[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u

/**
 * Parses a YAML file to nodes with places; includes, aliases and merge keys are resolved. Syntax errors, unknown tags, duplicate
 * keys and the like are reported (SPEC 1.1).
 * @returns null where there is no usable content, or too much of it, after reporting; an empty file is a null scalar
 */
export function parseYaml(file: SourceFile, sources: Sources): Node | null {
  if (reportForbidden(file, sources)) return null
  const written = readOutline(file.text) ?? readWithLibrary(file, sources.collector)
  const node = written && buildNode(written, file, sources)
  return sources.budget.isOverrun ? null : node
}

function reportForbidden(file: SourceFile, { collector }: Sources): boolean {
  const found = FORBIDDEN.exec(file.text)
  if (found === null) return false
  const code = (file.text.codePointAt(found.index) ?? 0).toString(16).toUpperCase().padStart(4, '0')
  collector.report('SVC1008', {
    message: `The control character U+${code} is not allowed here`,
    at: { file, start: found.index, end: found.index + 1 },
    help: 'Remove it',
  })
  return true
}
