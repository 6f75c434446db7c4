import { extname } from 'node:path'
import { format as prettierFormat, type Options } from 'prettier'

/** The style of emitted files; the scaffold's `.prettierrc.json` says the same. */
const STYLE: Options = { semi: false, singleQuote: true, printWidth: 110 }

const PARSERS: Readonly<Record<string, string>> = {
  '.ts': 'typescript',
  '.json': 'json',
  '.md': 'markdown',
  '.yml': 'yaml',
}

/** Formats the text of an emitted file by its extension; other files are left as they are. */
export async function format(path: string, text: string): Promise<string> {
  const parser = PARSERS[extname(path)]
  if (parser === undefined) return text
  return prettierFormat(text, { ...STYLE, parser: path === 'package.json' ? 'json-stringify' : parser })
}
