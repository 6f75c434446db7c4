import { parseIni } from '../../templates/runtime/settings/reader.js'
import { FEATURE_NAMES, featureSettings, featuresOf } from '../features.js'
import { changedPackages } from '../output/problems/run-problems.js'
import { compare, generate } from '../pipeline.js'
import type { Comparison } from '../run.js'
import { compareVersions, readVersion, releasesBetween } from '../version.js'
import { EXIT, type ExitCode, UsageError } from './exit.js'
import { hasChanges, planJson, planOf, planTables } from './print/plan.js'
import { formatChanges } from './print/summary.js'
import { type Table, tablesToText } from './print/table.js'
import { type RunFlags, runOptionsOf } from './run-options.js'
import { type CommonFlags, type Environment, Session } from './session.js'

export interface UpgradeFlags extends CommonFlags, RunFlags {
  readonly yes?: boolean
}

type Upgrade = Readonly<ReturnType<typeof upgradeOf>>

interface SettingChange {
  readonly setting: string
  readonly change: string
}

/** `svcgen upgrade`: prints what another version of svcgen changes, and changes it with `--yes` or on confirmation. */
export async function upgradeCommand(
  api: string,
  flags: UpgradeFlags,
  environment: Environment,
): Promise<ExitCode> {
  const session = new Session(flags, environment)
  const options = runOptionsOf(api, flags)
  const comparison = await compare(options, session)
  if (comparison === null) return session.fail()
  const upgrade = upgradeOf(comparison, options.out)
  if (session.form === 'text') session.printText(upgradeText(upgrade, session))

  const isPending = hasChanges(upgrade.plan) || upgrade.from !== upgrade.to
  const isDone = isPending && (flags.yes === true || (await isConfirmed(session)))
  const written = new Session(flags, environment)
  const started = performance.now()
  const changes = isDone ? await generate(options, written) : null
  if (isDone && changes === null) return written.fail()
  if (session.form === 'json') {
    const { plan, ...others } = upgrade
    session.printJson({ ok: true, done: isDone, ...others, ...planJson(plan) })
    return EXIT.done
  }
  const shown = isDone ? written : session
  shown.showDiagnostics()
  if (changes !== null) {
    const ms = Math.round(performance.now() - started)
    session.printText(`\n${formatChanges(changes, ms, { dryRun: false, paint: session.paint.out })}`)
  } else if (isPending) {
    session.printText('\nNothing written. Run again with --yes to make these changes\n')
  }
  return EXIT.done
}

async function isConfirmed({ terminal, form, isQuiet }: Session): Promise<boolean> {
  if (!terminal.isInteractive || form !== 'text' || isQuiet) return false
  return /^y(es)?$/i.test(await terminal.ask('\nMake these changes? (y/N) '))
}

function upgradeOf(comparison: Comparison, out: string) {
  const { lock } = comparison.state
  if (lock === null)
    throw new UsageError(`'${out}' contains no generated project\nCreate it with svcgen generate`)
  const [from, to] = [lock.generator, readVersion()]
  return {
    from,
    to,
    releases: compareVersions(from, to) < 0 ? releasesBetween(from, to) : [],
    packages: changedPackages(comparison.changes, comparison.output.folder),
    settings: settingChanges(comparison, from !== to),
    /** The user's code that may no longer compile or behave differently. */
    code: codeChanges(comparison, from),
    plan: planOf(comparison),
  }
}

/** Compares the settings in `service.ini` with those of a new one, which lists defaults as comments. */
function settingChanges(
  { emitted, output, analysis, features }: Comparison,
  isOther: boolean,
): readonly SettingChange[] {
  const found = output.folder.look('service.ini')
  if (found.kind !== 'file') return []
  const known = namesIn(emitted.get('service.ini')?.text ?? '')
  const mentioned = namesIn(found.text)
  const active = new Set(featuresOf(analysis.service, features))
  const owners = new Map(
    FEATURE_NAMES.filter((name) => !active.has(name)).flatMap((name) =>
      featureSettings(name).map((setting) => [setting, name] as const),
    ),
  )
  const isSet = [...parseIni(found.text).entries.keys()]
  return [
    ...isSet.flatMap((setting) => {
      const feature = owners.get(setting)
      return feature === undefined
        ? []
        : [{ setting, change: `requires the feature "${feature}": add it to the features` }]
    }),
    ...[...(isOther ? known : [])]
      .filter((setting) => !mentioned.has(setting))
      .map((setting) => ({ setting, change: 'new; see docs/settings.md' })),
  ]
}

/** Returns the names of the settings in a `service.ini`, including those in comments. */
function namesIn(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(/^[#;]?\s*([a-z][\w.]*)\s*=/gm)].map(([, name = '']) => name))
}

function upgradeText(upgrade: Upgrade, { paint }: Session): string {
  const { from, to, releases, plan } = upgrade
  const bold = (title: string): string => paint.out('bold', title)
  const head = from === to ? `Generated by svcgen ${to}, the current version\n` : `svcgen ${from} → ${to}\n`
  const news = releases.map(({ version, text }) => `\n${bold(`Changes in ${version}`)}\n${text}\n`)
  const tables = [...upgradeTables(upgrade), ...planTables(plan)]
  const changes = tables.length === 0 ? 'No changes\n' : tablesToText(tables, paint.out)
  const hint = plan.offers.length === 0 ? '' : '  svcgen plan shows the differences\n'
  return `${bold(head.trimEnd())}\n${news.join('')}\n${changes}${hint}`
}

function upgradeTables({ packages, settings, code }: Upgrade): readonly Table[] {
  const tables: readonly Table[] = [
    {
      title: 'Packages',
      columns: ['package', 'before', 'after'],
      rows: packages.map(({ name, from, to }) => [name, from ?? '', to]),
    },
    {
      title: 'Settings',
      columns: ['setting', 'change'],
      rows: settings.map(({ setting, change }) => [setting, change]),
    },
    {
      title: 'Your code to check',
      columns: ['file', 'change'],
      rows: code.map(({ file, line, change }) => [`${file}:${line}`, change]),
    },
  ]
  return tables.filter(({ rows }) => rows.length > 0)
}

/** A line of the user's code that a newer version of svcgen treats differently. */
interface CodeChange {
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
function codeChanges({ changes, output }: Comparison, from: string): readonly CodeChange[] {
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
