import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'

type Pair = readonly [Socket, Socket]

/**
 * A proxy between a service and a server that it uses. It can refuse connections, as if the server were down, or accept
 * them and never respond.
 */
export class ServerProxy {
  readonly #host: string
  readonly #port: number
  readonly #pairs = new Set<Pair>()
  #server: Server | undefined
  #hangs = false
  port = 0

  constructor(host: string, port: number) {
    this.#host = host
    this.#port = port
  }

  async open(): Promise<void> {
    this.#server = createServer((near) => this.#tie([near, connect(this.#port, this.#host)])).listen(
      this.port,
      '127.0.0.1',
    )
    await once(this.#server, 'listening')
    const address = this.#server.address()
    this.port = typeof address === 'object' && address !== null ? address.port : 0
  }

  async cut(): Promise<void> {
    for (const socket of [...this.#pairs].flat()) socket.destroy()
    this.#pairs.clear()
    const server = this.#server
    if (server === undefined) return
    await new Promise((resolve) => server.close(resolve))
  }

  hang(): void {
    this.#hangs = true
    for (const [near, far] of this.#pairs) {
      near.unpipe(far)
      far.unpipe(near)
    }
  }

  resume(): void {
    this.#hangs = false
    for (const pair of this.#pairs) flow(pair)
  }

  #tie(pair: Pair): void {
    const [near, far] = pair
    this.#pairs.add(pair)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on('error', () => other.destroy())
      one.on('close', () => {
        other.destroy()
        this.#pairs.delete(pair)
      })
    }
    if (!this.#hangs) flow(pair)
  }
}

function flow([near, far]: Pair): void {
  near.pipe(far)
  far.pipe(near)
}
