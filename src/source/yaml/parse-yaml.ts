import { Composer, type CST, type Document, Lexer, Parser } from 'yaml'
import type { Node } from '../node.js'
import type { Includes } from '../includes.js'
import type { SourceFile } from '../span.js'
import { buildNode } from './build-node.js'
import { reportSecondDocument, reportYamlErrors } from './yaml-errors.js'

/** Characters that YAML does not allow: https://yaml.org/spec/1.2.2/#51-character-set */
const FORBIDDEN = /[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u

/**
 * Parses a YAML file to nodes with spans, and resolves includes, aliases and merge keys. Reports syntax errors, unknown
 * tags, duplicate keys and similar problems.
 * @returns null, after reporting, if the content is unusable or too large; an empty file is a null scalar
 */
export function parseYaml(file: SourceFile, sources: Includes): Node | null {
  if (reportForbidden(file, sources)) return null
  const document = readDocument(file, sources)
  const node = document && buildNode(document, file, sources)
  return sources.budget.isOverrun ? null : node
}

function reportForbidden(file: SourceFile, { collector }: Includes): boolean {
  const found = FORBIDDEN.exec(file.text)
  if (found === null) return false
  const code = (file.text.codePointAt(found.index) ?? 0).toString(16).toUpperCase().padStart(4, '0')
  collector.report('SVC1008', {
    message: `Control character U+${code} is not allowed`,
    at: { file, start: found.index, end: found.index + 1 },
    help: 'Remove the character',
  })
  return true
}

/** Returns the document. Reports syntax errors, unknown tags and exceeded limits, and then returns null. */
function readDocument(file: SourceFile, sources: Includes): Document.Parsed | null {
  const { collector } = sources
  const tokens = tokensOf(file, sources)
  const [document, second] = tokens === null ? [] : compose(tokens, file)
  if (document === undefined || reportYamlErrors(document, file, collector)) return null
  if (second !== undefined) reportSecondDocument(second, file, collector)
  return document
}

function compose(tokens: readonly CST.Token[], file: SourceFile): readonly Document.Parsed[] {
  const composer = new Composer({
    version: '1.2',
    schema: 'core',
    stringKeys: true,
    // `mapOf` reports duplicates with both locations, and the library's check takes quadratic time.
    uniqueKeys: false,
    customTags: [{ tag: '!include', resolve: (text: string) => text }],
  })
  const documents: Document.Parsed[] = []
  for (const document of composer.compose(tokens, true, file.text.length)) {
    documents.push(document)
    if (documents.length === 2) break
  }
  return documents
}

/**
 * Splits a file into tokens. Stops at the limits, because the next step is recursive and uses a lot of memory, and then
 * reports the limit and returns null.
 */
function tokensOf(file: SourceFile, { collector, limits }: Includes): readonly CST.Token[] | null {
  const parser = new Parser()
  const tokens: CST.Token[] = []
  let count = 0
  for (const lexeme of new Lexer().lex(file.text)) {
    for (const token of parser.next(lexeme)) tokens.push(token)
    count += 1
    const isTooDeep = parser.stack.length > limits.depth
    if (!isTooDeep && count <= limits.tokens) continue
    const at = { file, start: parser.offset, end: parser.offset + 1 }
    if (isTooDeep) collector.report('SVC1017', { message: `More than ${limits.depth} levels of nesting`, at })
    else
      collector.report('SVC1016', {
        message: `The file has more than ${limits.tokens} tokens`,
        at,
        help: 'Split the file, or include long strings instead of lists and maps',
      })
    return null
  }
  tokens.push(...parser.end())
  return tokens
}
