import { describe, expect, test } from 'vitest'
import type { Span } from '../source/span.js'
import type { Diagnostic } from './diagnostic.js'
import { colors, plain } from './paint.js'
import { startOf, textRangeOf } from './text-range.js'
import { toJson } from './format-json.js'
import { toSarif } from './format-sarif.js'
import { formatText } from './format-text.js'

const text = '#%RAML 0.8\ntitle: Stories\nversion: v1\n'

function spanOf(part: string, within = text): Span {
  const start = within.indexOf(part)
  return { file: { path: '/srv/api.raml', name: 'api.raml', text: within }, start, end: start + part.length }
}

function diagnostic(more: Partial<Diagnostic> = {}): Diagnostic {
  return {
    code: 'SVC7002',
    severity: 'error',
    message: 'Unknown key "titel"',
    at: spanOf('title'),
    related: [],
    help: 'Did you mean "title"?',
    ...more,
  }
}

describe('locations', () => {
  test.each([
    ['LF', 'a\nbc\n', 2, 2],
    ['CRLF', 'a\r\nbc\r\n', 2, 2],
    ['CR', 'a\rbc', 2, 2],
    ['a character with two UTF-16 code units', '😀c', 1, 2],
  ])('are correct with %s', (_name, within, line, column) => {
    expect(textRangeOf(spanOf('c', within))).toMatchObject({
      line,
      column,
      endLine: line,
      endColumn: column + 1,
    })
  })

  test('include the end of a multi-line span', () => {
    expect(textRangeOf(spanOf('title: Stories\nversion'))).toEqual({
      file: 'api.raml',
      line: 2,
      column: 1,
      endLine: 3,
      endColumn: 8,
    })
  })
})

describe('text', () => {
  test('prints only the first 200 diagnostics, with errors before warnings', () => {
    const warnings = Array.from({ length: 250 }, (_, index) =>
      diagnostic({ severity: 'warning', message: `Warning ${index}`, at: null }),
    )
    const text = formatText([...warnings, diagnostic({ message: 'The error' })], plain)
    expect(text).toContain('error SVC7002: The error')
    expect(text).toContain('Warning 198')
    expect(text).not.toContain('Warning 199')
    expect(text.endsWith('\n\nand 51 more\n')).toBe(true)
  })

  test('has the location, code, code frame, related locations and help', () => {
    const related = [{ message: 'The version is declared here', at: spanOf('v1') }]
    expect(formatText([diagnostic({ related })], plain)).toBe(
      `api.raml:2:1 - error SVC7002: Unknown key "titel"
  1 | #%RAML 0.8
> 2 | title: Stories
    | ^^^^^
  3 | version: v1
  api.raml:3:10 - The version is declared here
    2 | title: Stories
  > 3 | version: v1
      |          ^^
  help: Did you mean "title"?
`,
    )
  })

  test('prints diagnostics with the same code at the same place together', () => {
    const messages = ['A', 'B', 'C', 'D', 'E', 'F'].map((message) => diagnostic({ message }))
    expect(formatText(messages, plain)).toBe(
      `api.raml:2:1 - error SVC7002: A
  1 | #%RAML 0.8
> 2 | title: Stories
    | ^^^^^
  3 | version: v1
  also: B
  also: C
  also: D
  and 2 more at this place
  help: Did you mean "title"?
`,
    )
  })

  test('prints only the message and the help if there is no location', () => {
    expect(formatText([diagnostic({ at: null })], plain)).toBe(
      'error SVC7002: Unknown key "titel"\n  help: Did you mean "title"?\n',
    )
  })

  test('replaces control characters from the input', () => {
    const within = 'a: \u001b[31mred\tx\n'
    const printed = formatText([diagnostic({ at: spanOf('a', within), message: 'Bad "\u001b[2J"' })], plain)
    expect(printed).not.toContain('\u001b')
    expect(printed).toContain('> 1 | a: ?[31mred x')
  })

  test('truncates long lines around the span', () => {
    const within = `${'x'.repeat(5000)}HERE${'y'.repeat(5000)}`
    const printed = formatText([diagnostic({ at: spanOf('HERE', within) })], plain)
    expect(printed).toContain('HERE')
    expect(Math.max(...printed.split('\n').map((line) => line.length))).toBeLessThan(130)
  })

  test.each([0, 1, 1999, 2000, 2001, 5999, 6000, 6001, 12_345])(
    'counts characters in a line without breaks at %i',
    (length) => {
      const text = `${'\u{1F600}a'.repeat(9000).slice(0, length + (length % 3 === 1 ? 1 : 0))}x`
      const file = { path: '/srv/api.json', name: 'api.json', text }
      const start = text.length - 1
      expect(startOf({ file, start, end: start + 1 }).column).toBe([...text].length)
      expect(startOf({ file, start: 0, end: 1 }).column).toBe(1)
    },
  )

  test('counts a surrogate pair in a long line as a single character', () => {
    const within = `${'😀'.repeat(500)}HERE${'😀'.repeat(500)}`
    const [, line = '', mark = ''] = formatText([diagnostic({ at: spanOf('HERE', within) })], plain).split(
      '\n',
    )
    expect([...line].indexOf('H')).toBe(mark.indexOf('^'))
    expect([...line]).toHaveLength([...'> 1 | '].length + 111)
  })

  test('has colors on a terminal', () => {
    expect(formatText([diagnostic()], colors)).toContain('\u001b[31merror\u001b[39m')
  })
})

describe('JSON', () => {
  test('has the specified fields in order', () => {
    const related = [{ message: 'here', at: spanOf('v1') }]
    expect(JSON.stringify(toJson([diagnostic({ related })]))).toBe(
      '[{"code":"SVC7002","severity":"error","message":"Unknown key \\"titel\\"","file":"api.raml","line":2,"column":1,' +
        '"endLine":2,"endColumn":6,"related":[{"message":"here","file":"api.raml","line":3,"column":10}],' +
        '"help":"Did you mean \\"title\\"?"}]',
    )
  })

  test('has null as the file and line if there is no location', () => {
    expect(toJson([diagnostic({ at: null, help: null })])).toMatchObject([
      { file: null, line: null, help: null },
    ])
  })
})

describe('SARIF', () => {
  test('contains rules, locations and related locations', () => {
    const related = [{ message: 'here', at: spanOf('v1') }]
    expect(toSarif([diagnostic({ related })], '1.2.3')).toMatchObject({
      version: '2.1.0',
      runs: [
        {
          tool: { driver: { name: 'svcgen', version: '1.2.3', rules: [{ id: 'SVC7002' }] } },
          results: [
            {
              ruleId: 'SVC7002',
              ruleIndex: 0,
              level: 'error',
              message: { text: 'Unknown key "titel". Did you mean "title"?' },
              locations: [
                {
                  physicalLocation: {
                    artifactLocation: { uri: 'api.raml', uriBaseId: '%SRCROOT%' },
                    region: { startLine: 2, startColumn: 1, endLine: 2, endColumn: 6 },
                  },
                },
              ],
              relatedLocations: [{ id: 0, message: { text: 'here' } }],
            },
          ],
        },
      ],
    })
  })
})
