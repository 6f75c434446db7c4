import { extname } from 'node:path'
import { format as oxfmt, type FormatOptions } from 'oxfmt'

/**
 * The style of emitted files; the scaffold's `.prettierrc.json` says the same. oxfmt prints as prettier does, some
 * fifteen times as fast; that `prettier --check` agrees is tested on every fixture.
 */
const STYLE: FormatOptions = { semi: false, singleQuote: true, printWidth: 110, sortPackageJson: false }

/** What the formatter's allocator is told before it is loaded: it takes some 40 MB less, and no more time, where it takes memory as it needs it. */
process.env['MIMALLOC_ARENA_EAGER_COMMIT'] ??= '0'

const FORMATTED: ReadonlySet<string> = new Set(['.ts', '.json', '.md', '.yml'])

/** The text of an emitted file, which is to be formatted. */
export interface Draft {
  readonly path: string
  readonly text: string
}

/** Between two files that are formatted as one. It stands on a line of its own in no comment, text or block that the file before has left open. */
const BETWEEN = "import '*/`'"
const SPLIT = /^import '\*\/`'\n/m

/**
 * Formats the text of an emitted file by its extension; templates of other kinds print in their final form.
 * @throws Error where the text is no valid TypeScript or JSON, which is a fault of the tool
 */
export async function format(path: string, text: string): Promise<string> {
  if (!FORMATTED.has(extname(path))) return text
  const { code, errors } = await oxfmt(path, text, STYLE)
  const [error] = errors
  if (error !== undefined) throw new Error(`${path} was rendered wrongly: ${error.message}`)
  return code
}

/**
 * Formats texts as {@link format} does each. Those of TypeScript are formatted as one text, since a call of the formatter costs more than a small
 * file. They are modules, which have no directives: nothing else comes out otherwise for what stands before or after it.
 * @returns the texts, in their order
 * @throws Error where a text is no valid TypeScript or JSON, which is a fault of the tool
 */
export async function formatTogether(drafts: readonly Draft[]): Promise<readonly string[]> {
  return (await formatAsOne(drafts)) ?? formatEach(drafts)
}

/** One after the other, so that it is the first at fault that is told. */
async function formatEach(drafts: readonly Draft[]): Promise<readonly string[]> {
  const texts: string[] = []
  for (const { path, text } of drafts) texts.push(await format(path, text))
  return texts
}

/** Null where each is to be formatted for itself: where one is at fault, or there is but one. */
async function formatAsOne(drafts: readonly Draft[]): Promise<readonly string[] | null> {
  if (drafts.length === 1 || !drafts.every(isTypeScript)) return null
  const { code, errors } = await oxfmt(
    'batch.ts',
    drafts.map(({ text }) => text).join(`\n${BETWEEN}\n`),
    STYLE,
  )
  const texts = code.split(SPLIT).map((part) => part.trim())
  if (errors.length > 0 || texts.length !== drafts.length) return null
  return texts.map((part) => (part === '' ? '' : `${part}\n`))
}

/** How many characters are enough for a batch: a larger file ends it, so that threads have work, and little memory is taken at once. */
const ENOUGH = 15_000

/** Gathers what is to be formatted together: TypeScript. */
export async function* inBatches<D extends Draft>(drafts: AsyncIterable<D>): AsyncGenerator<readonly D[]> {
  let batch: D[] = []
  let characters = 0
  for await (const draft of drafts) {
    if (!isTypeScript(draft)) {
      yield [draft]
      continue
    }
    batch.push(draft)
    characters += draft.text.length
    if (characters < ENOUGH) continue
    yield batch
    batch = []
    characters = 0
  }
  if (batch.length > 0) yield batch
}

function isTypeScript({ path }: Draft): boolean {
  return extname(path) === '.ts'
}
