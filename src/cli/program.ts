import { Argument, Command, Option } from 'commander'
import { FEATURE_NAMES } from '../features.js'
import { readVersion } from '../version.js'
import { applyConfig, otherModes } from './config.js'
import type { ExitCode } from './exit.js'
import type { GenerateFlags } from './generate.js'
import type { InitFlags } from './init.js'
import type { InspectFlags } from './inspect.js'
import type { PlanFlags } from './plan.js'
import type { UpgradeFlags } from './upgrade.js'
import { parseFeatures } from './run-options.js'
import { type CommonFlags, type Environment, Session } from './session.js'
import { completionCommand, type Shell, SHELLS } from './completion.js'

/**
 * Builds the command line, on which help, completion and the configuration file are based. Each command is
 * loaded when it is called, so that `--help` is fast.
 * @param done called with the command's exit code
 */
export function buildProgram(environment: Environment, done: (code: ExitCode) => void): Command {
  const { terminal } = environment
  const program = new Command('svcgen')
    .description(
      'Generates a standalone TypeScript service from RAML 0.8 with JSON schemas, or from OpenAPI 3.',
    )
    .version(readVersion(), '--version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .configureOutput({
      writeOut: (text) => terminal.out(text),
      writeErr: (text) => terminal.err(text),
      outputError: () => {},
    })
    .exitOverride()

  const add = (name: string, description: string): Command =>
    program
      .command(name)
      .description(description)
      .option('--json', 'print one JSON document on standard output')
      .option('--quiet', 'print only diagnostics')
      .option('--no-color', 'disable colors')

  const addForApi = (name: string, description: string): Command =>
    add(name, description)
      .argument('<api>', 'the RAML 0.8 or OpenAPI 3 file')
      .addOption(new Option('--engine <engine>', 'storage engine').choices(['svc_sqla', 'svc_mongodb']))
      .option('--include-root <dir>', 'also allow !include of files in this folder')
      .hook('preAction', (_this, command) => applyConfig(command, program))

  const addForProject = (name: string, description: string): Command =>
    addForApi(name, description)
      .option('-o, --out <dir>', 'output folder')
      .addOption(
        new Option(
          '--features <list>',
          `optional parts of the project, separated by commas: ${FEATURE_NAMES.join(', ')}`,
        ).argParser(parseFeatures),
      )

  addForProject('generate', 'generate the service')
    .addOption(
      new Option('--check', 'write nothing; fail if the folder is not up to date').conflicts(
        otherModes('check'),
      ),
    )
    .addOption(
      new Option('--dry-run', 'write nothing; list what would be written').conflicts(otherModes('dry-run')),
    )
    .option('--watch', 'regenerate when an input file changes')
    .option(
      '--force',
      'discard edits to generated files; update unedited files such as README.md; change the engine',
    )
    .option('--allow-destructive', 'allow migrations that lose data')
    .option('--amend', 'replace the newest migration with one that includes the new changes')
    .addOption(new Option('--format <format>', 'format of the diagnostics').choices(['text', 'sarif']))
    .action(async (api: string, flags: GenerateFlags, command: Command) => {
      const { generateCommand } = await import('./generate.js')
      const reload = async (): Promise<GenerateFlags> => {
        await applyConfig(command, program)
        return command.opts<GenerateFlags>()
      }
      done(await generateCommand(api, flags, environment, reload))
    })

  addForApi('inspect', 'show models, relations, routes, access and functions')
    .addOption(
      new Option('--format <format>', 'output format').choices([
        'text',
        'markdown',
        'mermaid',
        'html',
        'sarif',
      ]),
    )
    .option('--who-can <question>', 'list who can make a request, such as "delete /stories/{id}"')
    .option(
      '--as <caller>',
      'list what a caller (everyone, authenticated, g:admin, or a user such as bob) can do',
    )
    .option('--contract', 'list how each operation is answered: as declared, or what it lacks')
    .action(async (api: string, flags: InspectFlags) => {
      const { inspectCommand } = await import('./inspect.js')
      done(await inspectCommand(api, flags, environment))
    })

  addForProject('plan', 'show what would change: files, API, database, stubs')
    .option('--force', 'show what generate --force would do')
    .option('--amend', 'show what generate --amend would do')
    .option('--exit-code', 'exit with 2 if there are changes, or with 4 if any change loses data')
    .addOption(
      new Option('--fail-on <changes>', 'exit with 2 if there are such changes of the API')
        .choices(['breaking'])
        .conflicts('exitCode'),
    )
    .addOption(new Option('--format <format>', 'output format').choices(['text', 'markdown']))
    .action(async (api: string, flags: PlanFlags) => {
      const { planCommand } = await import('./plan.js')
      done(await planCommand(api, flags, environment))
    })

  addForProject('upgrade', 'show what another version of svcgen changes in a project, and change it')
    .option('--yes', 'make the changes without asking')
    .option('--allow-destructive', 'allow migrations that lose data')
    .action(async (api: string, flags: UpgradeFlags) => {
      const { upgradeCommand } = await import('./upgrade.js')
      done(await upgradeCommand(api, flags, environment))
    })

  add('explain', 'explain a diagnostic code, or list all codes')
    .argument('[code]', 'SVC1001, …')
    .action(async (code: string | undefined, flags: CommonFlags) => {
      const { explainCommand } = await import('./explain.js')
      done(explainCommand(code, flags, environment))
    })

  add('init', 'create a sample API')
    .argument('<dir>', 'folder for the API file and its schemas')
    .option('--openapi', 'write an OpenAPI 3.1 document instead of RAML')
    .action(async (dir: string, flags: InitFlags) => {
      const { initCommand } = await import('./init.js')
      done(await initCommand(dir, flags, environment))
    })

  add('completion', 'print a completion script for a shell')
    .addArgument(new Argument('<shell>', 'the shell').choices(SHELLS))
    .action((shell: Shell, flags: CommonFlags) => {
      done(completionCommand(shell, program, new Session(flags, environment)))
    })

  return program
}
