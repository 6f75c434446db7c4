import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { dirname, join, relative } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { compileProject } from './compile-project.js'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const SVCGEN = join(ROOT, 'bin/svcgen.js')

/** The address shown on the pages. Tests replace its port with a free one. */
const SHOWN_ADDRESS = 'localhost:3000'

/**
 * A fenced block on a page: its language, its title (```ts title=src/a.ts), which names a file, and its text. The block
 * can be in an HTML comment, so that a page can run steps without showing them.
 */
export interface Block {
  readonly language: string
  readonly title: string | null
  readonly text: string
  /**
   * Code that precedes the text but is not shown on the page: an HTML comment directly before the block, `<!-- context
   * … -->`.
   */
  readonly context: string
}

/** A command on a page, the output shown there, and the actual output. */
export interface ShownCommand {
  readonly command: string
  readonly shown: string
  readonly printed: string
}

/** The formats in which pages can show the declarations of an API: each in a `<details>` element with its name. */
export const FORMS = ['RAML', 'OpenAPI'] as const

export type Form = (typeof FORMS)[number]

/** Returns a page without the declarations in other formats. */
export function inForm(form: Form, markdown: string): string {
  return FORMS.filter((other) => other !== form).reduce(
    (text, other) => text.replaceAll(detailsOf(other), ''),
    markdown,
  )
}

/** Returns a pattern for the declarations in a format. */
export function detailsOf(form: Form): RegExp {
  return new RegExp(`^<details>\\n<summary>${form}</summary>\\n[^]*?^</details>$`, 'gm')
}

/** Returns the fenced blocks of Markdown text, in order. */
export function blocksOf(markdown: string): readonly Block[] {
  const blocks = /(?:^<!-- context\n((?:(?!-->)[^])*)-->\n\n)?^```(\w+)(?: title=(\S+))?\n([^]*?)^```$/gm
  return [...markdown.matchAll(blocks)].map(([, context = '', language = '', title = null, text = '']) => ({
    language,
    title,

    text,
    context,
  }))
}

/**
 * Follows a page in a temporary folder: writes each block with a title to the file named by the title (or, if the block
 * is a diff, applies it to that file), and runs the commands in `console` blocks. A `ts` block without a title becomes
 * a separate module in the current project's `src/snippets`. All TypeScript must compile.
 * @returns each command with its output
 * @throws Error if a shell command fails, a diff does not match its file, or a project does not compile
 */
export async function followPage(markdown: string): Promise<readonly ShownCommand[]> {
  mkdirSync(join(ROOT, '.cache'), { recursive: true })
  const shell = new Shell(mkdtempSync(join(ROOT, '.cache', 'docs-')))
  const commands: ShownCommand[] = []
  try {
    for (const { language, title, text, context } of blocksOf(markdown)) {
      if (language === 'console')
        for (const { command, shown } of commandsIn(text))
          commands.push({ command, shown, printed: await shell.run(command) })
      else if (title !== null && language === 'diff') shell.patch(title, text)
      else if (title !== null) shell.write(title, text)
      else if (language === 'ts') shell.addModule(context + text)
    }
    await shell.compileRest()
    return commands
  } finally {
    await shell.end()
  }
}

/** Returns a pattern for the output shown on a page. `…` matches any text, and durations and times can differ. */
export function outputPattern(shown: string): RegExp {
  const escaped = shown.trim().replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const flexible = escaped
    .replace(/\s*…\s*/g, '[^]*')
    .replace(/\d+(?= ms)/g, '\\d+')
    .replace(/\d{4}-\d\d-\d\dT[\d:]+\\\.\d{3}Z/g, '[-\\dT:]+\\.\\d{3}Z')
  return new RegExp(`^${flexible}$`)
}

/** Returns the commands in a `console` block, with the output shown there. */
export function commandsIn(text: string): readonly Pick<ShownCommand, 'command' | 'shown'>[] {
  return text
    .replaceAll('\\\n', '')
    .split(/^\$ /m)
    .slice(1)
    .map((part) => {
      const [command = '', ...lines] = part.split('\n')
      return { command, shown: lines.join('\n').trim() }
    })
}

/** Returns a file's text with the changes of a `diff` block. @throws Error if the diff does not match the text */
export function applyDiff(path: string, text: string, diff: string): string {
  const side = (mark: string): string =>
    diff
      .split('\n')
      .filter((line) => line.startsWith(' ') || line.startsWith(mark))
      .map((line) => line.slice(1))
      .join('\n')
  if (!text.includes(side('-'))) throw new Error(`The diff does not apply to ${path}:\n${diff}\n${text}`)
  return text.replace(side('-'), () => side('+'))
}

class Shell {
  readonly #home: string
  #folder: string
  #service: ChildProcess | null = null
  #address = SHOWN_ADDRESS
  #modules = 0
  /** The projects with TypeScript written since they were last compiled. */
  readonly #uncompiled = new Set<string>()

  constructor(home: string) {
    this.#home = home
    this.#folder = home
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(join(this.#home, path)), { recursive: true })
    writeFileSync(join(this.#home, path), text)
    if (path.endsWith('.ts')) this.#uncompiled.add(join(this.#home, path.split('/')[0] ?? ''))
  }

  /** Adds a module to the current project. @throws Error if the current folder is not a project */
  addModule(text: string): void {
    if (!existsSync(join(this.#folder, 'tsconfig.json')))
      throw new Error(`The page has a ts block outside a project, which is not compiled:\n${text}`)
    this.#modules += 1
    this.write(relative(this.#home, join(this.#folder, `src/snippets/${this.#modules}.ts`)), text)
  }

  async compileRest(): Promise<void> {
    for (const project of this.#uncompiled) await this.#compile(project)
  }

  patch(path: string, diff: string): void {
    this.write(path, applyDiff(path, readFileSync(join(this.#home, path), 'utf8'), diff))
  }

  async run(command: string): Promise<string> {
    if (command.startsWith('cd ')) {
      this.#folder = join(this.#folder, command.slice(3))
      return ''
    }
    if (command.startsWith('npm install')) return this.#install()
    if (command === 'npm start') return this.#start()
    return this.#print(command.replace(/^npx svcgen\b/, `node ${SVCGEN}`))
  }

  /** Stops the service and removes the folder. */
  async end(): Promise<void> {
    await this.#stop()
    rmSync(this.#home, { recursive: true, force: true })
  }

  /** Links the repository's packages, regardless of the project's dependencies. */
  #install(): string {
    const packages = join(this.#folder, 'node_modules')
    if (!existsSync(packages)) symlinkSync(join(ROOT, 'node_modules'), packages)
    return ''
  }

  async #start(): Promise<string> {
    await this.#stop()
    await this.#compile(this.#folder)
    const child = spawn(process.execPath, ['dist/src/main.js'], {
      cwd: this.#folder,
      env: { ...process.env, PORT: '0' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    this.#service = child
    for await (const line of createInterface({ input: child.stdout })) {
      const [, address] = /^listening on http:\/\/(\S+)$/.exec(line) ?? []
      if (address === undefined) continue
      this.#address = address
      // The service logs each request, and would wait if nobody read the log.
      child.stdout.resume()
      return line.replace(/\d+$/, '3000')
    }
    throw new Error('The service did not start')
  }

  async #compile(project: string): Promise<void> {
    await compileProject(project)
    this.#uncompiled.delete(project)
  }

  async #stop(): Promise<void> {
    const child = this.#service
    this.#service = null
    if (child === null || child.exitCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  }

  async #print(command: string): Promise<string> {
    const options = {
      shell: 'bash',
      cwd: this.#folder,
      all: true,
      reject: false,
      preferLocal: true,
      localDir: ROOT,
      env: { NO_COLOR: '1', npm_config_loglevel: 'error' },
    } as const
    const { all } = await execa(command.replaceAll(SHOWN_ADDRESS, this.#address), options)
    return all.replaceAll(this.#address, SHOWN_ADDRESS)
  }
}
