import { Readable } from 'node:stream'
import type { TestResponse } from './service.js'

/** A body that a client sends only when told to. */
class LateBody extends Readable {
  override _read(): void {}

  finish(body: object): void {
    this.push(JSON.stringify(body))
    this.push(null)
  }
}

/** Time in which a service identifies the caller of a request whose body has not arrived, in milliseconds. */
const IDENTIFIED = 200

/**
 * Sends a request whose body arrives only after `meanwhile`.
 * @param send sends the request with this body
 */
export async function sendLate(
  send: (body: Readable) => Promise<TestResponse>,
  body: object,
  meanwhile: () => Promise<unknown>,
): Promise<TestResponse> {
  const given = new LateBody()
  const response = send(given)
  await new Promise((resolve) => void setTimeout(resolve, IDENTIFIED))
  await meanwhile()
  given.finish(body)
  return response
}
