import type { Scheme } from './runtime/schemes/schemes.js'

/** The security schemes whose credentials your functions or identity providers check. */
export const schemes: readonly Scheme[] = [
  { name: 'key', kind: 'custom', file: 'src/schemes/key.ts', inputs: [{ in: 'cookie', name: 'session' }] },
  { name: 'csrf', kind: 'custom', file: 'src/schemes/csrf.ts', inputs: [{ in: 'header', name: 'x-csrf' }] },
]
