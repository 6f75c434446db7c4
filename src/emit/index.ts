import runtimeTexts from 'virtual:runtime'
import type { Service } from '../ir/index.js'
import { migrationFiles, shapesOf } from '../migrate/index.js'
import type { EmittedFile, MadeOf, Previous, Reuse } from '../output/file.js'
import { hashOf } from '../output/hash.js'
import { hashOfPieces, textOf } from '../output/pieces.js'
import { format } from './format.js'
import { openapiDocument } from './openapi/index.js'
import { OUTPUTS } from './outputs.js'
import { SCAFFOLD_FILES, scaffoldView } from './scaffold.js'
import { render } from './templates.js'
import { Parts } from './parts.js'
import { Sameness, trace, WHOLE } from './traced.js'
import { type Viewing, viewing } from './viewing.js'

/** What the emitter knows beside the IR. */
export interface EmitContext {
  /** Secrets that stand in the RAML, by key of `service.ini`; they go nowhere else (SPEC 10). */
  readonly secrets: ReadonlyMap<string, string>
  readonly previous: Previous
  readonly reuse: Reuse
}

/** A file to be, and how its view is had. */
interface Plan extends Omit<EmittedFile, 'text' | 'hash' | 'madeOf'>, Viewing {
  readonly template: string
}

/**
 * All files of the emitted project, formatted, by path. Same input, same bytes (SPEC 4).
 * @param service the IR
 */
export async function emit(
  service: Service,
  context: EmitContext,
): Promise<ReadonlyMap<string, EmittedFile>> {
  const { reuse } = context
  const making = { service, sameness: new Sameness(reuse.service, service), reuse }
  const rendered = await inTurn([
    ...plansOf(service, context.secrets).map((plan) => () => made(plan, making)),
    () => openapiFile(making),
  ])
  const ready = [...runtimeFiles(service), ...migrations(service, context.previous)]
  return new Map([...rendered, ...ready].map((file) => [file.path, file]))
}

function plansOf(service: Service, secrets: EmitContext['secrets']): readonly Plan[] {
  const scaffold = scaffoldView(service, secrets)
  return [
    ...OUTPUTS.flatMap(({ owner, template, files }) =>
      files(service).map((rendering): Plan => ({ owner, template, ...rendering })),
    ),
    ...SCAFFOLD_FILES.map((path): Plan => ({
      path,
      owner: 'scaffold',
      source: 'scaffold',
      template: `scaffold/${path}`,
      ...known(scaffold),
    })),
  ]
}

function known(view: object): Viewing {
  return viewing(view, (_, given) => given)
}

/** The file: as it stands on disk where it was made of the same, else rendered. */
async function made(
  { template, given, view, ...file }: Plan,
  { service, sameness, reuse }: Making,
): Promise<EmittedFile> {
  if (file.owner !== 'generator') {
    return { ...file, text: await format(file.path, render(template, await view(service))) }
  }
  const there = reuse.file(file.path)
  const givenText = JSON.stringify(given)
  if (there !== null && there.madeOf.given === givenText && sameness.of(there.madeOf.facts))
    return standing(file, there.madeOf, there)

  const traced = trace(service)
  const told = await view(traced.service)
  const isOfAll = given === null
  const madeOf: MadeOf = {
    given: givenText,
    facts: [...traced.facts],
    view: isOfAll ? hashOf(JSON.stringify([template, told])) : null,
  }
  if (isOfAll && there?.madeOf.view === madeOf.view) return standing(file, madeOf, there)
  const text = await format(file.path, render(template, told))
  return { ...file, text, hash: hashOf(text), madeOf }
}

/** What stands on disk is read again if somebody asks for it. */
function standing(
  file: Omit<EmittedFile, 'text'>,
  madeOf: MadeOf,
  there: Required<Pick<EmittedFile, 'text' | 'hash'>>,
): EmittedFile {
  return {
    ...file,
    madeOf,
    hash: there.hash,
    get text() {
      return there.text
    },
  }
}

interface Making {
  readonly service: Service
  readonly sameness: Sameness
  readonly reuse: Reuse
}

/** How many files are at work at once: one is rendered while others are formatted, on threads of the formatter's own. */
const AT_ONCE = 3

/** Does all of them, some at once; what comes of them is in their order. */
async function inTurn<T>(works: readonly (() => Promise<T>)[]): Promise<T[]> {
  const done: T[] = []
  const queue = works.entries()
  const worker = async (): Promise<void> => {
    for (const [index, work] of queue) done[index] = await work()
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return done
}

/** Made of the whole IR, part by part. */
async function openapiFile({ service, sameness, reuse }: Making): Promise<EmittedFile> {
  const file = { path: 'openapi.json', owner: 'generator', source: 'service' } as const
  const madeOf: MadeOf = { given: 'null', facts: WHOLE, view: null }
  const there = reuse.file(file.path)
  if (there !== null && sameness.of(WHOLE)) return { ...standing(file, madeOf, there), parts: there.parts }

  const known = new Parts(service, sameness, there?.parts ?? [])
  const { pieces, isFinal, parts } = openapiDocument(service, known, there?.bytes ?? Buffer.of()).ended()
  if (!isFinal) {
    const text = await format(file.path, textOf(pieces))
    return { ...file, text, hash: hashOf(text), madeOf, parts: [] }
  }
  return {
    ...file,
    pieces,
    hash: hashOfPieces(pieces),
    madeOf,
    parts,
    get text() {
      return textOf(pieces)
    },
  }
}

/** The folders of the runtime that a service uses, with all that is in them. */
function runtimeFolders(service: Service): readonly string[] {
  return [
    'body',
    'events',
    'http',
    'query',
    'repository',
    'server',
    'settings',
    'text',
    'values',
    service.engine === 'svc_sqla' ? 'sql' : 'mongo',
    ...(service.auth === null ? [] : ['auth']),
  ]
}

/** Copies of `templates/runtime`, which are formatted already. */
function runtimeFiles(service: Service): EmittedFile[] {
  const folders = new Set(runtimeFolders(service))
  return Object.entries(runtimeTexts)
    .filter(([path]) => !path.includes('/') || folders.has(path.slice(0, path.indexOf('/'))))
    .map(([path, text]) => ({
      path: `src/generated/runtime/${path}`,
      owner: 'generator',
      source: 'runtime',
      text,
    }))
}

/** The next migration, where the stored shape has changed since the last run. Those before it stay as they are. */
function migrations(service: Service, previous: Previous): EmittedFile[] {
  const { before, after } = shapesOf(previous.service, service)
  const number = 1 + Math.max(0, ...previous.migrations.map((path) => Number(/(\d+)_/.exec(path)?.[1] ?? 0)))
  return migrationFiles(before, after, number).map(({ path, text }): EmittedFile => ({
    path,
    owner: 'migration',
    source: 'migration',
    text,
  }))
}
