import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { expect } from 'vitest'
import { parse } from 'yaml'
import { SQLITE } from '../engines.js'
import { buildText, startService, type TestResponse } from '../service.js'

/** The folder of the public contracts, if any. The repository contains only what their authors would add to them. */
export const CONTRACTS = process.env['SVCGEN_CONTRACTS']

type Tree = { [key: string]: unknown } & object

/** A service that serves a contract, and checks each response against the schemas of the original document. */
export interface CheckedService {
  send(method: string, path: string, body?: unknown): Promise<TestResponse>
  close(): Promise<void>
}

/**
 * Starts a service on SQLite for a contract with its annotations.
 * @param name the name of the contract's file without its extension
 * @param code the functions that the annotations name, by file
 */
export async function startContract(
  name: string,
  code: Readonly<Record<string, string>>,
): Promise<CheckedService> {
  const original = contractNamed(name)
  const folder = await buildText(JSON.stringify(annotated(contractNamed(name), name)), 'svc_sqla', code)
  const settings = { auth: false, validate_responses: true }
  const service = await startService(folder, SQLITE, settings)
  const schemas = new Schemas(original)
  const base = basePathOf(original)
  return {
    send: async (method, path, body) => {
      const response = await service.send(method, base + path, body)
      schemas.check(method.toLowerCase(), path.replace(/\?.*/, ''), response)
      return response
    },
    close: service.close,
  }
}

function contractNamed(name: string): Tree {
  const folder = CONTRACTS ?? ''
  const file = readdirSync(folder).find((each) => each.replace(/\.\w+$/, '') === name) ?? name
  return treeAt(parse(readFileSync(join(folder, file), 'utf8'), { maxAliasCount: -1 }))
}

/** Adds the keys at each JSON pointer to a document. */
function annotated(document: Tree, name: string): Tree {
  const file = join(dirname(fileURLToPath(import.meta.url)), `${name}.json`)
  const lines: Readonly<Record<string, object>> = JSON.parse(readFileSync(file, 'utf8'))
  for (const [pointer, keys] of Object.entries(lines)) Object.assign(at(document, pointer), keys)
  return document
}

function at(document: Tree, pointer: string): Tree {
  return pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((tree, token) => treeAt(tree[token]), document)
}

function treeAt(value: unknown): Tree {
  if (!isTree(value)) throw new TypeError('The document has no object here')
  return value
}

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null
}

function basePathOf(document: Tree): string {
  const [server] = Object.values(Object(document['servers']))
  const { pathname } = new URL(String(Object(server)['url']))
  return pathname.replace(/\/$/, '')
}

/** The schemas of a document's responses. */
class Schemas {
  readonly #document: Tree
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true })
  readonly #compiled = new Map<string, ValidateFunction>()

  constructor(document: Tree) {
    this.#document = document
    addFormats.default(this.#ajv)
    allowNull(document)
    this.#ajv.addSchema({ ...document, $id: 'contract' })
  }

  /** Checks that a response has a declared status, and a body that its schema allows. */
  check(method: string, path: string, { status, body, headers }: TestResponse): void {
    const template = Object.keys(this.#paths).find((each) => matches(each, path))
    const pointer = `/paths/${escaped(template ?? '')}/${method}/responses`
    const responses = at(this.#document, pointer)
    const key = [String(status), `${String(status)[0]}XX`, 'default'].find((each) => each in responses)
    // Errors that the document does not mention are problem documents.
    if (key === undefined && [400, 404, 409, 412, 415].includes(status))
      return expect(headers['content-type']).toMatch(/^application\/problem\+json/)
    expect(key, `${status} of ${method} ${path}: ${JSON.stringify(body)}`).toBeDefined()
    const { pointer: response, tree } = this.#followed(`${pointer}/${escaped(key ?? '')}`)
    const type = String(headers['content-type'] ?? '').replace(/;.*/, '')
    const isProblem = type === 'application/problem+json'
    if (tree['content'] === undefined && isProblem) return
    if (tree['content'] === undefined) return expect([type, body]).toEqual(['', {}])
    const schema = `${response}/content/${escaped(type)}/schema`
    expect(Object.keys(at(this.#document, `${response}/content`))).toContain(type)
    if (at(this.#document, `${response}/content/${escaped(type)}`)['schema'] === undefined) return
    const validate = this.#compiled.get(schema) ?? this.#ajv.compile({ $ref: `contract#${encoded(schema)}` })
    this.#compiled.set(schema, validate)
    const isValid = validate(body)
    expect(isValid ? [] : validate.errors, `${method} ${path}: ${JSON.stringify(body)}`).toEqual([])
  }

  get #paths(): Tree {
    return at(this.#document, '/paths')
  }

  #followed(pointer: string): { readonly pointer: string; readonly tree: Tree } {
    const tree = at(this.#document, pointer)
    const reference = tree['$ref']
    return typeof reference === 'string' ? this.#followed(reference.slice(1)) : { pointer, tree }
  }
}

/** Adds null to the values of nullable enums, which documents of OpenAPI 3.0 often leave out and validators allow. */
function allowNull(tree: Tree): void {
  const { nullable, enum: values } = tree
  if (nullable === true && Array.isArray(values) && !values.includes(null)) values.push(null)
  for (const value of Object.values(tree)) if (isTree(value)) allowNull(value)
}

function matches(template: string, path: string): boolean {
  const pattern = template.replaceAll(/[.()]/g, String.raw`\$&`).replaceAll(/\{[^{}]*\}/g, '[^/]+')
  return new RegExp(`^${pattern}$`).test(path)
}

function escaped(token: string): string {
  return token.replaceAll('~', '~0').replaceAll('/', '~1')
}

function encoded(pointer: string): string {
  return pointer.split('/').map(encodeURIComponent).join('/')
}
