import { hash } from 'node:crypto'

/** Returns the SHA-256 hash of bytes, or of a string encoded as UTF-8, in hexadecimal. */
export function hashOf(content: string | Uint8Array): string {
  return hash('sha256', content)
}
