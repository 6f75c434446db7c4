import { beforeAll, expect, it } from 'vitest'
import { random } from '../testing/random.js'
import { queryMaker, type OracleQuery } from './oracle/queries.js'
import { rowsOf } from './oracle/rows.js'
import { onEveryEngine } from './suite.js'

const ROWS = 120
const QUERIES = 400
const SEED = 20_150_314

onEveryEngine('library', (service) => {
  const rows = rowsOf(random(SEED), ROWS)

  beforeAll(async () => {
    const created = await service().send(
      'POST',
      '/v1/samples',
      rows.map(({ fields }) => fields),
    )
    expect(created.status, JSON.stringify(created.body)).toBe(201)
  })

  it(`returns the same rows as a plain filter for ${QUERIES} random queries`, async () => {
    const next = queryMaker(random(SEED + 1))
    for (let n = 0; n < QUERIES; n++) {
      const query: OracleQuery = next()
      const { status, body } = await service().send('GET', `/v1/samples?${query.text}`)
      const text = decodeURIComponent(query.text)
      expect(status, `${text}: ${JSON.stringify(body)}`).toBe(200)
      const selected = rows.filter(query.selects)
      const page = selected.sort(query.order).slice(query.start, query.start + query.limit)
      const numbers: unknown[] = JSON.parse(JSON.stringify(body['data'])).map(
        (item: { a_unique: number }) => item.a_unique,
      )
      expect([text, body['total'], numbers]).toEqual([
        text,
        selected.length,
        page.map(({ number }) => number),
      ])
    }
  })
})
