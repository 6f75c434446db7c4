import { Malformed } from './syntax.js'

type Mark = '(' | ')' | '[' | ']' | '{' | '}' | '>' | '>=' | '<' | '<=' | 'AND' | 'OR' | 'NOT' | 'TO' | '+'

/** A piece of an expression; `at` is where it begins. */
export type Token =
  | { readonly kind: Mark; readonly at: number }
  /** `name:` */
  | { readonly kind: 'name'; readonly name: string; readonly at: number }
  | { readonly kind: 'phrase'; readonly text: string; readonly at: number }
  /** Without backslashes; in `pattern` blanks stand for escaped wildcards. */
  | {
      readonly kind: 'word'
      readonly text: string
      readonly pattern: string
      readonly wild: boolean
      readonly at: number
    }
  /** `~`, `~1`, `~2` behind a word. */
  | { readonly kind: 'fuzzy'; readonly edits: 1 | 2; readonly at: number }
  | { readonly kind: 'end'; readonly at: number }

const BLANKS = /\s*/y
const NAME = /([\p{L}_][\p{L}\p{N}_.-]*):/uy
const MARKS: readonly (readonly [RegExp, Mark])[] = [
  [/\(/y, '('],
  [/\)/y, ')'],
  [/\[/y, '['],
  [/\]/y, ']'],
  [/\{/y, '{'],
  [/\}/y, '}'],
  [/>=/y, '>='],
  [/>/y, '>'],
  [/<=/y, '<='],
  [/</y, '<'],
  [/AND(?=[\s(]|$)|&&/y, 'AND'],
  [/OR(?=[\s(]|$)|\|\|/y, 'OR'],
  [/NOT(?=[\s(]|$)|!|-(?=[^\s\d.])/y, 'NOT'],
  [/TO(?=\s)/y, 'TO'],
  [/\+(?=[^\s\d.])/y, '+'],
]
const FUZZY = /~([12]?)(?=[\s)]|$)/y
const WORD = /(?:\\[^]|[^\s\\()[\]{}"~])+/y
const PHRASE = /"((?:\\[^]|[^"\\])*)"/y
const ESCAPED = /\\([^])/g

/**
 * Takes an expression apart.
 * @param named whether `name:` stands for a field; else a colon is a character as any other
 * @throws Malformed
 */
export function tokenize(text: string, named: boolean): Token[] {
  const tokens: Token[] = []
  let at = skipBlanks(text, 0)
  while (at < text.length) {
    const [token, end] = next(text, at, named && tokens.at(-1)?.kind !== 'name')
    tokens.push(token)
    at = skipBlanks(text, end)
  }
  return [...tokens, { kind: 'end', at }]
}

function next(text: string, at: number, named: boolean): [Token, number] {
  for (const [pattern, kind] of MARKS) {
    const mark = matchAt(pattern, text, at)
    if (mark !== null) return [{ kind, at }, at + mark[0].length]
  }
  const name = named ? matchAt(NAME, text, at) : null
  if (name !== null) return [{ kind: 'name', name: name[1] ?? '', at }, at + name[0].length]
  const phrase = matchAt(PHRASE, text, at)
  if (phrase !== null)
    return [{ kind: 'phrase', text: (phrase[1] ?? '').replace(ESCAPED, '$1'), at }, at + phrase[0].length]
  const fuzzy = matchAt(FUZZY, text, at)
  if (fuzzy !== null) return [{ kind: 'fuzzy', edits: fuzzy[1] === '1' ? 1 : 2, at }, at + fuzzy[0].length]
  const word = matchAt(WORD, text, at)
  if (word !== null) return [wordToken(word[0], at), at + word[0].length]
  throw new Malformed(
    `${text[at] === '"' ? 'the quote is not closed' : `"${text[at] ?? ''}" is out of place`}, at character ${at + 1}`,
  )
}

function wordToken(source: string, at: number): Token {
  return {
    kind: 'word',
    text: source.replace(ESCAPED, '$1'),
    pattern: source.replace(/\\[*?]/g, ' ').replace(ESCAPED, '$1'),
    wild: /[*?]/.test(source.replace(ESCAPED, '')),
    at,
  }
}

function skipBlanks(text: string, at: number): number {
  return at + (matchAt(BLANKS, text, at)?.[0].length ?? 0)
}

function matchAt(sticky: RegExp, text: string, at: number): RegExpExecArray | null {
  sticky.lastIndex = at
  return sticky.exec(text)
}
