import { Lexer, Parser, type CST } from 'yaml'
import type { Limits } from '../limits.js'

/** The tokens in YAML text or, if the text exceeds a limit, which limit and where. */
export type Tokens =
  | { readonly tokens: readonly CST.Token[] }
  | { readonly fault: 'too deep' | 'too large'; readonly offset: number }

/** Splits YAML text into tokens. Stops at the limits, because the next step is recursive and uses a lot of memory. */
export function tokensOf(text: string, limits: Limits): Tokens {
  const parser = new Parser()
  const tokens: CST.Token[] = []
  let count = 0
  for (const lexeme of new Lexer().lex(text)) {
    for (const token of parser.next(lexeme)) tokens.push(token)
    count += 1
    if (parser.stack.length > limits.depth) return { fault: 'too deep', offset: parser.offset }
    if (count > limits.tokens) return { fault: 'too large', offset: parser.offset }
  }
  tokens.push(...parser.end())
  return { tokens }
}
