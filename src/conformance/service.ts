import { Readable } from 'node:stream'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { basename, dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { FEATURE_NAMES } from '../features.js'
import type { Engine, Service } from '../ir/index.js'
import { writeFiles } from '../testing/check-project.js'
import { compileProject } from '../testing/compile-project.js'
import { apiIn, emitApi } from '../testing/emit-fixture.js'
import { temporaryFolder } from '../testing/temporary-folder.js'
import { environmentName } from '../../templates/runtime/settings/reader.js'
import { type TestEngine, testSearch } from './engines.js'
import { type ServiceProcess, startProcess } from './process.js'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** A folder inside the repository, so that emitted projects find the installed packages. */
const CACHE = join(ROOT, '.cache')

/** A response with its parsed JSON body. */
export interface TestResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  // Tests read bodies of any shape. A missing property is undefined, so expectations about it fail.
  readonly body: Body
}

/** The JSON of a response. */
export type Body = { readonly [name: string]: Body } & { readonly [index: number]: Body }

/** A running service. Requests are injected without a network, unless the engine has several processes. */
export interface TestService {
  readonly engine: TestEngine
  send(
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<TestResponse>
  close(): Promise<void>
}

/** Builds a fixture's project for one engine; files in `code` replace emitted files. */
export async function buildFixture(
  fixture: string,
  engine: Engine,
  code: Readonly<Record<string, string>> = {},
  databaseAcls = false,
): Promise<string> {
  return (await buildApi(apiIn(join(ROOT, 'fixtures', fixture)), engine, code, databaseAcls)).folder
}

/** Like {@link buildFixture}, for the text of an OpenAPI document. */
export async function buildText(
  text: string,
  engine: Engine,
  code: Readonly<Record<string, string>> = {},
  databaseAcls = false,
): Promise<string> {
  const api = join(temporaryFolder(), 'api.yaml')
  writeFileSync(api, text)
  return (await buildApi(api, engine, code, databaseAcls)).folder
}

/** An API's built project. */
export interface BuiltProject {
  readonly folder: string
  readonly service: Service
}

/** Builds an API's project for one engine, with all features. @throws Error with the diagnostics if the API has errors */
export async function buildApi(
  api: string,
  engine: Engine,
  code: Readonly<Record<string, string>> = {},
  databaseAcls = false,
): Promise<BuiltProject> {
  const { files, diagnostics, service } = await emitApi(api, engine, databaseAcls, FEATURE_NAMES)
  if (service === null) throw new Error(diagnostics)
  mkdirSync(CACHE, { recursive: true })
  const folder = mkdtempSync(join(CACHE, `${basename(dirname(api))}-`))
  writeFiles(folder, new Map([...files, ...Object.entries(code)]))
  await compileProject(folder)
  return { folder, service }
}

/** A service's search engine, and the models that it indexes. */
export interface SearchOptions {
  readonly server: string
  readonly models: 'declared' | 'all'
}

/**
 * Starts the built project on a new database.
 * @param searching the search engine; the service responds to a write only after the changes are searchable
 */
export async function startService(
  folder: string,
  engine: TestEngine,
  settings: Readonly<Record<string, string | number | boolean>> = {},
  searching?: SearchOptions,
): Promise<TestService> {
  const database = await engine.create()
  if (engine.processes !== undefined)
    return startProcesses(folder, engine, engine.processes, {
      ...database,
      settings: { ...database.settings, ...settings },
    })
  const search = searching === undefined ? undefined : testSearch(searching.server, searching.models)
  process.chdir(folder)
  const { buildApp }: { buildApp: (settings: object) => Promise<FastifyInstance> } = await import(
    pathToFileURL(join(folder, 'dist/src/app.js')).href
  )
  const app = await buildApp({
    'log.level': 'silent',
    ...database.settings,
    ...search?.settings,
    ...settings,
  })
  return {
    engine,
    send: (method, path, body, headers = {}) =>
      send(app, method, search === undefined ? path : waiting(method, path), body, headers),
    close: async () => {
      await app.close()
      await database.drop()
      await search?.drop()
    },
  }
}

/** Starts several processes of the built project, which take turns serving requests, as behind a round-robin proxy. */
async function startProcesses(
  folder: string,
  engine: TestEngine,
  count: number,
  {
    settings,
    drop,
  }: { readonly settings: Readonly<Record<string, string | number | boolean>>; drop(): Promise<void> },
): Promise<TestService> {
  const env = Object.fromEntries(
    Object.entries(settings).map(([key, value]) => [environmentName(key), String(value)]),
  )
  const processes: ServiceProcess[] = []
  // Starts the processes one at a time, because the first one creates the tables and the secret.
  for (let index = 0; index < count; index += 1) processes.push(await startProcess(folder, env))
  const agent = new Agent({ keepAlive: true })
  let turn = 0
  return {
    engine,
    send: (method, path, body, headers = {}) => {
      turn += 1
      return sendOver(agent, `${processes[turn % count]?.address}`, { method, path, body, headers })
    },
    close: async () => {
      agent.destroy()
      await Promise.all(processes.map((each) => each.stop()))
      await drop()
    },
  }
}

interface Sent {
  readonly method: string
  readonly path: string
  readonly body: unknown
  readonly headers: Readonly<Record<string, string>>
}

/** Characters that Node refuses to send in a path. They are encoded, as in injected requests. */
const UNSENDABLE = /[^\x21-\x7e]/gu

function sendOver(agent: Agent, address: string, sent: Sent): Promise<TestResponse> {
  const { hostname, port } = new URL(address)
  const payload = payloadOf(sent.body)
  const length = typeof payload === 'string' ? { 'content-length': Buffer.byteLength(payload) } : {}
  const headers = { ...headersOf(sent.body, sent.headers), ...length }
  return new Promise((resolve, reject) => {
    const path = sent.path.replaceAll(UNSENDABLE, encodeURIComponent)
    const options = { agent, hostname, port, method: sent.method, path, headers, setHost: false }
    const outgoing = request(options, (incoming) => {
      text(incoming).then(
        (payload) => resolve(responseOf(incoming.statusCode ?? 0, incoming.headers, payload)),
        reject,
      )
    })
    outgoing.on('error', reject)
    if (payload instanceof Readable) payload.pipe(outgoing)
    else outgoing.end(payload)
  })
}

/** Adds `_refresh=wait` to the URL of a write. */
function waiting(method: string, path: string): string {
  const isWrite = ['POST', 'PUT', 'PATCH', 'DELETE'].includes(method)
  return isWrite ? `${path}${path.includes('?') ? '&' : '?'}_refresh=wait` : path
}

/** Removes the files that {@link buildFixture} created. */
export function removeProject(folder: string): void {
  process.chdir(ROOT)
  if (existsSync(folder)) rmSync(folder, { recursive: true, force: true })
}

async function send(
  app: FastifyInstance,
  method: string,
  path: string,
  body: unknown,
  headers: Readonly<Record<string, string>>,
): Promise<TestResponse> {
  const payload = payloadOf(body)
  const response = await app.inject({
    method: method as 'GET',
    url: path,
    headers: headersOf(body, headers),
    ...(payload === undefined ? {} : { payload }),
  })
  return responseOf(response.statusCode, response.headers, response.payload)
}

function payloadOf(body: unknown): string | Readable | undefined {
  if (body instanceof Readable) return body
  return typeof body === 'string' || body === undefined ? body : JSON.stringify(body)
}

function headersOf(body: unknown, headers: Readonly<Record<string, string>>): Record<string, string> {
  return {
    host: 'localhost',
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...headers,
  }
}

function responseOf(
  status: number,
  headers: Readonly<Record<string, unknown>>,
  payload: string,
): TestResponse {
  const isJson = String(headers['content-type']).includes('json') && payload !== ''
  return { status, headers, body: isJson ? JSON.parse(payload) : {} }
}
