/**
 * Words that cannot be variable names in a module (ECMAScript 2023, 12.7.2, including strict mode), and variables of
 * the emitted code.
 */
const WORDS = new Set(
  (
    'arguments as async await break case catch class const continue debugger default delete do else enum eval export extends false finally for ' +
    'from function get if implements import in instanceof interface let new null of package private protected public return set static super ' +
    'switch this throw true try typeof undefined var void while with yield type any unknown never object string number boolean symbol bigint ' +
    'app request reply event model models registry process console global globalThis require module exports ' +
    'changed count customActions data database document documents row rows session startService url where ' +
    // The functions that routes import.
    'authorize created deleteItem findOnly forEachItem lockOnly may newOnly optionsHandler permit permitUnread permitted readAttributeChanges ' +
    'replaceItem sendTagged showAttribute updateItem'
  ).split(' '),
)

/** Types from TypeScript and the emitted code that a model's type must not shadow. */
const TYPES = new Set(
  (
    'Aggregation Array ArrayBuffer Awaited BadRequest BigInt Boolean Buffer Condition Conflict DataView Database Date Document Error Event Exclude ' +
    'Extract Field Fields Forbidden Function HandlerEvent Infinity InstanceType Intl Iterable Iterator JSON JsonObject Key Map Math Model ' +
    'NaN Names NotFound NotImplemented Number Object Omit OpenModel Parameters Partial Pick ' +
    'Promise PropertyKey Proxy Readonly ReadonlyArray ReadonlyMap ReadonlySet Record Reflect ' +
    'RegExp Repository Required Request Response ReturnType Row Selection Session Set Settings Store String Symbol Unauthorized ' +
    'UniqueViolation ReferenceViolation Unavailable UnprocessableEntity HttpError Uint8Array URL WeakMap WeakSet ' +
    // The types that are imported next to those of models.
    'ActionFunction ActionSpec AnyFilter BasicCredentials Calls DefaultFunction ItemRules Json ListFilter Logical ModelTypes Models ' +
    'OrderedFilter PresenceFilter PrincipalFunction ProcessorContext ProcessorFunction RowChange SchemeFunction TextFilter ToManyFilter ToOneFilter TypedModel UploadedFile'
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
