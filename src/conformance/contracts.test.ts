import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CheckedService, CONTRACTS, startContract } from './contracts/checked-service.js'
import type { Body, TestResponse } from './service.js'

/** Defines tests with a service for a public contract. They are skipped without the folder of the contracts. */
function onContract(
  name: string,
  code: Readonly<Record<string, string>>,
  tests: (send: CheckedService['send']) => void,
): void {
  describe.skipIf(CONTRACTS === undefined)(
    `${name}${CONTRACTS === undefined ? ' (SVCGEN_CONTRACTS is not set)' : ''}`,
    () => {
      let service: CheckedService | undefined
      beforeAll(async () => {
        service = await startContract(name, code)
      }, 120_000)
      afterAll(async () => service?.close())
      tests((...request) => {
        if (service === undefined) throw new Error('The service has not started')
        return service.send(...request)
      })
    },
  )
}

function itemsIn({ body }: TestResponse): readonly Body[] {
  return Object.values(body)
}

async function statusOf(response: Promise<TestResponse>): Promise<number> {
  return (await response).status
}

onContract(
  'museum',
  {
    'src/filters/list-special-events-start-date.ts': days('list_special_events_start_date', 'index'),
    'src/filters/list-special-events-end-date.ts': days('list_special_events_end_date', '-index'),
  },
  (send) => {
    const events = Array.from({ length: 12 }, (_, index) => ({
      name: `Event ${index}`,
      location: 'Hall',
      eventDescription: `About ${index}`,
      dates: [`2026-03-${String(index + 1).padStart(2, '0')}`],
      price: index + 0.5,
    }))

    it('creates, shows, changes and deletes special events', async () => {
      for (const event of events) {
        const { status, body } = await send('POST', '/special-events', event)
        expect([status, body]).toEqual([201, { eventId: body['eventId'], ...event }])
      }
      const own = { ...events[0], eventId: '3f3e3e1a-c824-4d63-b37a-d8d698862f1d', name: 'Mine' }
      expect((await send('POST', '/special-events', own)).body).toEqual(own)
      const path = `/special-events/${own.eventId}`
      expect((await send('PATCH', path, { price: 1 })).body).toEqual({ ...own, price: 1 })
      expect((await send('GET', path)).body['price']).toBe(1)
      expect(await statusOf(send('POST', '/special-events', own))).toBe(400)
      expect(await statusOf(send('PATCH', path, { price: 'none' }))).toBe(400)
      expect(await statusOf(send('DELETE', path))).toBe(204)
      expect(await statusOf(send('GET', path))).toBe(404)
    })

    it('pages and filters special events', async () => {
      const names = async (query: string): Promise<readonly unknown[]> =>
        itemsIn(await send('GET', `/special-events?limit=30&${query}`))
          .map(({ name }) => name)
          .toSorted()
      const expected = (from: string, to: string): readonly string[] =>
        events
          .filter(({ dates }) => dates.some((day) => day >= from && day <= to))
          .map(({ name }) => name)
          .toSorted()
      expect(await names('')).toEqual(expected('', '9'))
      expect(await names('startDate=2026-03-04')).toEqual(expected('2026-03-04', '9'))
      expect(await names('startDate=2026-03-04&endDate=2026-03-06')).toEqual(
        expected('2026-03-04', '2026-03-06'),
      )
      const pages = [1, 2, 3].map((page) => send('GET', `/special-events?page=${page}&limit=5`))
      const found = (await Promise.all(pages)).map(itemsIn)
      expect(found.map((items) => items.length)).toEqual([5, 5, 2])
      expect(new Set(found.flat().map(({ eventId }) => eventId)).size).toBe(12)
      expect(await statusOf(send('GET', '/special-events?limit=31'))).toBe(400)
      expect(await statusOf(send('GET', '/special-events?color=red'))).toBe(400)
      expect(itemsIn(await send('GET', '/museum-hours?startDate=2026-03-04'))).toEqual([])
    })
  },
)

onContract(
  'train-travel',
  {
    'src/filters/get-trips-bicycles.ts': allowed('bicycles'),
    'src/filters/get-trips-dogs.ts': allowed('dogs'),
  },
  (send) => {
    it('creates, lists and deletes bookings, whose trips must exist', async () => {
      const trip_id = '3f3e3e1a-c824-4d63-b37a-d8d698862f1d'
      expect(await statusOf(send('POST', '/bookings', { trip_id, passenger_name: 'Ann' }))).toBe(400)
      const { status, body } = await send('POST', '/bookings', { passenger_name: 'Ann', has_dog: true })
      const self = expect.stringMatching(new RegExp(`/bookings/${String(body['id'])}$`))
      const links = { self }
      expect([status, body]).toEqual([201, { id: body['id'], passenger_name: 'Ann', has_dog: true, links }])
      for (const name of ['Bob', 'Cid']) await send('POST', '/bookings', { passenger_name: name })
      const page = (await send('GET', '/bookings?limit=2&page=1')).body
      expect(Object.values(page['data'] ?? {}).length).toBe(2)
      expect([typeof page['links']?.['next'], page['links']?.['prev']]).toEqual(['string', undefined])
      const next = (await send('GET', '/bookings?limit=2&page=2')).body
      expect([Object.values(next['data'] ?? {}).length, next['links']?.['next']]).toEqual([1, undefined])
      const path = `/bookings/${String(body['id'])}`
      expect((await send('GET', path)).body['passenger_name']).toBe('Ann')
      expect(await statusOf(send('DELETE', path))).toBe(204)
      expect(await statusOf(send('GET', path))).toBe(404)
    })

    it('lists stations and trips, and requires the parameters that the document requires', async () => {
      expect((await send('GET', '/stations?country=DE&search=berlin')).body['data']).toEqual([])
      const id = '3f3e3e1a-c824-4d63-b37a-d8d698862f1d'
      const query = `origin=${id}&destination=${id}&date=2026-02-01T10:00:00Z&dogs=true`
      expect((await send('GET', `/trips?${query}`)).body['data']).toEqual([])
      expect(await statusOf(send('GET', '/trips'))).toBe(400)
    })
  },
)

onContract(
  'pay1-links',
  {
    'src/defaults/new-link-id.ts': `import { randomUUID } from 'node:crypto'
import { registry } from '../generated/index.js'
registry.add('new_link_id', () => randomUUID().replaceAll('-', '').toUpperCase().replaceAll('D', 'X'))
`,
  },
  (send) => {
    const links = Array.from({ length: 5 }, (_, index) => ({
      merchantId: String(index % 2),
      accountId: '7',
      portalId: '8',
      mode: index < 4 ? 'test' : 'live',
      currency: 'EUR',
      reference: `r-${index}`,
      shoppingCart: [{ number: 'n', price: index, quantity: 1, type: 'goods' }],
    }))

    it('creates, shows and replaces payment links', async () => {
      const [first] = links
      for (const link of links) expect(await statusOf(send('POST', '/v1/payment-links', link))).toBe(200)
      const { body } = await send('POST', '/v1/payment-links', { ...first, mode: 'live', merchantId: '5' })
      expect(body).toMatchObject({ ...first, mode: 'live', merchantId: '5', active: true })
      const path = `/v1/payment-links/${String(body['id'])}`
      const replaced = await send('PUT', path, { ...first, merchantId: '5', description: 'New' })
      expect(replaced.body).toMatchObject({ id: body['id'], description: 'New', mode: 'test' })
      expect((await send('GET', path)).body).toEqual(replaced.body)
    })

    it('pages as Spring does', async () => {
      const query = 'merchantId=0&accountId=7&portalId=8&mode=test'
      const { body } = await send('GET', `/v1/payment-links?${query}&limit=1&page=0`)
      expect(body).toMatchObject({
        totalElements: 2,
        totalPages: 2,
        number: 0,
        size: 1,
        first: true,
        last: false,
      })
      expect([body['empty'], body['numberOfElements']]).toEqual([false, 1])
      const last = await send('GET', `/v1/payment-links?${query}&limit=1&page=1`)
      const found = [body, last.body].flatMap(({ content = {} }) => Object.values(content))
      expect(found.map(({ reference }) => reference).toSorted()).toEqual(['r-0', 'r-2'])
      expect(last.body).toMatchObject({ first: false, last: true, number: 1 })
      expect(await statusOf(send('GET', '/v1/payment-links'))).toBe(400)
    })
  },
)

onContract(
  'petstore',
  {
    'src/filters/find-pets-by-tags-tags.ts': `import { registry } from '../generated/index.js'
registry.add('find_pets_by_tags_tags', async (tags, { models }) => {
  const pets = await models.pet.findMany()
  const found = pets.filter((pet) => (pet.tags ?? []).some((tag) => tags.includes(String(Object(tag).name))))
  return { id: { in: found.map(({ id }) => id) } }
})
`,
  },
  (send) => {
    it('creates, shows, replaces by the key in the body, lists and deletes pets', async () => {
      const pet = {
        id: 10,
        name: 'Rex',
        photoUrls: ['a'],
        category: { id: 1, name: 'Dogs' },
        status: 'available',
      }
      expect((await send('POST', '/pet', pet)).body).toEqual(pet)
      const tagged = { id: 11, name: 'Tom', photoUrls: [], tags: [{ id: 1, name: 'cat' }], status: 'sold' }
      expect((await send('POST', '/pet', tagged)).body).toEqual(tagged)
      const replaced = { id: 10, name: 'Max', photoUrls: ['b'], status: 'sold' }
      expect((await send('PUT', '/pet', replaced)).body).toEqual(replaced)
      expect(await statusOf(send('PUT', '/pet', { ...replaced, id: 99 }))).toBe(404)
      expect(await statusOf(send('PUT', '/pet', { name: 'Max', photoUrls: [] }))).toBe(400)
      const names = async (path: string): Promise<readonly unknown[]> =>
        itemsIn(await send('GET', path)).map(({ name }) => name)
      expect(await names('/pet/findByStatus?status=sold')).toEqual(['Max', 'Tom'])
      expect(await names('/pet/findByStatus')).toEqual([])
      expect(await names('/pet/findByTags?tags=cat&tags=dog')).toEqual(['Tom'])
      expect(await statusOf(send('DELETE', '/pet/10'))).toBe(200)
      expect(await statusOf(send('GET', '/pet/10'))).toBe(404)
      expect(await statusOf(send('GET', '/pet/x'))).toBe(400)
    })

    it('serves orders, and finds users by name', async () => {
      const { status, body } = await send('POST', '/store/order', { id: 3, quantity: 2, status: 'placed' })
      expect([status, typeof body['id']]).toEqual([200, 'number'])
      expect((await send('GET', `/store/order/${String(body['id'])}`)).body).toEqual(body)
      expect(await statusOf(send('DELETE', `/store/order/${String(body['id'])}`))).toBe(200)
      const user = { id: 1, username: 'ann', firstName: 'Ann', email: 'a@example.com' }
      expect((await send('POST', '/user', user)).body).toEqual(user)
      expect(await statusOf(send('PUT', '/user/ann', { ...user, lastName: 'Lee' }))).toBe(200)
      expect((await send('GET', '/user/ann')).body).toEqual({ ...user, lastName: 'Lee' })
      expect(await statusOf(send('DELETE', '/user/ann'))).toBe(200)
    })
  },
)

onContract(
  'github-issues',
  {
    'src/defaults/new-number.ts': `import { registry } from '../generated/index.js'
let number = 0
registry.add('new_number', () => (number += 1))
`,
    ...Object.fromEntries(
      ['milestone', 'assignee', 'creator', 'mentioned', 'labels'].map((name) => [
        `src/filters/issues-list-for-repo-${name}.ts`,
        `import { registry } from '../generated/index.js'
registry.add('issues_list_for_repo_${name}', () => ({}))
`,
      ]),
    ),
    'src/filters/issues-list-for-repo-state.ts': stateFilter('issues_list_for_repo_state'),
    'src/filters/issues-list-milestones-state.ts': stateFilter('issues_list_milestones_state'),
  },
  (send) => {
    const numbers = async (path: string): Promise<readonly unknown[]> =>
      itemsIn(await send('GET', path)).map(({ number }) => number)

    it('serves the issues of each repository', async () => {
      const created: unknown[] = []
      for (const title of ['One', 'Two', 'Three']) {
        const { status, body } = await send('POST', '/repos/ann/app/issues', { title })
        expect([status, body['title'], body['state']]).toEqual([201, title, 'open'])
        created.push(body['number'])
      }
      const other = (await send('POST', '/repos/bob/app/issues', { title: 'Other' })).body['number']
      expect(await numbers('/repos/bob/app/issues')).toEqual([other])
      expect(await numbers('/repos/ann/app/issues?sort=created&direction=asc')).toEqual(created)
      const page = await send('GET', '/repos/ann/app/issues?per_page=2')
      expect([itemsIn(page).length, String(page.headers['link'])]).toEqual([
        2,
        expect.stringContaining('rel="next"'),
      ])
      const path = `/repos/ann/app/issues/${String(created[0])}`
      expect((await send('PATCH', path, { state: 'closed' })).body['state']).toBe('closed')
      expect((await numbers('/repos/ann/app/issues')).toSorted()).toEqual(created.slice(1))
      expect(await numbers('/repos/ann/app/issues?state=closed')).toEqual([created[0]])
      expect(await statusOf(send('GET', path.replace('ann', 'bob')))).toBe(404)
      expect(await statusOf(send('PATCH', path.replace('ann', 'bob'), { state: 'open' }))).toBe(404)
      expect(await statusOf(send('POST', '/repos/ann/app/issues', {}))).toBe(422)
    })

    it('serves comments, labels and milestones', async () => {
      const comment = await send('POST', '/repos/ann/app/issues/1/comments', { body: 'First' })
      expect([comment.status, comment.body['body']]).toEqual([201, 'First'])
      await send('POST', '/repos/ann/app/issues/2/comments', { body: 'Second' })
      const bodies = itemsIn(await send('GET', '/repos/ann/app/issues/1/comments'))
      expect(bodies.map(({ body }) => body)).toEqual(['First'])
      const path = `/repos/ann/app/issues/comments/${String(comment.body['id'])}`
      expect((await send('PATCH', path, { body: 'Changed' })).body['body']).toBe('Changed')
      expect(await statusOf(send('GET', path.replace('ann', 'bob')))).toBe(404)
      expect(await statusOf(send('DELETE', path))).toBe(204)
      expect((await send('POST', '/repos/ann/app/labels', { name: 'bug' })).body['color']).toBe('ededed')
      expect((await send('GET', '/repos/ann/app/labels/bug')).body['default']).toBe(false)
      expect(itemsIn(await send('GET', '/repos/ann/app/labels')).length).toBe(1)
      expect(await statusOf(send('DELETE', '/repos/ann/app/labels/bug'))).toBe(204)
      const milestone = (await send('POST', '/repos/ann/app/milestones', { title: 'v1' })).body
      expect(await numbers('/repos/ann/app/milestones?state=all&sort=due_on')).toEqual([milestone['number']])
    })
  },
)

onContract('contentgroove', {}, (send) => {
  const path = '/medias'
  const idOf = ({ body }: TestResponse): string => String(body['data']?.['id'])

  it('creates, shows, changes and deletes resource objects', async () => {
    const sent = { name: 'Talk', description: 'A talk' }
    const created = await send('POST', path, { data: { attributes: sent } })
    expect(created.body['data']).toMatchObject({ type: 'media', attributes: sent })
    const own = `${path}/${idOf(created)}`
    const changed = await send('PUT', own, { data: { attributes: { name: 'Speech' } } })
    expect(changed.body['data']).toMatchObject({ attributes: { ...sent, name: 'Speech' } })
    expect((await send('GET', own)).body['data']).toEqual(changed.body['data'])
    expect(await statusOf(send('POST', path, { data: {} }))).toBe(400)
    expect(await statusOf(send('DELETE', own))).toBe(204)
    expect(await statusOf(send('GET', own))).toBe(404)
  })

  it('pages, filters and sorts by attributes', async () => {
    const medias = ['d', 'a', 'c', 'b'].map((name, index) => ({ name, source_url: `u${index % 2}` }))
    for (const attributes of medias) await send('POST', path, { data: { attributes } })
    const names = async (query: string): Promise<readonly unknown[]> =>
      Object.values((await send('GET', `${path}?${query}`)).body['data'] ?? {}).map(
        ({ attributes }) => attributes?.['name'],
      )
    expect(await names('sort=name')).toEqual(['a', 'b', 'c', 'd'])
    expect(await names('sort=-name&page[size]=2&page[number]=2')).toEqual(['b', 'a'])
    expect(await names('sort=name&filter[source_url]=u0')).toEqual(['c', 'd'])
    expect(await names('sort=name&filter[name_gt]=b')).toEqual(['c', 'd'])
    const { body } = await send('GET', `${path}?page[size]=2&page[number]=1`)
    expect(String(body['links']?.['next'])).toContain('page%5Bnumber%5D=2')
    expect(body['links']?.['prev']).toBe(null)
    expect(await statusOf(send('GET', `${path}?filter[color]=red`))).toBe(400)
    expect(await statusOf(send('GET', `${path}?filter[is_processing_gt]=true`))).toBe(400)
    expect(await statusOf(send('GET', `${path}?page[number]=x`))).toBe(400)
  })
})

/** Returns a function that selects the trips that allow something if the client asks for it. */
function allowed(what: string): string {
  return `import { registry } from '../generated/index.js'
registry.add('get_trips_${what}', (isWanted) => (isWanted ? { ${what}_allowed: true } : {}))
`
}

/** Returns a function that selects items by their state, of which \`all\` is none. */
function stateFilter(name: string): string {
  return `import { registry } from '../generated/index.js'
registry.add('${name}', (state) => (state === 'all' ? {} : { state }))
`
}

/** Returns a function that selects the events on one of the 400 days from a date on. */
function days(name: string, step: string): string {
  return `import { registry } from '../generated/index.js'
registry.add('${name}', (date) => ({
  dates: {
    hasSome: Array.from({ length: 400 }, (_, index) =>
      new Date(Date.parse(date) + ${step} * 86_400_000).toISOString().slice(0, 10)),
  },
}))
`
}
