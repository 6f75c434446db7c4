import { describe, expect, it } from 'vitest'
import type { TestResponse } from '../service.js'
import type { Scene } from './scene.js'

/** Attacks with values that could be interpreted as something else, or that could take a very long time to process. */
export function injection({ send, get, otherThan, people }: Scene): void {
  describe('a client sending malicious values', () => {
    it('cannot use database operators in filters', async () => {
      const queries = [
        'title[$ne]=x',
        'title[]=x',
        'title.$ne=x',
        '$where=1',
        'title__$ne=x',
        'title__regex=.*',
        '_sort[$gt]=1',
        '_sort=title;DROP TABLE story',
        'owner[$ne]=x',
        'id=1 OR 1=1',
        'id__in=1,{"$ne":0}',
      ]
      const attack = (query: string): Promise<TestResponse> =>
        get(`/stories?${encodeURI(query)}`, people.attacker)
      expect(await otherThan([400], queries, attack)).toEqual([])
      const values = [
        "'/**/OR/**/1=1 --",
        "' UNION SELECT password --",
        '$ne',
        "x'; DELETE FROM story; --",
        '%',
        '_',
      ]
      for (const value of values) {
        const { status, body } = await get(`/stories?title=${encodeURIComponent(value)}`, people.attacker)
        expect([value, status, body['total']]).toEqual([value, 200, 0])
      }
    })

    it('cannot change prototypes', async () => {
      const bodies = [
        '{"title": "x", "__proto__": {"admin": true}}',
        '{"title": "x", "\\u005f_proto__": {"admin": true}}',
        '{"title": "x", "constructor": {"prototype": {"admin": true}}}',
        '{"title": "x", "prototype": {}}',
      ]
      expect(
        await otherThan([400], bodies, (body) => send('POST', '/stories', body, people.attacker)),
      ).toEqual([])
      const settingsOf = [
        '{"a": {"b": {"__proto__": {"admin": true}}}}',
        '{"__proto__": {"admin": true}}',
        '[["__proto__"]]',
      ]
      const attack = (body: string): Promise<TestResponse> =>
        send('POST', '/users/self/settings', body, people.attacker)
      expect(await otherThan([400], settingsOf, attack)).toEqual([])
      const queries = [
        '__proto__=1',
        '__proto__[people.admin]=1',
        'constructor.prototype=1',
        '_sort=__proto__',
        '_fields=constructor',
        '%5f_proto__=1',
        '_aggs.__proto__.max.field=id',
        'toString=1',
        'owner.__proto__=1',
      ]
      expect(await otherThan([400], queries, (query) => get(`/stories?${query}`, people.attacker))).toEqual(
        [],
      )
      expect(Object.keys(Object.prototype)).toEqual([])
      expect((await send('DELETE', people.story, undefined, people.attacker)).status).toBe(403)
    })

    it('cannot use a list or an object as a key', async () => {
      const bodies = [
        { title: 'x', owner: ['victor'] },
        { title: 'x', owner: { username: 'victor' } },
        { title: 'x', owner: { $ne: null } },
        { title: 'x', comments: { $gt: 0 } },
        { title: 'x', comments: [[1]] },
        { title: 'x', comments: [{ id: 1 }] },
        { title: 'x', comments: '1' },
        { title: ['x'] },
        { title: 'x', id: [1] },
      ]
      expect(
        await otherThan([400], bodies, (body) => send('POST', '/stories', body, people.attacker)),
      ).toEqual([])
      const paths = [
        '/stories/[1]',
        '/stories/1,2',
        '/stories/{"$ne":0}',
        '/stories/$ne',
        '/users/victor,root',
      ]
      const attack = (path: string): Promise<TestResponse> =>
        send('DELETE', encodeURI(path), undefined, people.admin)
      expect(await otherThan([404], paths, attack)).toEqual([])
    })

    it('cannot make a pattern take exponential time', async () => {
      await send(
        'POST',
        '/stories',
        { title: 'Long', text: `${'a'.repeat(20_000)} ${'ab '.repeat(5000)}` },
        people.victim,
      )
      const patterns = [
        `text=${'*a'.repeat(4)}*b`,
        `text=${'*a'.repeat(100)}*b`,
        `text=${'a?'.repeat(500)}*b`,
        `text=${'a'.repeat(49)}~2`,
        `q=text:${'a*'.repeat(4)}b`,
        `q=${'(text:a* OR '.repeat(25)}x${')'.repeat(25)}`,
        `text=${'NOT '.repeat(60)}a`,
        `text="${'ab '.repeat(20)}c"`,
        `text__contains=${'%25a'.repeat(300)}`,
      ]
      const attack = (query: string): Promise<TestResponse> => get(`/stories?${query}`, people.attacker)
      expect(await otherThan([200, 400], patterns, attack)).toEqual([])
    })
  })
}
