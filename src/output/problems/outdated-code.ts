import type { Collector } from '../../diagnostics/collector.js'
import type { Service } from '../../ir/index.js'
import { type FunctionChange, functionChanges } from '../../plan/function-changes.js'
import type { ChangeSet } from '../compare/change-set.js'
import type { Owner } from '../file.js'
import type { Ledger } from '../lock/ledger.js'
import type { Span } from '../../source/span.js'
import { type Output, spanIn } from './folder-problems.js'

interface Run {
  /** The IR from the last run, if any. */
  readonly before: Service | null
  readonly after: Service
  readonly changes: ChangeSet
  readonly ledger: Ledger
  readonly output: Output
}

/** A location in the user's code that no longer matches the input. */
export interface OutdatedCode {
  readonly path: string
  readonly at: Span
  /** A description: `Story.title was removed`. */
  readonly change: string
  readonly help: string
  /** The outdated name, or null if the whole file is affected. */
  readonly word: string | null
}

/**
 * Finds outdated code in edited stubs and tests: uses of removed fields, tags or functions; functions that are
 * now called differently; and stubs that do not register their function. Only names are compared, so the compiler has
 * the final say.
 */
export function findOutdatedCode(input: Run): readonly OutdatedCode[] {
  const functions = functionChanges(input.before, input.after)
  return input.changes.decisions
    .filter(({ action }) => action === 'kept')
    .flatMap(({ path, owner }) => {
      const found = input.output.folder.look(path)
      if (found.kind !== 'file') return []
      const { text } = found
      const codeAt = (at: number, length: number): Span => spanIn(path, text, { at, length }, input.output)

      const missing = owner === 'stub' ? unregistered(path, text, input.after) : null
      const unnamed =
        missing === null
          ? []
          : [
              {
                path,
                at: codeAt(0, 0),
                change: `does not register "${missing}"`,
                help: FIX_REGISTRATION,
                word: null,
              },
            ]
      const names = outdatedNames(path, owner, functions, input).filter((each) =>
        concerns(each, path, text, input),
      )
      const outdated = names.flatMap(({ name, ...outdatedName }) => {
        const at = wordIn(text, name)
        return at === null ? [] : [{ path, at: codeAt(at, name.length), ...outdatedName }]
      })
      return [...unnamed, ...outdated]
    })
}

/** Reports {@link findOutdatedCode} as warnings, except for functions that are only called differently. */
export function reportOutdatedCode(input: Run, collector: Collector): void {
  for (const { path, at, change, help, word } of findOutdatedCode(input)) {
    if (help === CHECK_STUB) continue
    const message = word === null ? `"${path}" ${change}` : `"${path}" uses "${word}", but ${change}`
    collector.report('SVC7019', { message, at, help })
  }
}

/** Returns the name of a stub's function if the stub no longer contains that name, because the code was replaced. */
function unregistered(path: string, text: string, { handlers }: Service): string | null {
  const name = handlers.find(({ file }) => file === path)?.name
  return name === undefined || wordIn(text, name) !== null ? null : name
}

/** Returns whether a change concerns a function. One that serves several models must mention the model. */
function concerns({ change }: OutdatedName, path: string, text: string, { after }: Run): boolean {
  const [, model] = /^(\w+)\./.exec(change) ?? []
  const uses = after.handlers.find(({ file }) => file === path)?.uses ?? []
  const served = new Set(uses.map((use) => use.model))
  if (model === undefined || (served.size === 1 && !served.has(null))) return true
  return text.toLowerCase().includes(model.toLowerCase())
}

interface OutdatedName extends Pick<OutdatedCode, 'change' | 'help' | 'word'> {
  readonly name: string
}

function outdatedNames(
  path: string,
  owner: Owner,
  functions: readonly FunctionChange[],
  { after, ledger }: Run,
): readonly OutdatedName[] {
  switch (owner) {
    case 'stub':
      return functions
        .filter(({ file }) => file === path)
        .map(({ name, word, change }) =>
          word === null
            ? { name, word, change, help: CHECK_STUB }
            : { name: word, word, change, help: FIX_STUB },
        )
    case 'scaffold': {
      const [, word] = /^handler (.*)$/.exec(ledger.get(path)?.entry?.source ?? '') ?? []
      const isGone = word !== undefined && !after.handlers.some(({ name }) => name === word)
      return isGone
        ? [{ name: word, word, change: 'no schema names that function anymore', help: FIX_EXAMPLE }]
        : []
    }
    case 'generator':
    case 'migration':
      return []
  }
}

const FIX_STUB = 'Update the function, then check it with "npm run typecheck"'
const CHECK_STUB = 'Run "npm run typecheck" to check whether the function still compiles'
const FIX_REGISTRATION =
  'Use this name in registry.add(…); the service does not start without a required function'
const FIX_EXAMPLE =
  'Change the test to cover another function, or delete the file; until you do, the project will not type-check'

/** Matches a name. Field names can contain hyphens. */
const WORD = /[\p{L}\p{N}_$-]+/gu
const COMMENT = /\/\*[^]*?\*\/|\/\/[^\n]*/g

/** Returns the offset of a property or string in code. Comments and variables do not count. */
function wordIn(text: string, word: string): number | null {
  const code = text.replace(COMMENT, (comment) => ' '.repeat(comment.length))
  const uses = [...code.matchAll(WORD)].filter(([found]) => found === word)
  const named = uses.find(({ index }) => /['"`.]/.test(code.charAt(index - 1)))
  return (named ?? uses.find(({ index }) => isMember(code, index, word.length)))?.index ?? null
}

/** Returns whether a name is a member of an object literal or pattern: `{ title }`, `{ title: 'x' }`. */
function isMember(code: string, at: number, length: number): boolean {
  const before = code.slice(0, at).trimEnd()
  if (!/^\s*[,:}=]/.test(code.slice(at + length)) || !/[{,]$/.test(before)) return false
  let depth = 0
  for (let index = before.length - 1; index >= 0; index -= 1) {
    const char = before.charAt(index)
    if (')]}'.includes(char)) depth += 1
    else if ('([{'.includes(char)) {
      if (depth === 0) return char === '{'
      depth -= 1
    }
  }
  return false
}
