import { extname } from 'node:path'
import { format as oxfmt, type FormatOptions } from 'oxfmt'

/** Maximum line length of emitted files. */
const WIDTH = 110

/**
 * The style of emitted files. The scaffold's `.prettierrc.json` contains the same options. oxfmt formats almost exactly
 * like prettier and is about fifteen times as fast; a test runs `prettier --check` on every fixture.
 */
const STYLE = { semi: false, singleQuote: true, printWidth: WIDTH } satisfies FormatOptions

const FORMATTED: ReadonlySet<string> = new Set(['.ts', '.json', '.md', '.yml'])

/**
 * Formats the text of an emitted file in a worker thread. Returns the text unchanged if the extension is not in
 * {@link FORMATTED}.
 * @throws Error if the text is not valid, which is a bug in svcgen
 */
export async function format(path: string, text: string): Promise<string> {
  if (!FORMATTED.has(extname(path))) return text
  const { code, errors } = await oxfmt(path, text, { ...STYLE, sortPackageJson: false })
  const [error] = errors
  if (error !== undefined) throw new Error(`${path} was rendered incorrectly: ${error.message}`)
  if (extname(path) !== '.ts' || !hasShortUnion(code)) return code
  const { format: prettier } = await import('prettier')
  // Without the path, prettier looks for JSX in time that is quadratic in the length of text without quotation marks.
  return prettier(code, { ...STYLE, parser: 'typescript', filepath: path })
}

/**
 * Returns whether the code has a multi-line union that would fit on one line. oxfmt and prettier format such unions
 * differently.
 */
function hasShortUnion(code: string): boolean {
  const unions = code.matchAll(/^( *)\| .*(?:\n\1\| .*)*/gm)
  return [...unions].some(([union, indent = '']) => {
    const members = union.split('\n').map((line) => line.trim().slice(2))
    return indent.length + members.join(' | ').length <= WIDTH
  })
}
