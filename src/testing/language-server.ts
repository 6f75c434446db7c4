import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const TSC = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url))
const HEADER_END = '\r\n\r\n'

interface Message {
  readonly id?: number
  readonly method?: string
  readonly result?: unknown
}

/** Runs TypeScript's language server on a project and returns what an editor shows when the user hovers over a name. */
export class LanguageServer {
  readonly #folder: string
  readonly #process: ChildProcessWithoutNullStreams
  readonly #waiting = new Map<number, (result: unknown) => void>()
  #received = Buffer.alloc(0)
  #lastId = 0

  private constructor(folder: string) {
    this.#folder = folder
    this.#process = spawn(process.execPath, [TSC, '--lsp', '--stdio'], { cwd: folder })
    this.#process.stdout.on('data', (chunk: Buffer) => this.#receive(chunk))
  }

  static async start(folder: string): Promise<LanguageServer> {
    const server = new LanguageServer(folder)
    await server.#ask('initialize', {
      processId: process.pid,
      rootUri: pathToFileURL(folder).href,
      capabilities: { textDocument: { hover: { contentFormat: ['markdown'] } } },
    })
    server.#send({ method: 'initialized', params: {} })
    return server
  }

  /**
   * For each text, finds its first occurrence in a file and returns the type shown when hovering over the name at the
   * end of the text.
   * @throws Error if any of the texts is missing from the file
   */
  async hover(path: string, texts: readonly string[]): Promise<string[]> {
    const file = join(this.#folder, path)
    const uri = pathToFileURL(file).href
    const text = readFileSync(file, 'utf8')
    const textDocument = { uri, languageId: 'typescript', version: 1, text }
    this.#send({ method: 'textDocument/didOpen', params: { textDocument } })
    const shown: string[] = []
    for (const wanted of texts) {
      const start = text.indexOf(wanted)
      if (start === -1) throw new Error(`${path} does not contain "${wanted}"`)
      const lines = text.slice(0, start + wanted.trimEnd().length - 1).split('\n')
      const position = { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 }
      const result = await this.#ask('textDocument/hover', { textDocument: { uri }, position })
      const markdown = String(Object(Object(result).contents).value)
      shown.push(/```\w*\n([^]*?)\n```/.exec(markdown)?.[1] ?? markdown)
    }
    return shown
  }

  stop(): void {
    this.#process.kill()
  }

  #ask(method: string, params: object): Promise<unknown> {
    const id = ++this.#lastId
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve)
      this.#send({ id, method, params })
    })
  }

  #send(message: object): void {
    const text = JSON.stringify({ jsonrpc: '2.0', ...message })
    this.#process.stdin.write(`Content-Length: ${Buffer.byteLength(text)}${HEADER_END}${text}`)
  }

  #receive(chunk: Buffer): void {
    this.#received = Buffer.concat([this.#received, chunk])
    for (;;) {
      const headerEnd = this.#received.indexOf(HEADER_END)
      if (headerEnd === -1) return
      const length = Number(/Content-Length: (\d+)/i.exec(this.#received.toString('utf8', 0, headerEnd))?.[1])
      const start = headerEnd + HEADER_END.length
      if (this.#received.length < start + length) return
      const message: Message = JSON.parse(this.#received.toString('utf8', start, start + length))
      this.#received = this.#received.subarray(start + length)
      this.#take(message)
    }
  }

  #take({ id, method, result }: Message): void {
    if (id === undefined) return
    // Requests from the server, such as those that register capabilities, require a response.
    if (method !== undefined) this.#send({ id, result: null })
    else this.#waiting.get(id)?.(result)
  }
}
