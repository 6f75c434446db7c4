import { beforeAll, describe, expect, it } from 'vitest'
import { Callers, code, settings, teamsApi } from './rights/teams.js'
import { onEveryEngine } from './suite.js'

/** Members of teams: name, role, level. */
const MEMBERS: Readonly<Record<string, readonly (readonly [string, string | null, number | null])[]>> = {
  one: [['ada', 'owner', 5]],
  two: [
    ['ada', 'guest', 9],
    ['bob', 'owner', 1],
  ],
  three: [
    ['ada', 'editor', 2],
    ['bob', null, null],
  ],
  four: [],
}

const FILTERS: readonly (readonly [query: string, teams: readonly string[]])[] = [
  ['memberships.user=ada&memberships.role=owner', ['one']],
  ['memberships.role=owner&memberships.user=ada&memberships.level=5', ['one']],
  ['memberships.user=ada&memberships.level__gte=5', ['one', 'two']],
  ['memberships.user=bob&memberships.level__gte=5', []],
  ['memberships.user=ada&memberships.role=owner&memberships.role=editor', ['one', 'three']],
  ['memberships.user=ada&memberships.role__in=owner,guest', ['one', 'two']],
  // Negations mean that there is no such member.
  ['memberships.user=ada&memberships.role__ne=owner', ['three']],
  ['memberships.user=bob&memberships.role__nin=guest,editor', []],
  ['memberships.user=bob&memberships.level__exists=false', []],
  ['memberships.user__ne=bob', ['four', 'one']],
  ['memberships__exists=true&memberships.user=bob', ['three', 'two']],
  ['memberships.user=bob&memberships.role__exists=true', ['two']],
  ['_exists_=memberships.role&memberships.user=bob', ['two']],
  ['_missing_=memberships.role&memberships.user=ada', []],
  // Expressions.
  ['memberships.user=ada&memberships.level=[4 TO 6]', ['one']],
  ['memberships.user=ada&memberships.role=(owner OR editor)', ['one', 'three']],
  ['memberships.user=ada&memberships.role=own*', ['one']],
  ['memberships.level=>=2 AND <=5', ['one', 'three']],
  ['memberships.level=>=2 AND (<=1 OR >=9)', ['two']],
  ['memberships.level=(>=2 AND <=5)&memberships.user=bob', []],
  ['memberships.user=bob&memberships.role=(NOT owner)', ['three']],
  ['memberships.level__gt=1&memberships.level__gt=8', ['two']],
  ['memberships.level__gt=4&memberships.level__lt=6', ['one']],
  ['memberships.level__gte=2&memberships.level__lt=9', ['one', 'three']],
  ['q=memberships.user:ada AND memberships.role:owner', ['one']],
  ['q=(memberships.user:ada AND name:t*) AND memberships.role:(owner OR guest)', ['two']],
  ['q=memberships.user:bob AND NOT memberships.role:owner', ['three']],
  ['q=memberships.user:ada&memberships.role=owner', ['one']],
]

/** Filters of users through a longer path: user, events of teams. */
const PATHS: readonly (readonly [query: string, slugs: readonly string[]])[] = [
  ['team.memberships.user=ada&team.memberships.role=owner', ['one']],
  ['team.name=two&team.memberships.user=ada', ['two']],
  ['team.memberships.user=ada&team.memberships.level__gte=5', ['one', 'two']],
  ['badge.color=one&team.memberships.user=ada&team.memberships.role=editor', []],
]

const BADGES: readonly (readonly [query: string, colors: readonly string[]])[] = [
  ['event.team.memberships.user=ada&event.team.memberships.role=owner', ['one']],
  ['event.slug=two&event.team.memberships.role=guest', ['two']],
]

onEveryEngine(
  'same related item',
  (service) => {
    const callers = new Callers(service)
    const keys: Record<string, string | number> = {}
    const member: Record<string, string | number> = {}

    beforeAll(async () => {
      await callers.prepare('ada', 'bob')
      for (const [name, members] of Object.entries(MEMBERS)) {
        const team = await callers.make('/teams', { name })
        keys[name] = team
        for (const [user, role, level] of members)
          member[`${name} ${user}`] = await callers.make('/memberships', { team, user, role, level })
        const event = await callers.make('/events', { slug: name, team, status: 'draft' })
        await callers.make(`/events/${event}/badge`, { color: name })
      }
    })

    const found = async (path: string, field: string, query: string): Promise<readonly unknown[]> => {
      const { status, body } = await callers.send('root', 'GET', `${path}?_sort=${field}&${encodeURI(query)}`)
      expect(status, JSON.stringify(body)).toBe(200)
      return Object.values(body['data'] ?? {}).map((item) => item[field])
    }

    it.each(FILTERS)('selects teams by %s', async (query, expected) => {
      expect(await found('/teams', 'name', query)).toEqual(expected)
      const counted = await callers.send('root', 'GET', `/teams?_count&${encodeURI(query)}`)
      expect(counted.body['total']).toBe(expected.length)
      const { body } = await callers.send(
        'root',
        'GET',
        `/teams?_aggs.n.value_count.field=name&${encodeURI(query)}`,
      )
      expect(body['aggregations']?.['n']?.['value']).toBe(expected.length)
    })

    it.each(PATHS)('selects events by %s', async (query, expected) => {
      expect(await found('/events', 'slug', query)).toEqual(expected)
    })

    it.each(BADGES)('selects badges by %s', async (query, expected) => {
      expect(await found('/badges', 'color', query)).toEqual(expected)
    })

    it('compares the keys of the same items', async () => {
      const [ada, bob] = [member['two ada'], member['two bob']]
      expect(await found('/teams', 'name', `memberships=${ada}&memberships.role=owner`)).toEqual([])
      expect(await found('/teams', 'name', `memberships=${bob}&memberships.role=owner`)).toEqual(['two'])
      expect(await found('/teams', 'name', `memberships__all=${ada},${bob}`)).toEqual(['two'])
      expect(await found('/teams', 'name', `memberships__all=${ada},${bob}&memberships.role=owner`)).toEqual([
        'two',
      ])
      expect(await found('/events', 'slug', `team.memberships__all=${ada},${bob}`)).toEqual(['two'])
    })

    describe('row rules', () => {
      it('need one related row that satisfies all filters', async () => {
        const statuses = async (name: string): Promise<readonly number[]> => [
          await callers.status('ada', 'PATCH', `/teams/${keys[name]}`, { name }),
          await callers.status('bob', 'PATCH', `/teams/${keys[name]}`, { name }),
        ]
        expect(await statuses('one')).toEqual([200, 403])
        expect(await statuses('two')).toEqual([403, 200])
        expect(await statuses('three')).toEqual([403, 403])
        const many = await callers.send('ada', 'PATCH', '/teams', {})
        expect(many.body['count']).toBe(1)
      })
    })
  },
  { settings, code, api: teamsApi(true), search: 'also' },
)
