import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Option } from 'commander'
import { format, resolveConfig } from 'prettier'
import { expect, test } from 'vitest'
import type { NamedOperator } from '../templates/runtime/spec/query-language.js'
import { operatorError } from '../templates/runtime/query/parameters.js'
import { SettingsError } from '../templates/runtime/settings/settings.js'
import { FEATURE_NAMES, FEATURES, featureSettings } from './features.js'
import { loadAllSettings, serviceIni } from './testing/feature-settings.js'
import { buildProgram } from './cli/program.js'
import { processTerminal } from './cli/terminal.js'
import { entryOf, topics } from './diagnostics/catalog/index.js'
import {
  AGGREGATIONS,
  EVENT_ACTIONS,
  FIELD_TYPES,
  type FieldType,
  METHODS,
  type Operation,
  OPERATIONS,
  OPERATORS,
  SET_ACTIONS,
} from './ir/index.js'
import { postgresTypes } from './migrate/sql/postgres/postgres.js'
import { sqliteTypes } from './migrate/sql/sqlite/words.js'
import { breaksAt, MODEL_RULES, OPERATION_RULES, SCHEMA_CHANGES, type SchemaChange } from './plan/rules.js'
import { editorSchema } from './schema/editor/editor-schema.js'
import { PROPERTY_KEYS, ROOT_KEYS } from './schema/keywords/extension-keys.js'
import {
  type DatabaseType,
  databaseType,
  SETTINGS,
  TYPE_SPELLINGS,
} from './schema/settings/settings-table.js'

// Reference tables in docs/ are between `<!-- generated: name -->` and `<!-- end -->`. UPDATE=1 rewrites them.

const RUNTIME = fileURLToPath(new URL('../templates/runtime', import.meta.url))
const DOCS = fileURLToPath(new URL('../docs', import.meta.url))
const BLOCK = /(<!-- generated: (\S+) -->\n)[^]*?(<!-- end -->)/g

const TABLES: Readonly<Record<string, () => string>> = {
  types: typesTable,
  'type-settings': typeSettingsTable,
  'root-keys': () =>
    keysTable(
      ROOT_KEYS.map((key) => `_${key}`),
      '/properties',
    ),
  'field-keys': () => keysTable(PROPERTY_KEYS.slice(1), '/definitions/property/properties'),
  operators: operatorsTable,
  aggregations: aggregationsTable,
  methods: methodsTable,
  tags: tagsTable,
  settings: settingsTable,
  features: featuresTable,
  commands: commandTables,
  diagnostics: diagnosticTables,
  'operation-rules': () => rulesTable(OPERATION_RULES),
  'schema-rules': schemaRulesTable,
  'model-rules': () => rulesTable(MODEL_RULES),
}

function rulesTable(rules: typeof OPERATION_RULES | typeof MODEL_RULES): string {
  const rows = Object.entries(rules).map(([name, { breaking, text }]) => [
    code(name),
    yesOrNo(breaking),
    text,
  ])
  return table(['rule', 'breaking', 'change'], rows)
}

function schemaRulesTable(): string {
  const changes = Object.keys(SCHEMA_CHANGES).filter((name): name is SchemaChange => name in SCHEMA_CHANGES)
  const rows = changes.map((name) => [
    code(name),
    yesOrNo(breaksAt('request-property', name)) +
      (name.startsWith('default-') ? '; of a parameter, yes' : ''),
    yesOrNo(breaksAt('response-property', name)),
    SCHEMA_CHANGES[name].text,
  ])
  return table(['change', 'breaks requests', 'breaks responses', 'meaning'], rows)
}

function yesOrNo(value: boolean): string {
  return value ? 'yes' : 'no'
}

const pages = readdirSync(DOCS).filter((name) => name.endsWith('.md'))
const withTables = pages.filter((page) => readFileSync(join(DOCS, page), 'utf8').includes('<!-- generated: '))

test.each(withTables)(
  'the reference tables in docs/%s are up to date (UPDATE=1 rewrites them)',
  async (page) => {
    const path = join(DOCS, page)
    const text = readFileSync(path, 'utf8')
    const filled = text.replace(BLOCK, (_block, start: string, name: string, end: string) => {
      const table = TABLES[name]
      if (table === undefined)
        throw new Error(`Unknown table "${name}"; it must be one of ${Object.keys(TABLES).join(', ')}`)
      return `${start}\n${table()}\n\n${end}`
    })
    const options = await resolveConfig(path)
    const expected = await format(filled, { ...options, parser: 'markdown' })
    if (process.env['UPDATE'] === '1') writeFileSync(path, expected)
    expect(readFileSync(path, 'utf8')).toBe(expected)
  },
)

test('every reference table appears on some page', () => {
  const texts = pages.map((page) => readFileSync(join(DOCS, page), 'utf8'))
  const shown = texts.flatMap((text) => [...text.matchAll(BLOCK)].map(([, , name]) => name))
  expect(shown.toSorted()).toEqual(Object.keys(TABLES).toSorted())
})

function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => escapeTags(cell).replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`
  return [line(columns), line(columns.map(() => '---')), ...rows.map(line)].join('\n')
}

/** Escapes `<` outside of code spans, where Markdown would start an HTML tag. */
function escapeTags(cell: string): string {
  return cell.replace(/`[^`]*`|</g, (match) => (match === '<' ? '\\<' : match))
}

const code = (text: string): string => `\`${text}\``
const codes = (texts: readonly string[]): string => texts.map(code).join(', ')

/** How values of each type are represented in JSON and MongoDB. No table in the code describes this in words. */
const FORMS: Readonly<Record<FieldType, readonly [json: string, mongodb: string]>> = {
  id_field: ['integer; a string of 24 hexadecimal digits on MongoDB', 'ObjectId'],
  string: ['string', 'string'],
  text: ['string', 'string'],
  integer: ['32-bit integer', 'int'],
  small_integer: ['16-bit integer', 'int'],
  big_integer: ['64-bit integer; a string if beyond ±2^53', 'long'],
  float: ['number', 'double'],
  decimal: [
    'number; a string if it has more than 15 digits or if the JSON `type` is `string`, then with the digits of its `scale` (`49.90`). Exact, with up to 34 digits',
    'Decimal128',
  ],
  boolean: ['`true`, `false`', 'bool'],
  date: ['`"2026-01-31"`', 'Date'],
  datetime: ['`"2026-01-31T08:31:00.000Z"`: RFC 3339; returned in UTC with milliseconds', 'Date'],
  time: ['`"08:31:00"`', 'string'],
  interval: ['integer: seconds', 'long'],
  binary: ['base64 string', 'Binary'],
  choice: ['one of the choices', 'string'],
  list: ['array', 'array'],
  dict: ['object', 'object'],
  pickle: ['any JSON', 'any'],
  foreign_key: ['not in documents; see [Relationships](#relationships)', 'type of the referenced key'],
}

function typesTable(): string {
  const rows = FIELD_TYPES.map((type) => {
    const aliases = TYPE_SPELLINGS.filter((name) => name !== type && databaseType(name) === type)
    const [json, mongodb] = FORMS[type]
    const sql =
      type === 'foreign_key'
        ? ['type of the referenced key', 'type of the referenced key']
        : [sqliteTypes[type], postgresTypes[type]]
    return [code(type), codes(aliases), json, ...sql, mongodb]
  })
  const relationship = [
    code('relationship'),
    '',
    'keys or documents; see [Relationships](#relationships)',
    '',
    '',
    '',
  ]
  return table(['type', 'aliases', 'JSON', 'SQLite', 'PostgreSQL', 'MongoDB'], [...rows, relationship])
}

function typeSettingsTable(): string {
  const types: readonly DatabaseType[] = [...FIELD_TYPES, 'relationship']
  const isLink = (type: DatabaseType): boolean => type === 'foreign_key' || type === 'relationship'
  const rows = [...SETTINGS].map(([name, { value, types: having, meaning }]) => {
    const isOnMost = having.length > types.length / 2
    const links = having.filter(isLink)
    const list = isOnMost ? ['all fields', ...links.map(code)].join(', ') : codes(having)
    return [code(name), value.form, list, meaning]
  })
  return table(['key', 'value', 'types', 'meaning'], rows)
}

function keysTable(keys: readonly string[], pointer: string): string {
  const schemas = pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((value, key) => property(value, key), editorSchema())
  return table(
    ['key', 'meaning'],
    keys.map((key) => [code(key), String(property(property(schemas, key), 'description'))]),
  )
}

function property(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null) throw new TypeError(`No object with "${key}"`)
  return Object.entries(value).find(([name]) => name === key)?.[1]
}

/** Returns the comments above the rows of a table in the runtime, by the names of the rows. */
function rowComments(path: string): (name: string) => string {
  const text = readFileSync(join(RUNTIME, path), 'utf8')
  const comments = new Map(
    [...text.matchAll(/^ {2}\/\*\* (.+) \*\/\n {2}(\w+): /gm)].map(([, comment = '', name = '']) => [
      name,
      comment,
    ]),
  )
  return (name) => {
    const comment = comments.get(name)
    if (comment === undefined) throw new Error(`${path}: no comment above ${name}`)
    return comment
  }
}

function operatorsTable(): string {
  const types = FIELD_TYPES.filter((type) => type !== 'foreign_key')
  const meaningOf = rowComments('spec/query-language.ts')
  const rows = Object.values(OPERATORS)
    .flat()
    .map((op) => {
      const having = types.filter((type) => supports(type, op))
      const without = types.filter((type) => !having.includes(type))
      const list =
        without.length === 0 ? 'all' : without.length < 8 ? `all but ${codes(without)}` : codes(having)
      return [code(op), meaningOf(op), list]
    })
  return table(['operator', 'selects items whose value', 'types'], rows)
}

/** Returns whether the runtime accepts an operator on a field type. For a list, checks a list of strings. */
function supports(type: Exclude<FieldType, 'foreign_key'>, op: NamedOperator): boolean {
  const spec = { type, ...(type === 'list' && { itemType: 'string' as const }) }
  return operatorError({ kind: 'field', spec }, op) === undefined
}

function aggregationsTable(): string {
  const resultOf = rowComments('spec/query-language.ts')
  return table(
    ['kind', 'result'],
    AGGREGATIONS.map((kind) => [code(kind), resultOf(kind)]),
  )
}

function methodsTable(): string {
  const methods = METHODS.filter((method) => method !== 'OPTIONS')
  return table(
    ['', ...methods],
    Object.entries(OPERATIONS).map(([kind, operations]: [string, readonly Operation[]]) => [
      kind === 'singular' ? 'singular sub-resource' : kind,
      ...methods.map((each) => operations.find(({ method }) => method === each)?.does ?? ''),
    ]),
  )
}

function tagsTable(): string {
  const triggerOf = rowComments('spec/event-actions.ts')
  const rows = EVENT_ACTIONS.map((action) => [`\`before_${action}\`, \`after_${action}\``, triggerOf(action)])
  return table(['tags', 'request'], [...rows, ['`before_set`, `after_set`', `any of ${codes(SET_ACTIONS)}`]])
}

/**
 * Returns the settings in the order in which service.ini lists them. The types are those named in the errors of {@link
 * loadAllSettings} for invalid values.
 */
function settingsTable(): string {
  const text = serviceIni({
    name: 'NAME',
    authDefault: true,
    auth: true,
    hasActions: true,
    openapi: true,
    sql: true,
    mongodb: true,
    secrets: [],
    providers: [{ scheme: 'oauth', setting: 'oauth', file: 'src/schemes/oauth.ts' }],
  })
  const entries = [...text.matchAll(/((?:^# .*\n)+)((?:^#?[a-z_.]+ =.*\n)+)/gm)].flatMap(
    ([, comment = '', lines = '']) =>
      [...lines.matchAll(/^#?([a-z_.]+) =(.*)$/gm)].map(([, key = '', value = '']) => ({
        key,
        fallback: value.trim(),
        meaning: comment.replaceAll(/^# /gm, '').trim(),
      })),
  )
  const expected = expectedValues(entries.map(({ key }) => key))
  return table(
    ['setting', 'default', 'value', 'meaning'],
    entries.map(({ key, fallback, meaning }) => [
      code(key),
      fallback === '' ? '' : code(fallback),
      expected.get(key) ?? 'text',
      meaning,
    ]),
  )
}

function expectedValues(keys: readonly string[]): ReadonlyMap<string, string> {
  const values = Object.fromEntries(keys.map((key) => [key, '?']))
  try {
    loadAllSettings({ name: 'demo', canAuthenticate: true, secrets: [], env: {}, file: '', values })
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    return new Map(
      error.errors.map((line) => {
        const [, key = '', value = ''] = /^settings: ([a-z_.]+): must be (.*)$/.exec(line) ?? []
        return [key, value]
      }),
    )
  }
  return new Map()
}

function featuresTable(): string {
  return table(
    ['feature', 'adds', 'settings'],
    FEATURE_NAMES.map((name) => {
      const { about, script } = FEATURES[name]
      const added = script === undefined ? about : `${about} (\`npm run ${script.name}\`)`
      return [code(name), added, codes(featureSettings(name))]
    }),
  )
}

function commandTables(): string {
  const { commands } = buildProgram({ terminal: processTerminal() }, () => {})
  const isCommon = ({ long }: Option): boolean =>
    commands.every(({ options }) => options.some((option) => option.long === long))
  const common = commands[0]?.options.filter(isCommon) ?? []
  const tables = commands.map((command) => {
    const terms = command.registeredArguments.map((argument) =>
      argument.required ? `<${argument.name()}>` : `[${argument.name()}]`,
    )
    const own = command.options.filter((option) => !isCommon(option))
    return [
      `## svcgen ${command.name()}`,
      `\`svcgen ${[command.name(), ...terms].join(' ')}\`: ${command.description()}.`,
      ...(own.length === 0 ? [] : [optionsTable(own)]),
    ].join('\n\n')
  })
  return [...tables, '## Options for all commands', optionsTable(common)].join('\n\n')
}

function optionsTable(options: readonly Option[]): string {
  return table(
    ['option', 'meaning'],
    options.map(({ flags, description, argChoices }) => [
      code(flags),
      argChoices === undefined ? description : `${description}: ${codes(argChoices)}`,
    ]),
  )
}

function diagnosticTables(): string {
  return topics
    .map(({ title, codes: list }) =>
      [
        `## ${title}`,
        table(
          ['code', 'severity', 'title'],
          list.map((name) => [code(name), entryOf(name).severity, entryOf(name).title]),
        ),
      ].join('\n\n'),
    )
    .join('\n\n')
}
