import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import type { Random } from '../../testing/random.js'

/** A mail that the provider has accepted. */
export interface SentMail {
  /** For what it was sent: the idempotency key. */
  readonly key: string
  readonly to: string
  readonly text: string
}

/** The HTTP API of a mail provider, which records every request, also those with the key of an earlier one. */
export interface MailSink {
  readonly url: string
  readonly mails: readonly SentMail[]
  close(): Promise<void>
}

/**
 * Starts a mail provider.
 * @param failures the share of requests that fail
 */
export async function startMailSink(next: Random, failures: number): Promise<MailSink> {
  const mails: SentMail[] = []
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      const { to, text }: { to?: unknown; text?: unknown } = Object(body)
      const isAccepted = next() >= failures
      const key = String(request.headers['idempotency-key'])
      if (isAccepted) mails.push({ key, to: String(to), text: String(text) })
      response.writeHead(isAccepted ? 202 : 503).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address: AddressInfo | string | null = server.address()
  if (address === null || typeof address === 'string') throw new Error('the sink has no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    mails,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
