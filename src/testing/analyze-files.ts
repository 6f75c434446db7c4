import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { analyze, type Analysis } from '../analyze/index.js'
import { Collector } from '../diagnostics/collector.js'
import type { Diagnostic } from '../diagnostics/diagnostic.js'
import type { Engine, Model, Relation, Route, Service } from '../ir/index.js'
import { readInput } from '../read-input.js'
import { temporaryFolder } from './temporary-folder.js'

/** The result of analyzing an input. */
export interface Outcome {
  readonly analysis: Analysis | null
  readonly diagnostics: readonly Diagnostic[]
  /** The codes of all diagnostics, in order. */
  readonly codes: readonly string[]
  /** The service. @throws Error with the diagnostics if there are errors */
  readonly service: Service
  model(id: string): Model
  relation(id: string): Relation
  route(id: string): Route
}

/**
 * Analyzes an API given as strings.
 * @param api the RAML text without its first line
 * @param files additional files, keyed by path; values that are not strings are written as JSON
 */
export function analyzeFiles(
  api: string,
  files: Readonly<Record<string, unknown>> = {},
  engine: Engine = 'svc_sqla',
): Outcome {
  const folder = temporaryFolder()
  try {
    write(folder, 'api.raml', `#%RAML 0.8\n${api}`)
    for (const [name, value] of Object.entries(files)) {
      write(folder, name, typeof value === 'string' ? value : JSON.stringify(value, null, 2))
    }
    return analyzePath(join(folder, 'api.raml'), engine)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Reads and analyzes a RAML file or an OpenAPI document. */
export function analyzePath(path: string, engine: Engine = 'svc_sqla'): Outcome {
  const collector = new Collector()
  const { api } = readInput(path, { includeRoot: null, collector })
  const analysis = api && analyze(api, { engine, collector })
  const diagnostics = collector.sorted()
  const service = (): Service => {
    if (analysis !== null) return analysis.service
    throw new Error(diagnostics.map(({ code, message }) => `${code} ${message}`).join('\n'))
  }
  return {
    analysis,
    diagnostics,
    codes: diagnostics.map(({ code }) => code),
    get service() {
      return service()
    },
    model: (id) => byId(service().models, id),
    relation: (id) => byId(service().relations, id),
    route: (id) => byId(service().routes, id),
  }
}

/** Returns the RAML for a collection with GET, POST and a schema; `below` is appended unchanged. */
export function collection(path: string, schema: string, below = ''): string {
  return `${path}:\n  get:\n  post:\n    body:\n      application/json:\n        schema: !include ${schema}\n${below}`
}

/** Returns a draft 4 schema with these properties. */
export function schemaOf(
  properties: Readonly<Record<string, unknown>>,
  keys: Readonly<Record<string, unknown>> = {},
): unknown {
  return { $schema: 'http://json-schema.org/draft-04/schema#', type: 'object', ...keys, properties }
}

/** Returns a property with these database settings. */
export function stored(
  type: string,
  settings: Readonly<Record<string, unknown>> = {},
): Readonly<Record<string, unknown>> {
  return { _db_settings: { type, ...settings } }
}

/** A generated primary key. */
export const id = stored('id_field', { primary_key: true })

function byId<T extends { readonly id: string }>(nodes: readonly T[], wanted: string): T {
  const found = nodes.find((node) => node.id === wanted)
  if (found === undefined) throw new Error(`no "${wanted}" among ${nodes.map((node) => node.id).join(', ')}`)
  return found
}

function write(folder: string, name: string, text: string): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true })
  writeFileSync(join(folder, name), text)
}
