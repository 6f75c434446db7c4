import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { Collector } from '../diagnostics/collector.js'
import { textRangeOf } from '../diagnostics/text-range.js'
import { temporaryFolder } from '../testing/temporary-folder.js'
import type { Node } from './node.js'
import { Sources } from './sources.js'

let base: string
let folder: string

beforeEach(() => {
  base = temporaryFolder()
  folder = join(base, 'api')
  mkdirSync(folder)
})

function write(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), content)
}

interface Read {
  readonly value: unknown
  readonly problems: readonly string[]
  readonly files: readonly string[]
}

/** Reads api.raml. Returns each problem as `CODE file:line:column`. */
function read(includeRoot: string | null = null): Read {
  const collector = new Collector()
  const sources = new Sources(join(folder, 'api.raml'), includeRoot, collector)
  const file = sources.readRoot(join(folder, 'api.raml'))
  const node = file === null ? null : sources.parse(file)
  const problems = collector.sorted().map(({ code, at }) => {
    if (at === null) return code
    const { file: name, line, column } = textRangeOf(at)
    return `${code} ${name}:${line}:${column}`
  })
  const files = sources.files.map((path) => path.slice(folder.length + 1))
  return { value: node === null ? null : plain(node), problems, files }
}

function readText(text: string): Read {
  write('api.raml', text)
  return read()
}

function plain(node: Node): unknown {
  switch (node.kind) {
    case 'scalar':
      return node.value
    case 'list':
      return node.items.map(plain)
    case 'map':
      return Object.fromEntries(node.entries.map(({ key, value }) => [key, plain(value)]))
  }
}

describe('the reader', () => {
  test('accepts a byte order mark and CRLF', () => {
    expect(readText('\uFEFFa: 1\r\nb: |\r\n  x\r\n  y\r\n')).toEqual({
      value: { a: 1, b: 'x\ny\n' },
      problems: [],
      files: ['api.raml'],
    })
  })

  test.each([
    ['UTF-16 with a byte order mark', Buffer.from('\uFEFFa: 1', 'utf16le'), 'SVC1006'],
    ['UTF-16 without a byte order mark', Buffer.from('a: 1', 'utf16le'), 'SVC1006'],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 1, 0, 0, 1]), 'SVC1005'],
    ['Latin-1', Buffer.from('a: é', 'latin1'), 'SVC1007'],
    ['a huge file', Buffer.alloc(50 * 1024 * 1024, 97), 'SVC1004'],
  ])('rejects %s', (_name, content, code) => {
    write('api.raml', content)
    expect(read()).toEqual({ value: null, problems: [code], files: ['api.raml'] })
  })

  test('rejects a missing file and a folder', () => {
    expect(read().problems).toEqual(['SVC1001'])
    mkdirSync(join(folder, 'api.raml'))
    expect(read().problems).toEqual(['SVC1002'])
  })
})

describe('YAML', () => {
  test.each([
    ['a: b: c', 'SVC1010 api.raml:1:4'],
    ['a:\n\tb: c', 'SVC1011 api.raml:2:1'],
    ['a: 1\nb: 2\na: 3', 'SVC1012 api.raml:3:1'],
    ['a: !Include x', 'SVC1013 api.raml:1:4'],
    ['a: !includefoo.json', 'SVC1013 api.raml:1:4'],
    ['a: 1\n[1, 2]: 3', 'SVC1014 api.raml:2:1'],
    ['a: *b', 'SVC1015 api.raml:1:4'],
    ['a: &a [*a]', 'SVC1015 api.raml:1:8'],
    ['a: 1\n...\nb: 1', 'SVC1018 api.raml:3:1'],
    ['a: 1\n---\n', 'SVC1018 api.raml:2:1'],
    ['%YAML 1.1\n---\na: b', 'SVC1019 api.raml:1:1'],
    ['<<: 1', 'SVC1020 api.raml:1:5'],
    ['a:\tb', 'SVC1050 api.raml:1:3'],
    ['a: b\u0007', 'SVC1008 api.raml:1:5'],
    ['a: !include', 'SVC1030 api.raml:1:12'],
    ['a: !include [b]', 'SVC1030 api.raml:1:4'],
  ])('%j is reported', (text, problem) => {
    expect(readText(text).problems).toEqual([problem])
  })

  test('reports only the first syntax error in a file, but all duplicate keys', () => {
    expect(readText('a: ]\nb: ]\nc: }').problems).toHaveLength(1)
    expect(readText('a: 1\na: 2\nb: 1\nb: 2').problems).toHaveLength(2)
  })

  test('reads aliases, merge keys and all scalar keys', () => {
    const text = 'x: &x {a: 1, b: 2}\ny: {<<: *x, b: 3}\nz: *x\n200: ok\n"201": ok\n~: null key'
    expect(readText(text)).toMatchObject({
      value: {
        x: { a: 1, b: 2 },
        y: { b: 3, a: 1 },
        z: { a: 1, b: 2 },
        200: 'ok',
        201: 'ok',
        '~': 'null key',
      },
      problems: [],
    })
  })

  test('keeps dates, and numbers that a double cannot represent, as text', () => {
    expect(readText('a: 12345678901234567890\nb: 2001-01-01\nc: 1e999\nd: 0.1').value).toEqual({
      a: '12345678901234567890',
      b: '2001-01-01',
      c: '1e999',
      d: 0.1,
    })
  })
})

describe('hostile input produces a single diagnostic', () => {
  const bomb = [
    'a0: &a0 [x, x, x, x, x, x, x, x, x, x]',
    ...Array.from({ length: 12 }, (_, n) => `a${n + 1}: &a${n + 1} [${`*a${n}, `.repeat(10)}]`),
  ].join('\n')
  const deepBlock = Array.from({ length: 1500 }, (_, n) => `${' '.repeat(n)}a:`).join('\n')

  test.each([
    ['an alias bomb', bomb, 'SVC1016'],
    ['deep flow lists', '['.repeat(10_000), 'SVC1017'],
    ['deep closed flow lists', `a: ${'['.repeat(10_000)}${']'.repeat(10_000)}`, 'SVC1017'],
    ['deep flow maps', `a: ${'{a: '.repeat(10_000)}`, 'SVC1017'],
    ['deep block lists', '- '.repeat(10_000), 'SVC1017'],
    ['deep block maps', deepBlock, 'SVC1017'],
  ])('%s', (_name, text, code) => {
    const { problems } = readText(text)
    expect(problems).toHaveLength(1)
    expect(problems[0]).toMatch(code)
  })

  test('too many large files', () => {
    const names = Array.from({ length: 40 }, (_, n) => `large${n}.md`)
    for (const name of names) write(name, 'x'.repeat(1024 * 1024))
    write('api.raml', names.map((name) => `- !include ${name}`).join('\n'))
    expect(read().problems).toEqual([expect.stringMatching('SVC1016 api.raml:32:')])
  })

  test('an include bomb', () => {
    write('api.raml', `[${'!include a0.yaml, '.repeat(10)}]`)
    for (let n = 0; n < 10; n++) write(`a${n}.yaml`, `[${`!include a${n + 1}.yaml, `.repeat(10)}]`)
    write('a10.yaml', 'x')
    expect(read().problems).toEqual([expect.stringMatching('SVC1016')])
  })
})

describe('includes', () => {
  test('are relative to the including file or, with a leading slash, to the folder that contains the RAML file, and can be nested; YAML is parsed, and other files are read as text', () => {
    write('api.raml', 'a: !include sub/a.raml\nb: !include sub/b.json')
    write('sub/a.raml', 'x: !include more/x.md\ny: !include /y.yaml')
    write('sub/more/x.md', '# x')
    write('sub/b.json', '{}')
    write('y.yaml', '[1]')
    expect(read()).toEqual({
      value: { a: { x: '# x', y: [1] }, b: '{}' },
      problems: [],
      files: ['api.raml', 'sub/a.raml', 'sub/more/x.md', 'y.yaml', 'sub/b.json'],
    })
  })

  test.each([
    ['missing.json', 'SVC1031'],
    ['../outside.json', 'SVC1032'],
    ['sub/../../outside.json', 'SVC1032'],
    ['/../outside.json', 'SVC1032'],
    ['link.json', 'SVC1032'],
    ['linked/outside.json', 'SVC1032'],
    ['https://example.com/a.raml', 'SVC1033'],
    ['file:///etc/passwd', 'SVC1033'],
    ['"<<name>>.json"', 'SVC1035'],
    ['sub', 'SVC1002'],
  ])('are rejected at their location: %s', (path, code) => {
    writeFileSync(join(base, 'outside.json'), '{}')
    mkdirSync(join(folder, 'sub'))
    symlinkSync(join(base, 'outside.json'), join(folder, 'link.json'))
    symlinkSync(base, join(folder, 'linked'))
    expect(readText(`a: 1\nb: !include ${path}`).problems).toEqual([`${code} api.raml:2:13`])
  })

  test('cause a warning if a documentation file is missing, and an error for any other missing file', () => {
    const text = 'description: !include a.md\ncontent: !include a.json\nschema: !include a.txt\n'
    expect(readText(text).problems).toEqual([
      'SVC1036 api.raml:1:23',
      'SVC1031 api.raml:2:19',
      'SVC1031 api.raml:3:18',
    ])
  })

  test('can be in the folder given by --include-root', () => {
    writeFileSync(join(base, 'outside.json'), '{}')
    write('api.raml', 'a: !include ../outside.json')
    expect(read(base)).toMatchObject({ value: { a: '{}' }, problems: [] })
  })

  test('that form a cycle are reported once', () => {
    write('api.raml', 'a: !include b.raml')
    write('b.raml', 'b: !include c.raml')
    write('c.raml', 'c: !include b.raml')
    expect(read().problems).toEqual(['SVC1034 c.raml:1:13'])
  })

  test('of missing files are watched', () => {
    expect(readText('a: !include missing.json').files).toContain('missing.json')
  })
})
