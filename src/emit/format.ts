import { extname } from 'node:path'
import { format as oxfmt, type FormatOptions } from 'oxfmt'

/**
 * The style of emitted files; the scaffold's `.prettierrc.json` contains the same options. oxfmt formats like prettier but about fifteen times as fast;
 * a test checks every fixture with `prettier --check`.
 */
const STYLE: FormatOptions = { semi: false, singleQuote: true, printWidth: 110, sortPackageJson: false }

const FORMATTED: ReadonlySet<string> = new Set(['.ts', '.json', '.md', '.yml'])

/**
 * Formats the text of an emitted file, on a thread of the formatter; files with other extensions are not changed.
 * @throws Error if the text is not valid, which is a bug of the tool
 */
export async function format(path: string, text: string): Promise<string> {
  if (!FORMATTED.has(extname(path))) return text
  const { code, errors } = await oxfmt(path, text, STYLE)
  const [error] = errors
  if (error !== undefined) throw new Error(`${path} was rendered incorrectly: ${error.message}`)
  return code
}
