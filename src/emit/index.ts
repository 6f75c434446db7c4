import type { Service } from '../ir/index.js'
import { migrationFiles, shapesOf } from '../migrate/index.js'
import type { EmittedFile, MadeOf, Previous, Reuse } from '../output/file.js'
import { hashOf } from '../output/hash.js'
import type { Helper } from '../threads/helper.js'
import { type Draft, formatTogether, inBatches } from './format.js'
import { beginOpenapi } from './openapi-file.js'
import { OUTPUTS } from './outputs.js'
import { SCAFFOLD_FILES, scaffoldView } from './scaffold.js'
import { runtimeFiles } from './runtime.js'
import { StandingFile } from './standing-file.js'
import { render } from './templates.js'
import { Sameness, trace } from './traced.js'
import { type Viewing, viewing } from './viewing.js'

/** What the emitter knows beside the IR. */
export interface EmitContext {
  /** Secrets that stand in the RAML, by key of `service.ini`; they go nowhere else (SPEC 10). */
  readonly secrets: ReadonlyMap<string, string>
  readonly previous: Previous
  readonly reuse: Reuse
  /** Null where all is to be made on one thread. */
  readonly helper: Helper | null
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
  const { reuse, helper } = context
  const sameness = new Sameness(reuse.service, service)
  const endOpenapi = beginOpenapi(service, { sameness, reuse, helper })
  const others = [...runtimeFiles(service), ...migrations(service, context.previous)]
  const plans = plansOf(service, context.secrets)
  const files = [...(await rendered(plans, { service, sameness, reuse }, endOpenapi)), ...others]
  return new Map(files.map((file) => [file.path, file]))
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

/** A file that is rendered, but for its format. */
interface Unformatted extends Draft {
  readonly formatted: (text: string) => EmittedFile
}

/** The file: as it stands on disk where it was made of the same, else rendered. */
async function made(
  { template, given, view, ...file }: Plan,
  { service, sameness, reuse }: Making,
): Promise<EmittedFile | Unformatted> {
  if (file.owner !== 'generator') {
    const rendering = render(template, await view(service))
    return { path: file.path, text: rendering, formatted: (text) => ({ ...file, text }) }
  }
  const there = reuse.file(file.path)
  const givenText = JSON.stringify(given)
  if (there !== null && there.madeOf.given === givenText && sameness.of(there.madeOf.facts))
    return new StandingFile(file, there.madeOf, there)

  const traced = trace(service)
  const told = await view(traced.service)
  const isOfAll = given === null
  const madeOf: MadeOf = {
    given: givenText,
    facts: [...traced.facts],
    view: isOfAll ? hashOf(JSON.stringify([template, told])) : null,
  }
  if (isOfAll && there?.madeOf.view === madeOf.view) return new StandingFile(file, madeOf, there)
  return {
    path: file.path,
    text: render(template, told),
    formatted: (text) => ({ ...file, text, hash: hashOf(text), madeOf }),
  }
}

interface Making {
  readonly service: Service
  readonly sameness: Sameness
  readonly reuse: Reuse
}

/** How many batches are at work at once: one is rendered while others are formatted, on threads of the formatter's own. */
const AT_ONCE = 3

/** The planned files, in their order, and `openapi.json`, which is ended while the last of them are formatted. */
async function rendered(
  plans: readonly Plan[],
  making: Making,
  endOpenapi: () => Promise<EmittedFile>,
): Promise<readonly EmittedFile[]> {
  const files: EmittedFile[] = []
  const drafts = async function* (): AsyncGenerator<Unformatted & { readonly index: number }> {
    for (const [index, plan] of plans.entries()) {
      const file = await made(plan, making)
      if ('formatted' in file) yield { ...file, index }
      else files[index] = file
    }
  }
  const batches = inBatches(drafts())
  const worker = async (): Promise<void> => {
    for await (const batch of batches) {
      const texts = await formatTogether(batch)
      for (const [at, { index, formatted }] of batch.entries()) files[index] = formatted(texts[at] ?? '')
    }
  }
  const workers = Array.from({ length: AT_ONCE }, worker)
  await Promise.race(workers)
  const openapi = await endOpenapi()
  await Promise.all(workers)
  return [...files, openapi]
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
