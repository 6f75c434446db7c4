import { dirname, relative, resolve, sep } from 'node:path'
import { Collector } from '../diagnostics/collector.js'
import { Budget } from './budget.js'
import { includeRootsOf, resolveInclude, type IncludeRoots, type UnusablePath } from './include-path.js'
import { parseJson } from './json/parse-json.js'
import { LIMITS, type Limits } from './limits.js'
import type { Includes } from './includes.js'
import type { Node, ScalarNode } from './node.js'
import { readTextFile } from './read-file.js'
import type { SourceFile, Span } from './span.js'
import { parseYaml } from './yaml/parse-yaml.js'

const PARSED = /\.(raml|ya?ml)$/
const TEXT = /\.(md|markdown|txt|html?)$/i

/**
 * The input files for a run. Reads the API file and the files that it includes or refers to, each only once, and records
 * all paths for `--watch`.
 * Reports a problem with a file at the location where the file is named.
 */
export class Sources implements Includes {
  readonly collector: Collector
  readonly budget: Budget
  readonly limits: Limits
  readonly #includeRoots: IncludeRoots
  readonly #read = new Map<string, SourceFile | null>()
  readonly #parsed = new Map<string, Node | null>()
  readonly #open: string[] = []
  #characters = 0

  /** @param apiPath the API file; `includeRoot` is an additional folder from which files may be included, or null */
  constructor(apiPath: string, includeRoot: string | null, collector: Collector, limits: Limits = LIMITS) {
    this.limits = limits
    this.budget = new Budget(limits)
    this.#includeRoots = includeRootsOf(dirname(resolve(apiPath)), includeRoot)
    this.collector = collector
  }

  /** Returns the absolute paths of all files that were read or looked for, in the order of access. */
  get files(): readonly string[] {
    return [...this.#read.keys()]
  }

  /** Reads a file given on the command line. If there is a problem, reports it and returns null. */
  readRoot(path: string): SourceFile | null {
    return this.#readFile(resolve(path), null)
  }

  /** Parses a file from {@link readRoot} with its includes. Reports why a file cannot be used and returns null. */
  parse(file: SourceFile): Node | null {
    const known = this.#parsed.get(file.path)
    if (known !== undefined) return known
    this.#open.push(file.path)
    const node = parseYaml(file, this)
    this.#open.pop()
    this.#parsed.set(file.path, node)
    return node
  }

  /**
   * Parses a JSON or YAML file. If the file cannot be used, reports why and returns null. A file that begins with `{` is
   * parsed as JSON, which is faster, and as YAML if it is not JSON and its name does not say that it is.
   */
  parseDocument(file: SourceFile): Node | null {
    if (!/^\s*[{[]/.test(file.text)) return this.parse(file)
    const known = this.#parsed.get(file.path)
    if (known !== undefined) return known
    const isJson = file.name.toLowerCase().endsWith('.json')
    const collector = isJson ? this.collector : new Collector()
    const { text } = file
    const whole = { ...textNode(file), value: text, source: text }
    const node = parseJson(whole, collector, this.limits)
    if (!isJson && (node === null || collector.sorted().length > 0)) return this.parse(file)
    this.#parsed.set(file.path, node)
    return node
  }

  /**
   * Returns the root of the JSON or YAML file that a reference (`$ref`) points to. If the file cannot be used, reports why
   * and returns null. Unlike includes, files may refer to each other.
   * @param written the path as written, without the fragment
   */
  referredFile(written: string, at: Span): Node | null {
    const found = resolveInclude(written, at.file.path, this.#includeRoots, 'reference')
    if ('code' in found) return this.#refuse(found, at)
    const file = this.#readFile(found.path, at)
    return file && this.parseDocument(file)
  }

  include(written: string, at: Span, isProse: boolean): Node | null {
    const found = resolveInclude(written.trim(), at.file.path, this.#includeRoots)
    if ('code' in found) {
      const isOptional = isProse && found.tried !== undefined && TEXT.test(found.tried)
      const message = `${found.message}; its text is left out`
      return this.#refuse(isOptional ? { ...found, code: 'SVC1036', message } : found, at)
    }
    if (this.#open.includes(found.path)) return this.#reportCycle(found.path, at)
    const file = this.#readFile(found.path, at)
    if (file === null) return null
    return PARSED.test(file.path) ? this.parse(file) : textNode(file)
  }

  #refuse({ code, message, help, tried }: UnusablePath, at: Span | null): null {
    if (tried !== undefined) this.#read.set(tried, null)
    this.collector.report(code, { message, at, help })
    return null
  }

  #readFile(path: string, at: Span | null): SourceFile | null {
    const known = this.#read.get(path)
    if (known !== undefined && known !== null) return known
    const read = readTextFile(path, this.#nameOf(path), this.limits)
    if ('code' in read) this.#refuse(read, at)
    const file = 'file' in read && this.#hasRoomFor(read.file, at) ? read.file : null
    this.#read.set(path, file)
    return file
  }

  #hasRoomFor({ text }: SourceFile, at: Span | null): boolean {
    this.#characters += text.length
    if (this.#characters <= this.limits.characters) return true
    if (this.budget.isFirstOverrun()) {
      this.collector.report('SVC1016', {
        message: `The input files have more than ${this.limits.characters} characters in total`,
        at,
        help: 'Include fewer or smaller files',
      })
    }
    return false
  }

  #reportCycle(path: string, at: Span): null {
    const cycle = [...this.#open.slice(this.#open.indexOf(path)), path].map((step) => this.#nameOf(step))
    const message = `Include cycle: ${cycle.join(' → ')}`
    return this.#refuse({ code: 'SVC1034', message, help: 'Remove one of the includes' }, at)
  }

  #nameOf(path: string): string {
    return relative(this.#includeRoots.folder, path).split(sep).join('/')
  }
}

/** Returns a whole file as a single scalar, with CRLF converted to LF as in YAML. */
export function textNode(file: SourceFile): ScalarNode {
  const text = file.text.replaceAll('\r\n', '\n')
  return {
    kind: 'scalar',
    value: text,
    source: text,
    plain: false,
    at: { file, start: 0, end: file.text.length },
  }
}
