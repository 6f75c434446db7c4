/** Words that cannot be variable names in a module (ECMAScript 2023, 12.7.2, including strict mode). */
const KEYWORDS = new Set(
  (
    'arguments as async await break case catch class const continue debugger default delete do else enum eval export extends false finally for ' +
    'from function get if implements import in instanceof interface let new null of package private protected public return set static super ' +
    'switch this throw true try typeof undefined var void while with yield'
  ).split(' '),
)

/** Variables of the emitted code, and types. Imported names are not listed, because they give way. */
const VARIABLES = new Set(
  (
    'type any unknown never object string number boolean symbol bigint ' +
    'app request reply event model models registry process console global globalThis require module exports ' +
    'changed count customActions data database document documents row rows session startService url where'
  ).split(' '),
)

/** Returns whether a camelCase name cannot be a variable name at all. */
export function isKeyword(name: string): boolean {
  return KEYWORDS.has(name)
}

/** Returns whether a camelCase name cannot be a variable name in the functions of the emitted code. */
export function isReservedWord(name: string): boolean {
  return KEYWORDS.has(name) || VARIABLES.has(name)
}
