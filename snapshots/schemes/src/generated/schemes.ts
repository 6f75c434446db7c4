import type { Scheme } from './runtime/schemes/schemes.js'

/** The security schemes whose credentials your functions or identity providers check. */
export const schemes: readonly Scheme[] = [
  { name: 'oauth', kind: 'bearer', file: 'src/schemes/oauth.ts', inputs: [] },
  { name: 'partner', kind: 'bearer', file: 'src/schemes/partner.ts', inputs: [] },
  { name: 'basic', kind: 'basic', file: 'src/schemes/basic.ts', inputs: [] },
  { name: 'digest', kind: 'digest', file: 'src/schemes/digest.ts', inputs: [] },
  {
    name: 'legacy',
    kind: 'custom',
    file: 'src/schemes/legacy.ts',
    inputs: [
      { in: 'header', name: 'x-legacy-user' },
      { in: 'query', name: 'legacy_token' },
    ],
  },
  { name: 'bare', kind: 'custom', file: 'src/schemes/bare.ts', inputs: [] },
]
