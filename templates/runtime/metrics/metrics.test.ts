import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FastifyInstance } from 'fastify'
import { temporaryFolder } from '../../../src/testing/temporary-folder.js'
import { bodyParser } from '../body/parser.js'
import { Calls } from '../events/registry.js'
import { searchModels } from '../search/outbox.js'
import { searchGauges } from '../search/search.js'
import { loadSettings } from '../settings/settings.js'
import { MemoryDatabase } from '../testing/memory-database.js'
import { createServer } from '../server/server.js'
import { addMetrics, metricsRoute } from './metrics.js'

const functions = new Map([
  ['notify', { name: 'notify', run: async () => undefined }],
  ['refuse', { name: 'refuse', run: () => Promise.reject(new Error('no')) }],
])
const calls = new Calls(
  functions,
  { notify: { kind: 'handler', file: 'notify.ts' }, refuse: { kind: 'processor', file: 'refuse.ts' } },
  1,
)
const connections = () => [{ server: 'db:5432', used: 3, idle: 2, waiting: 1 }]
let app: FastifyInstance
let metrics = ''

beforeAll(async () => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'openapi.json'), '{}')
  const settings = loadSettings(
    {
      name: 'demo',
      canAuthenticate: true,
      secrets: [],
      values: { 'log.level': 'silent' },
      env: {},
      file: join(folder, 'none.ini'),
    },
    () => ({}),
  )
  app = await createServer(settings, {
    basePath: '/v1',
    parseBody: bodyParser(1),
    ping: async () => undefined,
    plugins: [(each) => metricsRoute(each, { metrics: true })],
  })
  const gauges = searchGauges(new MemoryDatabase(searchModels))
  addMetrics(app, { connections, calls, gauges })
  await app.inject('/healthz')
  await calls.call('notify')
  await calls.call('refuse').catch(() => undefined)
  metrics = (await app.inject('/metrics')).body
})
afterAll(() => app.close())

test.each([
  'http_request_duration_seconds_count{method="GET",route="/healthz",status="200"} 1',
  'function_duration_seconds_count{kind="handler",name="notify",outcome="success"} 1',
  'function_duration_seconds_count{kind="processor",name="refuse",outcome="error"} 1',
  'database_connections{server="db:5432",state="used"} 3',
  'database_connections{server="db:5432",state="idle"} 2',
  'database_requests_waiting{server="db:5432"} 1',
  'search_outbox_entries 0',
  'search_rejected_entries 0',
])('the metrics include %s', (line) => {
  expect(metrics.split('\n')).toContain(line)
})

test("the Grafana dashboard uses all of the service's metrics, and no unknown metrics or labels", () => {
  const { panels } = JSON.parse(readFileSync('docs/grafana-dashboard.json', 'utf8'))
  const expressions: string = panels
    .flatMap((panel: { targets: { expr: string }[] }) => panel.targets.map(({ expr }) => expr))
    .join('\n')
  const used = new Set([...expressions.matchAll(/\b([a-z][a-z0-9_]*)\{/g)].map(([, name = '']) => name))
  const samples = [...metrics.matchAll(/^([a-z]\w*)(?:\{(.*?)\})? /gm)]
  const emitted = new Set(samples.map(([, name = '']) => name))
  expect([...used].filter((name) => !emitted.has(name))).toEqual([])

  const family = (name: string): string => name.replace(/_(?:bucket|sum|count)$/, '')
  const own = [...emitted].map(family).filter((name) => /^(?:http|function|database|search)_/.test(name))
  const shown = new Set([...used].map(family))
  expect([...new Set(own)].filter((name) => !shown.has(name))).toEqual([])

  const labels = new Set(
    samples.flatMap(([, , text = '']) => [...text.matchAll(/(\w+)="/g)].map(([, label = '']) => label)),
  )
  // Prometheus adds these labels.
  for (const label of ['job', 'instance']) labels.add(label)
  const grouped = [...expressions.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(', '))
  expect(grouped.filter((label) => !labels.has(label))).toEqual([])
})
