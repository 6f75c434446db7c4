import { Ajv } from 'ajv'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { EDITOR_SCHEMA, editorSchema, editorSchemaText } from './editor-schema.js'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const validate = new Ajv({ strict: false, allErrors: true }).compile(editorSchema())

/** Returns the errors that the editor schema finds in a model schema. */
function errorsOf(text: string): readonly string[] {
  return validate(JSON.parse(text))
    ? []
    : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}

const fixtures = readdirSync(join(root, 'fixtures'))
  .filter((name) => !/^(?:bad|warn)-/.test(name))
  .flatMap((name) =>
    readdirSync(join(root, 'fixtures', name), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.json') && !path.startsWith('code'))
      .map((path) => join('fixtures', name, path)),
  )

it('is up to date in the package (UPDATE=1 writes it)', () => {
  const path = join(root, EDITOR_SCHEMA)
  if (process.env['UPDATE'] === '1') writeFileSync(path, editorSchemaText())
  expect(readFileSync(path, 'utf8')).toBe(editorSchemaText())
})

it.each(fixtures)('accepts %s', (path) => {
  expect(errorsOf(readFileSync(join(root, path), 'utf8'))).toEqual([])
})

const title = (property: object): string =>
  JSON.stringify({ type: 'object', properties: { title: property } })
const text = (settings: object): object => ({ type: 'string', _db_settings: { type: 'string', ...settings } })

it.each([
  ['an unknown root key', '{ "_auth_feilds": ["a"] }'],
  ['an unknown event tag', '{ "_event_handlers": { "before_save": ["a"] } }'],
  ['a flat group', '{ "_unique_together": ["a", "b"] }'],
  ['a depth that is a string', '{ "_nesting_depth": "1" }'],
  ['an unknown type in the spelling of OpenAPI', title({ 'x-db-settings': { type: 'varchar' } })],
  ['a flat group in the spelling of OpenAPI', '{ "x-unique-together": ["a", "b"] }'],
  ['an unknown type', title({ _db_settings: { type: 'varchar' } })],
  ['settings without a type', title({ _db_settings: { required: true } })],
  ['an unknown setting', title(text({ requird: true }))],
  ['a setting that belongs to a different type', title(text({ document: 'Story' }))],
  ['a setting with an invalid value', title(text({ max_length: '10' }))],
  ['an unknown deletion rule', title({ _db_settings: { type: 'relationship', ondelete: 'DELETE' } })],
  ['processors inside "_db_settings"', title(text({ processors: ['trim'] }))],
  ['processors without an underscore', title({ ...text({}), processors: ['trim'] })],
  ['a database setting outside "_db_settings"', title({ ...text({}), unique: true })],
  ['an unknown key in a property', title({ ...text({}), _write_onec: true })],
  ['a write rule that is a string', title({ ...text({}), readOnly: 'yes' })],
])('rejects %s', (_what, schema) => {
  expect(errorsOf(schema)).not.toEqual([])
})
