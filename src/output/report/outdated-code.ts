import type { Collector } from '../../diagnostics/collector.js'
import type { Service } from '../../ir/index.js'
import { type FunctionChange, functionChanges } from '../../plan/function-changes.js'
import type { ChangeSet } from '../compare/change-set.js'
import type { Owner } from '../file.js'
import type { Ledger } from '../lock/ledger.js'
import { type OutputPlace, spanIn } from './problems.js'

/** The run whose files are searched. */
interface Run {
  /** The IR of the last run; null where there was none. */
  readonly before: Service | null
  readonly after: Service
  readonly changes: ChangeSet
  readonly ledger: Ledger
  readonly place: OutputPlace
}

/**
 * Reports edited stubs and tests that name what the input no longer has (a field, a tag, a function), and stubs that do not register theirs
 * (SPEC 4). The code is only searched for the word, so this is a warning; what the types say is the last word.
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
    if (missing !== null) report(`"${path}" does not register "${missing}"`, 0, '', MEND_REGISTRATION)
    for (const { word, change, help } of outdatedNames(path, owner, functions, input)) {
      const at = wordIn(found.text, word)
      if (at !== null) report(`"${path}" names "${word}", but ${change}`, at, word, help)
    }
  }
}

/** The function that a stub is for and does not name: its code came from elsewhere. */
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
        file === path && word !== null ? [{ word, change, help: MEND_STUB }] : [],
      )
    case 'scaffold': {
      const [, word] = /^handler (.*)$/.exec(ledger.get(path)?.entry?.source ?? '') ?? []
      const isGone = word !== undefined && !after.handlers.some(({ name }) => name === word)
      return isGone ? [{ word, change: 'no schema names that function any more', help: MEND_EXAMPLE }] : []
    }
    case 'generator':
    case 'migration':
      return []
  }
}

const MEND_STUB = 'Mend the function; "npm run typecheck" tells whether it fits then'
const MEND_REGISTRATION =
  'Put the name into registry.add(…): a function that is not registered stops the start'
const MEND_EXAMPLE =
  'Test another function there, or delete the file: as it stands the project does not type-check'

/** Names of fields may have hyphens. */
const WORD = /[\p{L}\p{N}_$-]+/gu
const COMMENT = /\/\*[^]*?\*\/|\/\/[^\n]*/g

/** Where a word first stands in code, comments left out: rather as the name of a property or a text than as a variable. */
function wordIn(text: string, word: string): number | null {
  const code = text.replace(COMMENT, (comment) => ' '.repeat(comment.length))
  const places = [...code.matchAll(WORD)].filter(([found]) => found === word)
  const named = places.find(({ index }) => /['"`.]/.test(code.charAt(index - 1)))
  return (named ?? places[0])?.index ?? null
}
