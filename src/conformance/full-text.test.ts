import { beforeAll, describe, expect, it } from 'vitest'
import { pick, random, type Random } from '../testing/random.js'
import type { Body, TestService } from './service.js'
import { onEveryEngine } from './suite.js'

/** Words that databases and the search engine might split or normalize differently. */
const WORDS = [
  ['story', 'Story', 'STORY', 'stories', 'sto', 'a', 'i', 'in', '42', '4_2', '_', 'foo_bar', 'foo-bar'],
  ["don't", 'don’t', 'e-mail@example.com', 'http://example.com/a?b=c', 'C++', '3.14', '1e5', 'x²', '²', 'Ⅷ'],
  [
    'café',
    'cafe',
    'cafe\u0301',
    'CAFÉ',
    'straße',
    'STRASSE',
    'ẞ',
    'ſtory',
    'İstanbul',
    'istanbul',
    'ALİ',
    'ali',
  ],
  [
    'ΟΔΟΣ',
    'οδος',
    'οδοσ',
    'Kelvin',
    '\u212Aelvin',
    'naïve',
    'ﬁne',
    'ǅ',
    'ʼn',
    '日本語',
    '日本',
    'ひらがな',
    '한국어',
  ],
  [
    'नमस्ते',
    'שלום',
    'مرحبا',
    '\u{1D54F}',
    '\u{10400}',
    '\u{10428}',
    '\u1C90',
    '\u10D0',
    '\u13A0',
    '\uAB70',
    '😀',
    '\u2028',
  ],
  [
    'AND',
    'NEAR',
    '*',
    '"',
    "'",
    '(',
    ':',
    '%',
    '\\',
    '{x}',
    '\u200B',
    '\u00AD',
    'x'.repeat(150),
    `${'y'.repeat(99)}é`,
  ],
].flat()

const TERMS: readonly ((next: Random, words: readonly string[]) => string)[] = [
  (next, words) => escaped(pick(next, words)),
  (next, words) => escaped(pick(next, words)),
  (next, words) => `"${[pick(next, words), pick(next, words)].join(' ').replaceAll(/["\\]/g, '')}"`,
  (next, words) => `${prefixOf(pick(next, words))}*`,
  (next, words) => `${prefixOf(pick(next, words))}?${prefixOf(pick(next, words))}`,
  (next, words) => `*${prefixOf(pick(next, words))}`,
  (next, words) => `${prefixOf(pick(next, words))}~1`,
  (next, words) => `title:${escaped(pick(next, words))}`,
  (next, words) => `body:${escaped(pick(next, words))}`,
  (next, words) => `tags:${escaped(pick(next, words))}`,
  (next) => `status:"in print"`.slice(0, next() < 0.5 ? undefined : 9),
  () => 'number:>20',
]

/** Escapes a word for use in a search expression. */
function escaped(word: string): string {
  const text = word.replaceAll(/[\\+\-!(){}[\]^"~*?:/ <>=&|]/g, '\\$&')
  return ['AND', 'OR', 'NOT', 'TO'].includes(text) ? `"${text}"` : text
}

function prefixOf(word: string): string {
  return [...word.replaceAll(/[^\p{L}\p{Nd}]/gu, '')].slice(0, 4).join('') || 'a'
}

function expression(next: Random, words: readonly string[], depth = 2): string {
  if (depth === 0 || next() < 0.4) return pick(next, TERMS)(next, words)
  const [a, b] = [expression(next, words, depth - 1), expression(next, words, depth - 1)]
  return pick(next, [`${a} ${b}`, `${a} AND ${b}`, `(${a}) OR (${b})`, `${a} AND NOT (${b})`, `(${a})`])
}

function textOf(next: Random, among: readonly string[]): string | null {
  if (next() < 0.1) return null
  const words = Array.from({ length: Math.floor(next() * 6) }, () => pick(next, among))
  return words.join(pick(next, [' ', ', ', '-', ' (', '\n', '']))
}

const withWords =
  (words: readonly string[]) =>
  (service: () => TestService): void => {
    const send = (...args: Parameters<ReturnType<typeof service>['send']>) => service().send(...args)
    const numbers = async (path: string, query: string): Promise<string> => {
      const { status, body } = await send(
        'GET',
        `/v1/${path}?${query}&_sort=number&_limit=1000&_fields=number`,
      )
      if (status !== 200) return `${status} ${String(body['detail'])}`
      return `${String(body['total'])}: ${numbersIn(body).join()}`
    }
    const numbersIn = ({ data }: Body): readonly unknown[] =>
      JSON.parse(JSON.stringify(data)).map((item: { number: number }) => item.number)

    describe('a full-text index', () => {
      beforeAll(async () => {
        const next = random(7)
        const rows = Array.from({ length: 60 }, (_, number) => ({
          number,
          title: [...(textOf(next, words) ?? '')].slice(0, 300).join('') || null,
          body: textOf(next, words),
          rank: next() < 0.5 ? null : pick(next, words),
          status: pick(next, ['draft', 'in print', null]),
          tags: next() < 0.5 ? null : [pick(next, words)],
        }))
        for (const path of ['articles', 'drafts']) {
          const created = await send('POST', `/v1/${path}`, rows)
          expect([created.status, JSON.stringify(created.body['errors'])]).toEqual([201, undefined])
        }
      })

      it('finds the same items as a search without an index, for any words', async () => {
        for (const word of words) {
          for (const term of [escaped(word), `"${word.replaceAll(/["\\]/g, '')}"`, `${prefixOf(word)}*`]) {
            const query = `q=${encodeURIComponent(term)}`
            expect([term, await numbers('articles', query)]).toEqual([term, await numbers('drafts', query)])
          }
        }
      })

      it('finds the same items as a search without an index, for any combination of words', async () => {
        const next = random(8)
        let found = 0
        for (let n = 0; n < 300; n += 1) {
          const parts = [
            `q=${encodeURIComponent(expression(next, words))}`,
            ...(next() < 0.3 ? [`_search_fields=${pick(next, ['title', 'body,rank', 'status'])}`] : []),
            ...(next() < 0.2 ? [`number__lt=${Math.floor(next() * 60)}`] : []),
            ...(next() < 0.2 ? [`title=${encodeURIComponent(`${prefixOf(pick(next, words))}*`)}`] : []),
          ]
          const query = parts.join('&')
          const expected = await numbers('drafts', query)
          expect([decodeURIComponent(query), await numbers('articles', query)]).toEqual([
            decodeURIComponent(query),
            expected,
          ])
          if (!/^(0|4)/.test(expected)) found += 1
        }
        expect(found).toBeGreaterThan(100)
      })

      it('accepts expressions of the maximum depth', async () => {
        const deep = `${'(story OR (foo_bar AND '.repeat(49)}story${'))'.repeat(49)}`
        const query = `q=${encodeURIComponent(deep)}`
        expect(await numbers('articles', query)).toBe(await numbers('drafts', query))
      })
    })

    it('a full-text index is updated with every change to an item', async () => {
      const found = async (word: string) => (await send('GET', `/v1/articles?q=${word}&_count`)).body['total']
      const author = await send('POST', '/v1/authors', { name: 'ada' })
      const created = await send('POST', '/v1/articles', {
        title: 'aardvark',
        author: author.body['id'],
        number: 900,
      })
      const at = `/v1/articles/${String(created.body['_pk'])}`
      expect(await found('aardvark')).toBe(1)
      await send('PATCH', at, { body: 'badger' })
      expect([await found('aardvark'), await found('badger')]).toEqual([1, 1])
      await send('PUT', at, { title: 'crocodile', author: author.body['id'], number: 900 })
      expect([await found('aardvark'), await found('badger'), await found('crocodile')]).toEqual([0, 0, 1])
      await send('PATCH', '/v1/articles?number=900', { body: 'dromedary' })
      expect(await found('dromedary crocodile')).toBe(1)
      expect((await send('PATCH', '/v1/articles?q=dromedary', { body: 'elephant' })).body['count']).toBe(1)
      expect([await found('dromedary'), await found('elephant')]).toEqual([0, 1])
      expect((await send('GET', '/v1/authors?articles.title=croc*')).body['total']).toBe(1)
      await send('DELETE', `/v1/authors/${String(author.body['_pk'])}`)
      expect([await found('elephant'), await found('crocodile')]).toEqual([0, 0])
      await send('POST', '/v1/articles', [{ title: 'flamingo' }, { body: 'flamingo' }, { rank: 'other' }])
      expect((await send('DELETE', '/v1/articles?q=flamingo')).body['count']).toBe(2)
      expect([await found('flamingo'), await found('other')]).toEqual([0, 1])
      await send('POST', '/v1/articles', [{ title: 'gnu' }, { title: 'x'.repeat(301) }])
      expect(await found('gnu')).toBe(0)
    })

    it('a full-text index supports items with a text key', async () => {
      const pages = ['a page', 'another page', 'a third'].map((body, number) => ({
        slug: `p-${number}`,
        body,
        number,
      }))
      expect((await send('POST', '/v1/pages', pages)).status).toBe(201)
      expect((await send('POST', '/v1/pages', { slug: 'p-1' })).status).toBe(409)
      expect(await numbers('pages', 'q=page')).toBe('2: 0,1')
      expect(await numbers('pages', 'q=1')).toBe('1: 1')
      await send('DELETE', '/v1/pages/p-0')
      await send('PATCH', '/v1/pages/p-2', { body: 'page' })
      expect(await numbers('pages', 'q=page')).toBe('2: 1,2')
    })

    it('a search ignores accents', async () => {
      const titles = ['Frau Müller', 'Herr Mueller', 'MULLER', 'Łódź, ulica']
      const items = titles.map((title, index) => ({ title, number: 801 + index }))
      for (const path of ['articles', 'drafts']) {
        expect((await send('POST', `/v1/${path}`, items)).status).toBe(201)
        for (const [term, expected] of [
          ['muller', '2: 801,803'],
          ['MÜLLER', '2: 801,803'],
          ['müll*', '2: 801,803'],
          ['m?ller', '2: 801,803'],
          ['mulle~1', '2: 801,803'],
          ['"frau muller"', '1: 801'],
          ['lodz', '1: 804'],
          ['łódź', '1: 804'],
          ['mu', '0: '],
        ] as const) {
          const query = `number__gt=800&q=${encodeURIComponent(term)}`
          expect([path, term, await numbers(path, query)]).toEqual([path, term, expected])
        }
      }
    })

    it('a search can have many words', async () => {
      const items = Array.from({ length: 100 }, (_, n) => ({
        body: `Überraschend löst jede Prüfung kühle Wörter m${n % 50}x`,
        number: 2000 + n,
      }))
      const words = Array.from({ length: 40 }, (_, n) => `m${n}x`)
      for (const path of ['drafts', 'articles']) {
        expect((await send('POST', `/v1/${path}`, items)).status).toBe(201)
        for (const [q, total] of [
          [words.join(' OR '), 80],
          [words.join(' AND '), 0],
          [words.map((word) => `NOT ${word}`).join(' AND '), 20],
          [words.map((word) => `${word}*`).join(' OR '), 80],
          [words.map((word) => `"${word.slice(0, -1)}x"`).join(' OR '), 80],
          [`wörter AND prüfung AND (${words.join(' OR ')})`, 80],
        ] as const) {
          const query = `number__gte=2000&_limit=5&q=${encodeURIComponent(q)}`
          const { body } = await send('GET', `/v1/${path}?${query}`)
          expect([path, q, body['total']]).toEqual([path, q, total])
        }
      }
      for (const path of ['articles', 'drafts']) await send('DELETE', `/v1/${path}?number__gte=2000`)
    })

    it('a full-text index accepts text and words of any length', async () => {
      const body = `begin ${Array.from({ length: 20_000 }, (_, n) => `w${n}`).join(' ')} ${'z'.repeat(300_000)} end`
      expect((await send('POST', '/v1/articles', { body, number: 901 })).status).toBe(201)
      for (const word of ['begin', 'end', 'w19999', 'w1999*']) {
        expect([word, await numbers('articles', `q=${word}&number=901`)]).toEqual([word, '1: 901'])
      }
      expect(await numbers('articles', 'q=zzz&number=901')).toBe('0: ')
      // A normal form sorts marks, and a pattern could divide them among its parts in many ways.
      const marks = `Mu${'\u0301'.repeat(100_000)}${'\u0316'.repeat(100_000)}ller`
      for (const path of ['articles', 'drafts']) {
        expect((await send('POST', `/v1/${path}`, { title: 'x', body: marks, number: 902 })).status).toBe(201)
        expect([path, await numbers(path, 'q=x&number=902')]).toEqual([path, '1: 902'])
        expect([path, await numbers(path, 'q=m*z&number=902')]).toEqual([path, '0: '])
      }
    })
  }

onEveryEngine('full-text', withWords(WORDS))

/** The words without the few letters whose case databases and the search engine convert differently. */
const USUAL = WORDS.filter((word) =>
  [...word].every((letter) => {
    const [lower, upper] = [letter.toLowerCase(), letter.toUpperCase()]
    const isPair = lower.toUpperCase() === upper && upper.toLowerCase() === lower && upper.length === 1
    return (
      (letter === lower || letter === upper) && isPair && !/[\p{scx=Geor}\p{scx=Cher}Σςσ\u0130]/u.test(letter)
    )
  }),
)

// Articles and pages are in the search index; drafts are not.
onEveryEngine('full-text', withWords(USUAL), { search: 'only' })
