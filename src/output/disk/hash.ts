import { hash } from 'node:crypto'

/** SHA-256 of a text's UTF-8 bytes, or of bytes, in hex (SPEC 4, the lock). */
export function hashOf(content: string | Uint8Array): string {
  return hash('sha256', content)
}
