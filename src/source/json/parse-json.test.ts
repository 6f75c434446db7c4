import { expect, test } from 'vitest'
import { Collector } from '../../diagnostics/collector.js'
import { textRangeOf } from '../../diagnostics/text-range.js'
import type { Node } from '../node.js'
import { Sources, textNode } from '../sources.js'
import { parseJson } from './parse-json.js'
import { parseYaml } from '../yaml/parse-yaml.js'

function fileOf(text: string): { readonly path: string; readonly name: string; readonly text: string } {
  return { path: '/api/story.json', name: 'story.json', text }
}

interface Parsed {
  readonly node: Node | null
  readonly problems: readonly string[]
}

function scalarOf(node: Node | null): Node & { readonly kind: 'scalar' } {
  if (node?.kind !== 'scalar') throw new Error('no scalar')
  return node
}

function parseScalar(node: Node | null): Parsed {
  const collector = new Collector()
  const parsed = parseJson(scalarOf(node), collector)
  return {
    node: parsed,
    problems: collector.sorted().map(({ code, at }) => {
      const place = at === null ? null : textRangeOf(at)
      return `${code} ${place?.line}:${place?.column}`
    }),
  }
}

const parse = (text: string): Parsed => parseScalar(textNode(fileOf(text)))

function plain(node: Node | null): unknown {
  switch (node?.kind) {
    case 'scalar':
      return node.value
    case 'list':
      return node.items.map(plain)
    case 'map':
      return Object.fromEntries(node.entries.map(({ key, value }) => [key, plain(value)]))
    default:
      return node
  }
}

/** Parses the JSON that is the value of `key` in YAML. */
function parseInYaml(yaml: string): Parsed {
  const collector = new Collector()
  const node = parseYaml(fileOf(yaml), new Sources('/api/api.raml', null, collector))
  if (node?.kind !== 'map') throw new Error('no map')
  return parseScalar(node.entries.find(({ key }) => key === 'key')?.value ?? null)
}

test.each([
  '{}',
  '[]',
  ' [1, -2.5e3, true, false, null, "x"] ',
  '{"a": {"b": [{"c": "\\u00e9\\n\\"\\/"}]}, "__proto__": 1, "constructor": 2}',
  '"\u2028"',
  '0',
])('parses %s as JSON.parse does', (text) => {
  const { node, problems } = parse(text)
  expect(problems).toEqual([])
  expect(JSON.stringify(plain(node))).toBe(JSON.stringify(plainOf(JSON.parse(text))))
})

/**
 * Returns a copy of a parsed value. Entries named `__proto__` are handled as in `plain`, so that parsed values can be
 * compared with nodes.
 */
function plainOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plainOf)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, plainOf(part)]))
}

test.each([
  ['{"a": 1,}', 'SVC1041 1:8'],
  ['[1,\n2,\n]', 'SVC1041 2:2'],
  ['{"a": 1 // one\n}', 'SVC1042 1:9'],
  ['/* x */ {}', 'SVC1042 1:1'],
  ['# x\n{}', 'SVC1042 1:1'],
  ['{"a": 1, "a": 2}', 'SVC1012 1:10'],
  ["{'a': 1}", 'SVC1040 1:2'],
  ['{a: 1}', 'SVC1040 1:2'],
  ['{"a": object}', 'SVC1040 1:7'],
  ['{"a": 01}', 'SVC1040 1:7'],
  ['{"a" 1}', 'SVC1040 1:6'],
  ['{"a": 1 "b": 2}', 'SVC1040 1:9'],
  ['{"a": "x', 'SVC1040 1:7'],
  ['{"a": "\\x"}', 'SVC1040 1:8'],
  ['{"a": "x\ny"}', 'SVC1040 1:9'],
  ['{"a": 1', 'SVC1040 1:8'],
  ['', 'SVC1040 1:1'],
  ['{} {}', 'SVC1040 1:4'],
  ['{"a": undefined}', 'SVC1040 1:7'],
])('%j is reported', (text, problem) => {
  expect(parse(text).problems).toEqual([problem])
})

test('positions in a file with CRLF match those with LF', () => {
  expect(parse('{\r\n  "a": 1,\r\n  "b": x\r\n}\r\n').problems).toEqual(['SVC1040 3:8'])
})

test('rejects 10,000 levels of nesting', () => {
  expect(parse('['.repeat(10_000)).problems).toEqual([expect.stringMatching('SVC1017')])
})

test('keeps a number as text if a double cannot represent it', () => {
  expect(plain(parse('[9007199254740993, 1e999, 1.50]').node)).toEqual(['9007199254740993', '1e999', 1.5])
})

test.each([
  ['literal block', 'key: |\n  {\n    "a": 1,\n    "b": 2,\n  }\n', '4:11'],
  ['literal block with CRLF', 'key: |\r\n  {\r\n    "a": 1,\r\n    "b": 2,\r\n  }\r\n', '4:11'],
  [
    'literal block with the strip indicator and a blank line',
    'key: |-\n\n    {"a": 1,\n\n    "b": 2,}',
    '5:11',
  ],
  ['folded block', 'key: >\n  {\n  "a": 1,\n  "b": 2,\n  }\n', '4:9'],
  ['double-quoted string', 'key: "{\\"a\\": 1,\\n \\"b\\": 2,}"', '1:28'],
  ['single-quoted string', "key: '{\"it''s\": 1,}'", '1:18'],
])('errors in a %s in YAML have the right line and column', (_name, yaml, place) => {
  expect(parseInYaml(yaml).problems).toEqual([`SVC1041 ${place}`])
})
