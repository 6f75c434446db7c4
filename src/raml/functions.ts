import { pluralOf, singularOf } from '../naming/plural.js'

/** The functions for parameters: those of RAML 0.8, and those of RAML 1.0, which 0.8 files use as well. */
export const FUNCTIONS: Readonly<Record<string, (text: string) => string>> = {
  singularize: singularOf,
  pluralize: pluralOf,
  uppercase: (text) => text.toUpperCase(),
  lowercase: (text) => text.toLowerCase(),
  camelize: (text) => camel(text),
  lowercamelcase: (text) => camel(text),
  uppercamelcase: (text) => wordsOf(text).map(capital).join(''),
  lowerunderscorecase: (text) => lower(text).join('_'),
  upperunderscorecase: (text) => lower(text).join('_').toUpperCase(),
  lowerhyphencase: (text) => lower(text).join('-'),
  upperhyphencase: (text) => lower(text).join('-').toUpperCase(),
}

function camel(text: string): string {
  const [first = '', ...rest] = wordsOf(text)
  return [first.charAt(0).toLowerCase() + first.slice(1), ...rest.map(capital)].join('')
}

function wordsOf(text: string): readonly string[] {
  return text
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
}

function lower(text: string): readonly string[] {
  return wordsOf(text).map((word) => word.toLowerCase())
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
