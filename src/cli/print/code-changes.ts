import type { Comparison } from '../../run.js'
import { compareVersions } from '../../version.js'

/** A line of the user's code that a newer version of svcgen treats differently. */
export interface CodeChange {
  readonly file: string
  readonly line: number
  readonly change: string
}

/** Changes that can break the user's code, and the code that they affect. Each is described in docs/upgrading.md. */
const CHANGES: readonly { readonly version: string; readonly code: RegExp; readonly change: string }[] = [
  {
    version: '1.0.0',
    code: /\bevent\.response(?:\[['"`]\w+['"`]\]|\.\w+) = /,
    change:
      'the type of event.response has only the fields of the model; add others with Object.assign(event.response, { … })',
  },
  {
    version: '1.0.0',
    code: /\bregistry\.get\(/,
    change:
      'importing src/generated/index.js no longer loads your functions; import the file of the function',
  },
  {
    version: '1.0.0',
    code: /from 'better-sqlite3'|require\('better-sqlite3'\)/,
    change: 'better-sqlite3 is no longer a dependency of the generated code; add it to your own',
  },
]

/** Returns the lines in edited stubs, tests and other files of the user that are affected by a change after `from`. */
export function codeChanges({ changes, output }: Comparison, from: string): readonly CodeChange[] {
  const relevant = CHANGES.filter(({ version }) => compareVersions(from, version) < 0)
  return changes.decisions
    .filter(({ path, action }) => action === 'kept' && path.endsWith('.ts'))
    .flatMap(({ path }) => {
      const found = output.folder.look(path)
      const lines = found.kind === 'file' ? found.text.split('\n') : []
      return lines.flatMap((text, index) =>
        relevant
          .filter(({ code }) => code.test(text))
          .map(({ change }) => ({ file: path, line: index + 1, change })),
      )
    })
}
