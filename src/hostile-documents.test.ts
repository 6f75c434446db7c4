import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { FEATURE_NAMES } from './features.js'
import { emitApi } from './testing/emit-fixture.js'
import { fuzzSeeds } from './testing/fuzz-seeds.js'
import { randomFrom } from './testing/random.js'
import { temporaryFolder } from './testing/temporary-folder.js'

/** Would be code, a setting, a command or HTML if it were emitted without escapes. */
const HOSTILE: readonly string[] = [
  `a'+(evil())+'\`\${evil()}*/`,
  'a"; evil(); /*\n\r\u2028evil();//<script>evil()</script>{{evil}}$(evil)',
]

/** Returns a JSON value in which one text or name, selected by its number, is hostile. */
function withHostile(
  value: unknown,
  number: number,
  text: string,
): { readonly value: unknown; readonly left: number } {
  if (typeof value === 'string') return { value: number === 0 ? text : value, left: number - 1 }
  if (typeof value !== 'object' || value === null) return { value, left: number }
  let left = number
  const entries = Object.entries(value).map(([name, each]): [string, unknown] => {
    const isNamed = !Array.isArray(value) && left-- === 0
    const inner = withHostile(each, left, text)
    left = inner.left
    return [isNamed ? text : name, inner.value]
  })
  return { value: Array.isArray(value) ? entries.map(([, each]) => each) : Object.fromEntries(entries), left }
}

/** Returns whether the text is code in an emitted file. */
function isCode(path: string, text: string): boolean {
  if (!text.includes('evil')) return false
  if (!path.endsWith('.ts')) return /[\n\r]evil/.test(text)
  const { errors, program } = parseSync(path, text)
  let found = errors.length > 0
  new Visitor({
    CallExpression: ({ callee }) => {
      found ||= callee.type === 'Identifier' && callee.name === 'evil'
    },
  }).visit(program)
  return found
}

it.each(['clinic', 'marketplace', 'shop'])(
  'no text or name in the document of %s becomes code',
  async (fixture) => {
    const document: unknown = parse(readFileSync(join('fixtures', fixture, 'api.yaml'), 'utf8'))
    const count = -withHostile(document, -1, '').left - 1
    const api = join(temporaryFolder(), 'api.json')
    for (const seed of fuzzSeeds(8)) {
      const random = randomFrom(seed)
      const number = random(count)
      const text = HOSTILE[random(2)] ?? ''
      writeFileSync(api, JSON.stringify(withHostile(document, number, text).value))
      const { files } = await emitApi(api, seed % 2 === 0 ? 'svc_sqla' : 'svc_mongodb', false, FEATURE_NAMES)
      expect(
        [...files].filter(([path, each]) => isCode(path, each)).map(([path]) => `${number}: ${path}`),
      ).toEqual([])
    }
  },
)
