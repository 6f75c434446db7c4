import { existsSync, lstatSync, readlinkSync, realpathSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { type Command, InvalidArgumentError, type Option } from 'commander'
import { Collector } from '../diagnostics/collector.js'
import { didYouMean } from '../diagnostics/nearest.js'
import { LIMITS } from '../source/limits.js'
import { readTextFile } from '../source/read-file.js'
import type { SourceFile, Span } from '../source/span.js'

const NAMES = ['svcgen.config.json', 'svcgen.config.yaml'] as const

/** Thrown if the configuration file has errors. The errors are in the collector. */
export class ConfigError extends Error {
  readonly collector: Collector

  constructor(collector: Collector) {
    super('the configuration file has errors')
    this.collector = collector
  }
}

/**
 * Sets the options of a command from `svcgen.config.json` or `.yaml` in the RAML file's folder. The command
 * line takes precedence. Options for other commands are ignored. Paths in the configuration file are relative to its
 * folder.
 * @throws ConfigError
 */
export async function applyConfig(command: Command, program: Command): Promise<void> {
  resetOptions(command)
  const folder = dirname(resolve(command.args[0] ?? ''))
  const names = NAMES.filter((name) => existsSync(join(folder, name)))
  const [name] = names
  if (name === undefined) return

  const collector = new Collector()
  const file = readConfig(join(folder, name), name, collector)
  if (names.length > 1) {
    const message = `Both ${names.join(' and ')} exist in the API file's folder`
    collector.report('SVC7004', { message, at: null, help: 'Delete one of them' })
  }
  const known = optionsOf(program, command)
  const settings = await readSettings(file, collector)
  for (const { key, value, keyAt, valueAt } of settings) {
    const option = known.get(key)
    if (option === undefined) {
      const names = [...known.keys()].toSorted()
      const help = didYouMean(key, known.keys()) ?? `Use one of ${names.join(', ')}`
      collector.report('SVC7002', { message: `Unknown key "${key}"`, at: keyAt, help })
      continue
    }
    const setting = settingOf(option, value, folder)
    if ('problem' in setting) {
      collector.report('SVC7003', { message: `"${key}" ${setting.problem}`, at: valueAt })
      continue
    }
    setOption(command, option, setting.value)
  }
  selectMode(command, settings, collector)
  if (collector.hasErrors) throw new ConfigError(collector)
}

export function configPaths(api: string): readonly string[] {
  return NAMES.map((name) => join(dirname(resolve(api)), name))
}

/** Resets the options that were set when the configuration file was last read. */
function resetOptions(command: Command): void {
  for (const option of command.options) {
    const name = option.attributeName()
    if (command.getOptionValueSource(name) === 'config')
      command.setOptionValueWithSource(name, undefined, undefined)
  }
}

function readConfig(path: string, name: string, collector: Collector): SourceFile {
  const read = readTextFile(path, name, LIMITS)
  if ('file' in read) return read.file
  collector.report('SVC7004', {
    message: `Cannot read "${name}"`,
    at: null,
    help: 'Check that it is a text file and that you have permission to read it',
  })
  return { path, name, text: '' }
}

interface Setting {
  readonly key: string
  readonly value: unknown
  readonly keyAt: Span
  readonly valueAt: Span
}

async function readSettings(file: SourceFile, collector: Collector): Promise<readonly Setting[]> {
  const { isMap, isScalar, isSeq, parseDocument } = await import('yaml')
  const document = parseDocument(file.text, { schema: 'core', prettyErrors: false })
  const spanOf = (range: readonly number[] | null | undefined): Span => ({
    file,
    start: range?.[0] ?? 0,
    end: range?.[1] ?? 0,
  })
  for (const { message, pos } of document.errors) {
    collector.report('SVC7004', { message: `Invalid configuration file: ${message}`, at: spanOf(pos) })
  }
  if (document.errors.length > 0 || document.contents === null) return []
  if (!isMap(document.contents)) {
    const at = spanOf(document.contents.range)
    collector.report('SVC7004', { message: 'The configuration file must be a map', at })
    return []
  }
  return document.contents.items.map(({ key, value }) => ({
    key: isScalar(key) ? String(key.value) : '',
    value: isScalar(value) ? value.value : isSeq(value) ? value.toJSON() : value,
    keyAt: spanOf(isScalar(key) ? key.range : null),
    valueAt: spanOf(isScalar(value) || isSeq(value) ? value.range : isScalar(key) ? key.range : null),
  }))
}

/** Returns the options of all commands by long name without dashes, preferring those of `command`. */
function optionsOf(program: Command, command: Command): ReadonlyMap<string, Option> {
  const options = [...program.commands, command].flatMap((each) => each.options)
  return new Map(options.map((option) => [(option.long ?? '').replace(/^--/, ''), option]))
}

/** Returns a value in commander's representation, or what is wrong with it. */
function settingOf(
  option: Option,
  value: unknown,
  folder: string,
): { readonly value: unknown } | { readonly problem: string } {
  if (option.isBoolean() || option.negate) {
    if (typeof value !== 'boolean') return { problem: 'must be true or false' }
    return { value: option.negate ? !value : value }
  }
  if (option.flags.includes('<list>')) return listOf(option, value)
  if (option.argChoices !== undefined && !option.argChoices.some((choice) => choice === value))
    return { problem: `must be one of ${option.argChoices.join(', ')}` }
  if (typeof value !== 'string') return { problem: 'must be a string' }
  if (!option.flags.includes('<dir>')) return { value }
  const path = resolve(folder, value)
  if (isWithin(realPath(path), realPath(repositoryOf(folder)))) return { value: path }
  return {
    problem: `leads outside the repository, or without one outside the folder of the file; use --${option.name()} on the command line`,
  }
}

/** Returns the folder of the repository that contains a folder, or the folder itself if there is none. */
function repositoryOf(folder: string): string {
  for (let path = folder; dirname(path) !== path; path = dirname(path))
    if (existsSync(join(path, '.git'))) return path
  return folder
}

/** Returns where a path leads: symbolic links in the part that exists are followed, at most `links` that lead nowhere. */
function realPath(path: string, links = 10): string {
  try {
    return realpathSync(path)
  } catch {
    const isLink = links > 0 && lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true
    return isLink
      ? realPath(resolve(dirname(path), readlinkSync(path)), links - 1)
      : join(realPath(dirname(path), links), basename(path))
  }
}

function isWithin(path: string, folder: string): boolean {
  const [first] = relative(folder, path).split(sep)
  return first !== '..' && !isAbsolute(relative(folder, path))
}

function listOf(option: Option, value: unknown): { readonly value: unknown } | { readonly problem: string } {
  const items: readonly unknown[] = Array.isArray(value) ? value : [value]
  if (!items.every((item) => typeof item === 'string')) return { problem: 'must be a list of strings' }
  try {
    return { value: option.parseArg?.(items.join(','), undefined) }
  } catch (error) {
    if (error instanceof InvalidArgumentError) return { problem: `is invalid: ${error.message}` }
    throw error
  }
}

function setOption(command: Command, option: Option, value: unknown): void {
  const name = option.attributeName()
  const isKnown = command.options.some((own) => own.long === option.long)
  const source = command.getOptionValueSource(name)
  if (isKnown && source !== 'cli') command.setOptionValueWithSource(name, value, 'config')
}

/** Ignores the modes in the file if the command line specifies one. Otherwise, reports all modes except the first. */
function selectMode(command: Command, settings: readonly Setting[], collector: Collector): void {
  const given = MODES.filter(({ attribute }) => command.getOptionValue(attribute) === true)
  const inFile = given.filter(({ attribute }) => command.getOptionValueSource(attribute) === 'config')
  if (inFile.length < given.length) {
    for (const { attribute } of inFile) command.setOptionValueWithSource(attribute, undefined, undefined)
    return
  }
  const [first, ...others] = settings.filter(({ key }) => inFile.some(({ option }) => option === key))
  for (const { key, keyAt } of others) {
    const message = `"${key}" cannot be combined with "${first?.key ?? ''}"`
    collector.report('SVC7005', { message, at: keyAt, help: 'Remove one of them' })
  }
}

const MODES = [
  { option: 'check', attribute: 'check' },
  { option: 'dry-run', attribute: 'dryRun' },
  { option: 'watch', attribute: 'watch' },
] as const

/** Returns commander's names for the modes that conflict with a mode. */
export function otherModes(option: (typeof MODES)[number]['option']): string[] {
  return MODES.filter((mode) => mode.option !== option).map(({ attribute }) => attribute)
}
