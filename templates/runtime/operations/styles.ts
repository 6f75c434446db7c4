import type { ParameterStyle } from '../spec/parameters.js'
/** How a parameter's values are written. */
export interface Writing {
  readonly style: ParameterStyle
  readonly explode: boolean
  /** Whether text is percent-encoded, as in paths and queries. Items of other lists can have spaces around them. */
  readonly isEncoded: boolean
}

/** The values in a request by name, as written: several for a name that is repeated. */
export type WrittenValues = ReadonlyMap<string, readonly string[]>

/** The text of the properties of an object. A property that occurs several times has a list. */
export interface TextProperties {
  readonly [name: string]: string | readonly string[] | TextProperties
}

/** Maximum number of brackets in a name such as `lines[0][amount]`. */
const MAX_BRACKETS = 8

/** Returns the items of a list, or undefined if the parameter is absent. */
export function itemsOf(
  name: string,
  given: WrittenValues,
  { style, explode, isEncoded }: Writing,
): readonly string[] | undefined {
  const values = given.get(name)
  if (values === undefined) return undefined
  const decode = decoder(isEncoded)
  const split = (separator: RegExp): readonly string[] =>
    values.flatMap((value) => (value === '' && isEncoded ? [] : value.split(separator).map(decode)))
  switch (style) {
    case 'simple':
      return split(/,/)
    case 'label':
      return values.flatMap((value) => {
        const text = value.replace(/^\./, '')
        return text === '' ? [] : text.split(explode ? '.' : ',').map(decode)
      })
    case 'matrix':
      return values.flatMap((value) =>
        value
          .split(';')
          .slice(1)
          .map((part) => part.slice(part.indexOf('=') + 1))
          .flatMap((part) => (explode ? [part] : part.split(',')))
          .map(decode),
      )
    case 'form':
    case 'deepObject':
      return explode ? values.map(decode) : split(/,/)
    case 'spaceDelimited':
      return explode ? values.map(decode) : split(/%20|\+| /)
    case 'pipeDelimited':
      return explode ? values.map(decode) : split(/\||%7C/i)
  }
}

/**
 * Returns the properties of an object, or undefined if the parameter is absent.
 * @param isProperty whether a name is that of a property, which is a parameter itself in an exploded form
 */
export function propertiesOf(
  name: string,
  given: WrittenValues,
  writing: Writing,
  isProperty: (name: string) => boolean,
): TextProperties | undefined {
  const { style, explode, isEncoded } = writing
  if (style === 'deepObject' || (style === 'form' && explode)) {
    const decode = decoder(isEncoded)
    const found = [...given].flatMap(([key, values]): BracketedText[] => {
      const names = style === 'deepObject' ? namesInBrackets(name, key) : isProperty(key) ? [key] : undefined
      return names === undefined ? [] : [{ names, texts: values.map(decode) }]
    })
    return found.length === 0 ? undefined : nested(found)
  }
  const items = style === 'matrix' && explode ? matrixPairs(name, given) : itemsOf(name, given, writing)
  if (items === undefined) return undefined
  const pairs = explode
    ? items.map((item): [string, string] => [
        item.slice(0, item.indexOf('=')),
        item.slice(item.indexOf('=') + 1),
      ])
    : items.flatMap((item, index): [string, string][] =>
        index % 2 === 0 ? [[item, items[index + 1] ?? '']] : [],
      )
  return Object.fromEntries(pairs)
}

/** Returns the pairs in an exploded object in matrix style: `;lat=1;long=2`. */
function matrixPairs(name: string, given: WrittenValues): readonly string[] | undefined {
  return given.get(name)?.flatMap((value) => value.split(';').slice(1).map(decodeText))
}

/** Returns the names under which an object or a list is written, which are declared with it. */
export function isPartOf(
  name: string,
  key: string,
  { style, explode }: Writing,
  isProperty: (name: string) => boolean,
): boolean {
  if (style === 'deepObject') return namesInBrackets(name, key) !== undefined
  return style === 'form' && explode && isProperty(key)
}

/** The texts that were given under a name, and the names in its brackets. */
interface BracketedText {
  readonly names: readonly string[]
  readonly texts: readonly string[]
}

/**
 * Returns the names in the brackets of `lines[0][amount]`, or undefined for other parameters. OpenAPI describes only one
 * level; the other ones are as in most libraries that read forms.
 */
function namesInBrackets(name: string, key: string): readonly string[] | undefined {
  if (!key.startsWith(`${name}[`) || !key.endsWith(']')) return undefined
  const names = key.slice(name.length + 1, -1).split('][')
  return names.length > MAX_BRACKETS ? undefined : names
}

function nested(given: readonly BracketedText[]): TextProperties {
  const groups = new Map<string, BracketedText[]>()
  for (const { names, texts } of given) {
    const [first = '', ...rest] = names
    const group = groups.get(first) ?? []
    group.push({ names: rest, texts })
    groups.set(first, group)
  }
  return Object.fromEntries([...groups].map(([name, group]) => [name, partOf(group)]))
}

function partOf(group: readonly BracketedText[]): TextProperties[string] {
  if (group.some(({ names: [first = ''] }) => first !== '')) return nested(group)
  const texts = group.flatMap((each) => each.texts)
  const [only = ''] = texts
  const isList = texts.length > 1 || group.some(({ names }) => names.length > 0)
  return isList ? texts : only
}

function decoder(isEncoded: boolean): (text: string) => string {
  return isEncoded ? decodeText : (text) => text.trim()
}

/** Decodes percent-encoded text. Invalid escapes remain as they are. */
export function decodeText(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

/** Returns the values in a query or a form by name, not decoded. */
export function writtenQuery(query: string): Map<string, string[]> {
  const values = new Map<string, string[]>()
  for (const pair of query.split('&')) {
    if (pair === '') continue
    const at = pair.indexOf('=')
    const name = decodeText(at < 0 ? pair : pair.slice(0, at))
    const others = values.get(name) ?? []
    others.push(at < 0 ? '' : pair.slice(at + 1))
    values.set(name, others)
  }
  return values
}
