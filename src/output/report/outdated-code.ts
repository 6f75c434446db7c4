import type { Collector } from '../../diagnostics/collector.js'
import type { Service } from '../../ir/index.js'
import { type FunctionChange, functionChanges } from '../../plan/function-changes.js'
import type { ChangeSet } from '../compare/change-set.js'
import type { Owner } from '../file.js'
import type { Ledger } from '../lock/ledger.js'
import { type OutputPlace, spanIn } from './problems.js'

/** The run whose files are searched. */
interface Run {
  /** The IR of the last run, if any. */
  readonly before: Service | null
  readonly after: Service
  readonly changes: ChangeSet
  readonly ledger: Ledger
  readonly place: OutputPlace
}

/**
 * Reports edited stubs and tests that use removed fields, tags or functions, and stubs that do not register their function (SPEC 4). The
 * code is only searched for words, so this is a warning; the type checker decides.
 */
export function reportOutdatedCode(input: Run, collector: Collector): void {
  const functions = functionChanges(input.before, input.after)
  for (const { path, owner } of input.changes.decisions.filter(({ action }) => action === 'kept')) {
    const found = input.place.folder.look(path)
    if (found.kind !== 'file') continue
    const report = (message: string, at: number, word: string, help: string): void =>
      collector.report('SVC7019', {
        message,
        at: spanIn(path, found.text, { at, length: word.length }, input.place),
        help,
      })

    const missing = owner === 'stub' ? unregistered(path, found.text, input.after) : null
    if (missing !== null) report(`"${path}" does not register "${missing}"`, 0, '', FIX_REGISTRATION)
    for (const { word, change, help } of outdatedNames(path, owner, functions, input)) {
      const at = wordIn(found.text, word)
      if (at !== null) report(`"${path}" uses "${word}", but ${change}`, at, word, help)
    }
  }
}

/** Returns the function of a stub if the stub does not contain its name, because its code was replaced. */
function unregistered(path: string, text: string, { handlers }: Service): string | null {
  const name = handlers.find(({ file }) => file === path)?.name
  return name === undefined || wordIn(text, name) !== null ? null : name
}

interface OutdatedName {
  readonly word: string
  readonly change: string
  readonly help: string
}

function outdatedNames(
  path: string,
  owner: Owner,
  functions: readonly FunctionChange[],
  { after, ledger }: Run,
): readonly OutdatedName[] {
  switch (owner) {
    case 'stub':
      return functions.flatMap(({ file, word, change }) =>
        file === path && word !== null ? [{ word, change, help: FIX_STUB }] : [],
      )
    case 'scaffold': {
      const [, word] = /^handler (.*)$/.exec(ledger.get(path)?.entry?.source ?? '') ?? []
      const isGone = word !== undefined && !after.handlers.some(({ name }) => name === word)
      return isGone ? [{ word, change: 'no schema names that function anymore', help: FIX_EXAMPLE }] : []
    }
    case 'generator':
    case 'migration':
      return []
  }
}

const FIX_STUB = 'Update the function, then check it with "npm run typecheck"'
const FIX_REGISTRATION =
  'Use this name in registry.add(…); the service does not start without a required function'
const FIX_EXAMPLE =
  'Test another function there, or delete the file; otherwise the project does not type-check'

/** Names of fields may have hyphens. */
const WORD = /[\p{L}\p{N}_$-]+/gu
const COMMENT = /\/\*[^]*?\*\/|\/\/[^\n]*/g

/** Returns the offset of a word in code without comments, preferably as a property or a string rather than a variable. */
function wordIn(text: string, word: string): number | null {
  const code = text.replace(COMMENT, (comment) => ' '.repeat(comment.length))
  const places = [...code.matchAll(WORD)].filter(([found]) => found === word)
  const named = places.find(({ index }) => /['"`.]/.test(code.charAt(index - 1)))
  return (named ?? places[0])?.index ?? null
}
