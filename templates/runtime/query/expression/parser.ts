import { type Bound, type Expression, type Grammar, Malformed } from './syntax.js'
import { type Token, tokenize } from './tokens.js'

/** How deep parentheses and NOT may stand in one another. */
const MAX_DEPTH = 32

/**
 * Reads an expression in Lucene's query-string syntax (SPEC 7). AND binds closer than OR; what stands side by side is joined as by AND.
 * @throws Malformed telling what is wrong, and at which character
 */
export function parseExpression(text: string, grammar: Grammar): Expression {
  const parser = new Parser(tokenize(text, grammar.named), grammar.terms)
  return parser.parse()
}

class Parser {
  readonly #tokens: readonly Token[]
  readonly #maxTerms: number
  #next = 0
  #depth = 0
  #terms = 0

  constructor(tokens: readonly Token[], maxTerms: number) {
    this.#tokens = tokens
    this.#maxTerms = maxTerms
  }

  parse(): Expression {
    const expression = this.#or()
    if (this.#peek().kind !== 'end') this.#unexpected()
    return expression
  }

  #or(): Expression {
    const of = [this.#and()]
    while (this.#take('OR')) of.push(this.#and())
    return joined('or', of)
  }

  #and(): Expression {
    const of = [this.#unary()]
    for (;;) {
      const { kind } = this.#peek()
      if (kind === 'OR' || kind === ')' || kind === 'end') return joined('and', of)
      this.#take('AND')
      of.push(this.#unary())
    }
  }

  #unary(): Expression {
    const { at } = this.#peek()
    if (++this.#depth > MAX_DEPTH) throw new Malformed(`is nested too deeply, at character ${at + 1}`)
    this.#take('+')
    const expression: Expression = this.#take('NOT') ? { kind: 'not', of: this.#unary() } : this.#primary()
    this.#depth--
    return expression
  }

  #primary(): Expression {
    const token = this.#advance()
    switch (token.kind) {
      case '(': {
        const inner = this.#or()
        this.#expect(')')
        return inner
      }
      case 'name':
        return { kind: 'named', name: token.name, of: this.#unary() }
      case '[':
      case '{':
        return this.#range(token.kind === '[')
      case '>':
      case '>=':
        return this.#counted({
          kind: 'range',
          min: { text: this.#value(), inclusive: token.kind === '>=' },
          max: null,
        })
      case '<':
      case '<=':
        return this.#counted({
          kind: 'range',
          min: null,
          max: { text: this.#value(), inclusive: token.kind === '<=' },
        })
      case 'phrase':
        return this.#counted({ kind: 'phrase', text: token.text })
      case 'word':
        return this.#counted(this.#term(token))
      case 'TO':
        return this.#counted({ kind: 'term', text: token.kind })
      default:
        this.#next--
        return this.#unexpected()
    }
  }

  #term({ text, pattern, wild }: Token & { kind: 'word' }): Expression {
    const following = this.#peek()
    if (following.kind === 'fuzzy') {
      this.#advance()
      return { kind: 'fuzzy', text, edits: following.edits }
    }
    if (!wild) return { kind: 'term', text }
    return pattern === '*' ? { kind: 'anything' } : { kind: 'wildcard', text: pattern }
  }

  #range(minInclusive: boolean): Expression {
    const min = this.#bound(minInclusive)
    this.#expect('TO')
    const max = this.#value()
    const maxInclusive = this.#take(']')
    if (!maxInclusive) this.#expect('}')
    return this.#counted({
      kind: 'range',
      min,
      max: max === '*' ? null : { text: max, inclusive: maxInclusive },
    })
  }

  #bound(inclusive: boolean): Bound | null {
    const text = this.#value()
    return text === '*' ? null : { text, inclusive }
  }

  #value(): string {
    const token = this.#advance()
    if (token.kind === 'word' || token.kind === 'phrase') return token.text
    this.#next--
    return this.#unexpected()
  }

  #counted(expression: Expression): Expression {
    if (++this.#terms > this.#maxTerms) throw new Malformed(`has more than ${this.#maxTerms} terms`)
    return expression
  }

  #peek(): Token {
    return this.#tokens[this.#next] ?? { kind: 'end', at: 0 }
  }

  #advance(): Token {
    const token = this.#peek()
    this.#next++
    return token
  }

  #take(kind: Token['kind']): boolean {
    if (this.#peek().kind !== kind) return false
    this.#next++
    return true
  }

  #expect(kind: Token['kind']): void {
    if (!this.#take(kind)) this.#unexpected(kind)
  }

  #unexpected(expected?: string): never {
    const { kind, at } = this.#peek()
    const found = kind === 'end' ? 'the expression ends too early' : `"${kind}" is out of place`
    throw new Malformed(
      `${found}${expected === undefined ? '' : `: "${expected}" should come here`}, at character ${at + 1}`,
    )
  }
}

function joined(kind: 'and' | 'or', of: readonly Expression[]): Expression {
  const [only] = of
  return of.length === 1 && only !== undefined ? only : { kind, of }
}
