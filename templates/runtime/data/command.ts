import { readdirSync, statSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { parseArgs } from 'node:util'
import cliProgress from 'cli-progress'
import type { FastifyRequest } from 'fastify'
import { MAX_LISTED } from '../errors.js'
import { ActionEvent, type EventContext, type SearchFunction } from '../events/event.js'
import { makeDocuments } from '../http/documents.js'
import { runProcessors } from '../http/handlers.js'
import { type RawSearch, findIn } from '../http/host.js'
import type { Json } from '../json.js'
import type { MigrationGate } from '../migration-command.js'
import { requireMigrations } from '../migrations-applied.js'
import type { ModelSpec, Models } from '../model.js'
import { OPEN } from '../policy/policy.js'
import { startupMessage } from '../server/start.js'
import type { Settings } from '../settings/settings.js'
import { counted } from '../spec/wording.js'
import type { Database, Session } from '../store.js'
import { oneLine } from '../values/one-line.js'
import { didYouMean } from '../values/scalars.js'
import { ImportRunning } from './claim.js'
import { exportModels, type Format } from './files.js'
import { type ImportFile, type ImportOptions, type LineError, importFiles, replaceWith } from './import.js'

const USAGE = `usage:
  npm run data -- export [Model…] -o <folder> [--csv]
  npm run data -- import <folder | file…> [--update] [--handlers] [--resume] [--dry-run]`

/** What the command needs from the service. */
export interface DataCommand {
  /** Opens the database. If it is opened only for reading, no migrations are applied. */
  readonly open: (isReadOnly: boolean) => Promise<{
    readonly settings: Settings
    readonly database: Database
    readonly models: Models
    readonly gate: MigrationGate
    /** Undefined without a search engine. */
    readonly rawSearch?: RawSearch | undefined
    /** Whether the database has transactions. */
    readonly isAtomic: boolean
    readonly prepare: ImportOptions['prepare']
    /** Calls one of your functions by name. */
    readonly call: Call
  }>
  /** The handlers that run for created and replaced items, in order, keyed by model. */
  readonly handlers: Readonly<Record<string, Readonly<Record<'create' | 'replace', Handlers>>>>
  readonly continueKeys?: ImportOptions['continueKeys']
  /** Path prefix for all routes. */
  readonly basePath: string
  /** Returns the repositories in a session. */
  readonly repositories: (session: Session) => object
}

type Call = (name: string, ...args: unknown[]) => Promise<Json | undefined>

interface Handlers {
  readonly before: readonly string[]
  readonly after: readonly string[]
}

/** Thrown for invalid arguments and files. The message is shown without a stack trace. */
class UsageError extends Error {}

const FLAGS = {
  out: { type: 'string', short: 'o' },
  csv: { type: 'boolean' },
  update: { type: 'boolean' },
  handlers: { type: 'boolean' },
  resume: { type: 'boolean' },
  'dry-run': { type: 'boolean' },
} as const

/** The options for each command. */
const OPTIONS: Readonly<Record<string, readonly string[]>> = {
  export: ['out', 'csv'],
  import: ['update', 'handlers', 'resume', 'dry-run'],
}

/**
 * Runs `npm run data`, which exports items to files or imports them. On failure, prints the reason and sets exit code
 * 1.
 */
export async function runDataCommand(words: readonly string[], command: DataCommand): Promise<void> {
  try {
    const { name, args, values } = parsed(words)
    const isDryRun = values['dry-run'] === true
    const changesDatabase = name === 'import' && !isDryRun
    const { settings, database, models, gate, rawSearch, isAtomic, prepare, call } =
      await command.open(!changesDatabase)
    try {
      await requireMigrations(gate)
      if (name === 'export') await runExport(database, models, args, values)
      else {
        await runImport(database, importedFiles(args, models), {
          models,
          update: values.update === true,
          resume: values.resume === true,
          dryRun: isDryRun,
          maxDepth: settings.maxJsonDepth,
          isAtomic,
          prepare,
          continueKeys: command.continueKeys,
          write:
            values.handlers === true
              ? handlerWriter(
                  command,
                  call,
                  settings,
                  database,
                  (session) => findIn(session, models, settings, rawSearch),
                  models,
                )
              : undefined,
          onProgress: () => undefined,
        })
      }
    } finally {
      await database.close()
    }
  } catch (error) {
    if (error instanceof UsageError) fail(error.message)
    else fail(error instanceof ImportRunning ? oneLine(error.message) : startupMessage(error))
  }
}

type Values = ReturnType<typeof parseArgs<{ options: typeof FLAGS; args: string[] }>>['values']

/** Parses the command's arguments. @throws UsageError */
function parsed(words: readonly string[]): { name: string; args: string[]; values: Values } {
  const { positionals, values } = argumentsOf(words)
  const [name = '', ...args] = positionals
  const options = OPTIONS[name]
  if (options === undefined) throw new UsageError(name === '' ? USAGE : `Unknown command "${name}"\n${USAGE}`)
  const wrong = Object.keys(values).find((option) => !options.includes(option))
  if (wrong !== undefined) throw new UsageError(`Unknown option --${wrong} for ${name}\n${USAGE}`)
  if (name === 'export' && values.out === undefined)
    throw new UsageError(`Missing option -o with the folder to write to\n${USAGE}`)
  if (name === 'import' && args.length === 0)
    throw new UsageError(`Missing folder or file to import\n${USAGE}`)
  return { name, args, values }
}

function argumentsOf(words: readonly string[]): { positionals: string[]; values: Values } {
  try {
    return parseArgs({ args: [...words], options: FLAGS, allowPositionals: true })
  } catch (error) {
    const message = error instanceof Error ? error.message.replace(/\. To specify .*$/s, '') : String(error)
    throw new UsageError(`${message}\n${USAGE}`)
  }
}

/**
 * Returns the function that stores an item and runs its model's processors and handlers, as if an anonymous caller had
 * sent a request.
 */
function handlerWriter(
  { handlers, basePath, repositories }: DataCommand,
  call: Call,
  settings: Settings,
  database: Database,
  findWith: (session: Session) => SearchFunction,
  models: Models,
): NonNullable<ImportOptions['write']> {
  return async ({ session, items, data, existing }) => {
    const { model } = items
    const action = existing === undefined ? 'create' : 'replace'
    const { before = [], after = [] } = handlers[model.name]?.[action] ?? {}
    // Safe because handlers check for the other parts of a request before using them, as they do in tests.
    const request: FastifyRequest = Object({
      method: existing === undefined ? 'POST' : 'PUT',
      url: '',
      headers: {},
      params: {},
      query: {},
      body: data,
      caller: null,
    })
    const context: EventContext = {
      request,
      models: () => repositories(session),
      user: undefined,
      search: findWith(session),
      afterCommit: (work) =>
        session.afterCommit(() => {
          Promise.resolve(repositories(database))
            .then(work)
            .catch((error: unknown) => console.error('work registered with afterCommit failed:', error))
        }),
    }
    const event = new ActionEvent(action, model, context, { data, instance: existing })
    for (const name of before) await call(name, event)
    await runProcessors(event, model, call)
    const [row] =
      existing === undefined ? await items.create([event.data]) : [await replaceWith(items, event.data)]
    if (row === undefined) throw new TypeError(`The ${model.name} was not stored`)
    const limits = { nestedLimit: settings.nestedLimit, maxSize: Infinity }
    const documents = { session, models, policy: OPEN, limits }
    const baseUrl = (settings.publicUrl ?? '') + basePath
    const [document] = await makeDocuments({ ...documents, baseUrl }, model, [row])
    event.complete(document ?? {})
    for (const name of after) await call(name, event)
    return row
  }
}

async function runExport(
  database: Database,
  models: Models,
  names: readonly string[],
  { out = '', csv }: Values,
): Promise<void> {
  const wanted = names.length === 0 ? Object.values(models) : names.map((name) => modelOf(models, name))
  const format: Format = csv === true ? 'csv' : 'ndjson'
  const progress = new Progress()
  const counts = await exportModels(database, [...new Set(wanted)], {
    folder: out,
    format,
    onProgress: (model, count, total) => progress.show(model, count, total),
  })
    .catch((error: unknown) => {
      throw fileError(error, 'write to', out)
    })
    .finally(() => progress.stop())
  for (const [model, count] of counts)
    console.log(`${join(out, `${model}.${format}`)}: ${counted(count, 'item')}`)
}

async function runImport(
  database: Database,
  files: readonly ImportFile[],
  options: ImportOptions,
): Promise<void> {
  const progress = new Progress()
  const sizes = new Map(files.map(({ path }) => [path, statSync(path).size]))
  const { counts, errors, errorCount } = await importFiles(database, files, {
    ...options,
    onProgress: ({ path, name }, bytes) => progress.show(name, bytes, sizes.get(path) ?? bytes),
  }).finally(() => progress.stop())
  const verb = options.dryRun ? 'valid' : 'imported'
  for (const [model, count] of counts) console.log(`${model}: ${counted(count, 'item')} ${verb}`)
  if (errorCount === 0) return
  const more = errorCount - errors.length
  fail(
    [
      ...errors.map(lineOf),
      ...(more > 0 ? [`… and ${counted(more, 'more error')}; the first ${MAX_LISTED} are listed`] : []),
      options.dryRun
        ? counted(errorCount, 'error')
        : `${counted(errorCount, 'error')}; the import stopped before the batch that contains the first error. Fix the files, and run the command again with --resume.`,
    ].join('\n'),
  )
}

function lineOf({ file, line, field, message }: LineError): string {
  return oneLine(`${file}:${line}: ${field === '' ? '' : `${field}: `}${message}`)
}

/** @throws UsageError for an unknown model */
function modelOf(models: Models, name: string, place = ''): ModelSpec {
  const model = Object.hasOwn(models, name) ? models[name] : undefined
  if (model !== undefined) return model
  throw new UsageError(
    oneLine(
      `${place}Unknown model "${name}"${didYouMean(name, Object.keys(models))}. Models: ${Object.keys(models).join(', ')}`,
    ),
  )
}

/** Returns the files to import. @throws UsageError */
function importedFiles(paths: readonly string[], models: Models): ImportFile[] {
  const files = paths.flatMap(filesAt).map((path): ImportFile => {
    const extension = extname(path)
    const name = basename(path)
    if (extension !== '.ndjson' && extension !== '.csv')
      throw new UsageError(
        oneLine(
          `${path}: the file must be named after a model, with the extension .ndjson or .csv, such as Story.ndjson`,
        ),
      )
    const model = modelOf(models, basename(path, extension), `${path}: `)
    return { path, name, format: extension === '.csv' ? 'csv' : 'ndjson', model }
  })
  for (const [index, { model, path }] of files.entries()) {
    const other = files.findIndex((file) => file.model === model)
    if (other !== index)
      throw new UsageError(`${files[other]?.path} and ${path} both contain ${model.name} items`)
  }
  return files
}

/** Returns the file at this path, or the .ndjson and .csv files in the folder at this path. @throws UsageError */
function filesAt(path: string): string[] {
  try {
    if (!statSync(path).isDirectory()) return [path]
    const names = readdirSync(path).filter((name) => /\.(ndjson|csv)$/.test(name))
    if (names.length === 0) throw new UsageError(`${path} contains no .ndjson or .csv files`)
    return names.sort().map((name) => join(path, name))
  } catch (error) {
    throw fileError(error, 'read', path)
  }
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EEXIST: 'it is a file',
  EISDIR: 'it is a folder',
  ENOENT: 'no such file or folder',
  ENOSPC: 'no space left on the device',
  ENOTDIR: 'part of the path is a file',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
}

/** Converts a file system error to a message for the operator. Returns other errors unchanged. */
function fileError(error: unknown, verb: string, path: string): unknown {
  if (!(error instanceof Error) || !('syscall' in error)) return error
  const code = 'code' in error ? String(error.code) : ''
  return new UsageError(oneLine(`Cannot ${verb} ${path}: ${REASONS[code] ?? error.message}`))
}

/** Shows a progress bar for one file at a time, or nothing if the output is not a terminal. */
class Progress {
  readonly #bar = new cliProgress.SingleBar({
    format: '{name} [{bar}] {percentage} % | {eta_formatted} left',
    clearOnComplete: true,
  })
  #name = ''

  show(name: string, value: number, total: number): void {
    if (name === this.#name) return this.#bar.update(value)
    this.stop()
    this.#name = name
    this.#bar.start(total, value, { name })
  }

  stop(): void {
    this.#bar.stop()
  }
}

function fail(message: string): void {
  console.error(message)
  process.exitCode = 1
}
