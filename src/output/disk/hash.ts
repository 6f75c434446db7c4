import { hash } from 'node:crypto'

/** Returns the SHA-256 of bytes, or of a string in UTF-8, in hex (SPEC 4). */
export function hashOf(content: string | Uint8Array): string {
  return hash('sha256', content)
}
