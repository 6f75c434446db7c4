/**
 * Words that cannot be variable names in a module (ECMAScript 2023, 12.7.2, including strict mode), and names used by
 * the emitted code.
 */
const WORDS = new Set(
  (
    'arguments as async await break case catch class const continue debugger default delete do else enum eval export extends false finally for ' +
    'from function get if implements import in instanceof interface let new null of package private protected public return set static super ' +
    'switch this throw true try typeof undefined var void while with yield type any unknown never object string number boolean symbol bigint ' +
    'app request reply event model models registry process console global globalThis require module exports ' +
    'changed count created customActions data database document documents each may permit row rows session startService url where'
  ).split(' '),
)

/** Types from TypeScript and the emitted runtime that a model's type must not shadow. */
const TYPES = new Set(
  (
    'ActionFunction ActionSpec Aggregation AnyFilter Array ArrayBuffer Awaited BadRequest BasicCredentials BigInt Boolean Buffer Condition Conflict DataView Database Date DefaultFunction Document Error Event Exclude ' +
    'Extract Field Fields Forbidden Function HandlerEvent Infinity InstanceType Intl Iterable Iterator JSON Json JsonObject Key ListFilter Logical Map Math Model ModelSpec ' +
    'ModelTypes Models NaN Names NotFound NotImplemented Number Object Omit OpenModel OrderedFilter Parameters Partial Pick PresenceFilter PrincipalFunction SchemeFunction ' +
    'ProcessorContext ProcessorFunction Promise PropertyKey Proxy Readonly ReadonlyArray ReadonlyMap ReadonlySet Record Reflect ' +
    'RegExp Registry Repository Required Request Response ReturnType Row Selection Session Set Settings Store String Symbol TextFilter ToManyFilter ToOneFilter Unauthorized ' +
    'UniqueViolation ReferenceViolation Unavailable UnprocessableEntity HttpError Uint8Array UploadedFile URL WeakMap WeakSet'
  ).split(' '),
)

/** Returns whether a camelCase name cannot be a variable name. */
export function isReservedWord(name: string): boolean {
  return WORDS.has(name)
}

/** Returns whether a PascalCase name cannot be the type of a model. */
export function isReservedType(name: string): boolean {
  return TYPES.has(name)
}
