import { extname } from 'node:path'
import { format as oxfmt, type FormatOptions } from 'oxfmt'

/** The widest line of emitted files. */
const WIDTH = 110

/**
 * The style of emitted files; the scaffold's `.prettierrc.json` contains the same options. oxfmt formats like prettier but about fifteen times as fast;
 * a test checks every fixture with `prettier --check`.
 */
const STYLE = { semi: false, singleQuote: true, printWidth: WIDTH } satisfies FormatOptions

const FORMATTED: ReadonlySet<string> = new Set(['.ts', '.json', '.md', '.yml'])

/**
 * Formats the text of an emitted file, on a thread of the formatter; files with other extensions are not changed.
 * @throws Error if the text is not valid, which is a bug of the tool
 */
export async function format(path: string, text: string): Promise<string> {
  if (!FORMATTED.has(extname(path))) return text
  const { code, errors } = await oxfmt(path, text, { ...STYLE, sortPackageJson: false })
  const [error] = errors
  if (error !== undefined) throw new Error(`${path} was rendered incorrectly: ${error.message}`)
  if (extname(path) !== '.ts' || !hasShortUnion(code)) return code
  const { format: prettier } = await import('prettier')
  return prettier(code, { ...STYLE, parser: 'typescript' })
}

/** True for a union with a line for each member although all of them fit on one line: there oxfmt and prettier differ. */
function hasShortUnion(code: string): boolean {
  const unions = code.matchAll(/^( *)\| .*(?:\n\1\| .*)*/gm)
  return [...unions].some(([union, indent = '']) => {
    const members = union.split('\n').map((line) => line.trim().slice(2))
    return indent.length + members.join(' | ').length <= WIDTH
  })
}
