import { createServer, type AddressInfo, type Server } from 'node:net'

/**
 * A fake Redis server with the commands required by counters: SET NX, INCR and TTL in transactions, and the script that
 * removes a hit.
 */
export class FakeRedis {
  readonly #values = new Map<string, { count: number; readonly seconds: number }>()
  readonly #server: Server = createServer((socket) => {
    let queue: string[][] | undefined
    socket.on('data', (chunk) => {
      for (const command of commandsIn(chunk.toString())) {
        const name = command[0]?.toUpperCase()
        if (name === 'MULTI') queue = []
        if (name === 'EXEC') {
          const replies = (queue ?? []).map((queued) => this.#run(queued))
          queue = undefined
          socket.write(`*${replies.length}\r\n${replies.join('')}`)
        } else if (queue !== undefined && name !== 'MULTI') {
          queue.push(command)
          socket.write('+QUEUED\r\n')
        } else {
          socket.write(this.#run(command))
        }
      }
    })
  })

  /** Starts the server on a free port and returns the port. */
  async listen(): Promise<number> {
    await new Promise<void>((resolve) => {
      this.#server.listen(0, '127.0.0.1', resolve)
    })
    const address: AddressInfo | string | null = this.#server.address()
    return typeof address === 'object' && address !== null ? address.port : 0
  }

  close(): void {
    this.#server.close()
  }

  #run([name = '', key = '', ...rest]: readonly string[]): string {
    switch (name.toUpperCase()) {
      case 'SET':
        if (this.#values.has(key)) return '$-1\r\n'
        this.#values.set(key, { count: Number(rest[0]), seconds: Number(rest[2]) })
        return '+OK\r\n'
      case 'INCR':
        return this.#add(key, 1)
      case 'EVAL':
        return (this.#values.get(rest[1] ?? '')?.count ?? 0) > 0 ? this.#add(rest[1] ?? '', -1) : '$-1\r\n'
      case 'TTL':
        return `:${this.#values.get(key)?.seconds ?? -2}\r\n`
      case 'INFO':
        return '$19\r\nredis_version:7.0.0\r\n'
      default:
        return '+OK\r\n'
    }
  }

  #add(key: string, by: number): string {
    const value = this.#values.get(key) ?? { count: 0, seconds: -1 }
    value.count += by
    this.#values.set(key, value)
    return `:${value.count}\r\n`
  }
}

/** Parses the commands in received data. Tests never send a command in two chunks. */
function commandsIn(text: string): string[][] {
  const lines = text.split('\r\n')
  const commands: string[][] = []
  for (let at = 0; lines[at]?.startsWith('*') === true;) {
    const count = Number(lines[at]?.slice(1))
    commands.push(Array.from({ length: count }, (_, index) => lines[at + 2 + index * 2] ?? ''))
    at += 1 + count * 2
  }
  return commands
}
