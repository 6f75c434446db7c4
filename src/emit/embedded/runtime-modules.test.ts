import { expect, test } from 'vitest'
import { runtimeModule } from './runtime-modules.js'

test('a parser finds what a file of the runtime exports and imports, and the settings that it reads', () => {
  const text = `
import { type A, b } from './b.js'
import fastify from 'fastify'
// import { c } from './comment.js'
const text = "import { d } from './text.js'"
export interface Shown { readonly at: import('../folder/type.js').At }
export abstract class Base {}
export const [first, { second }] = pairs, third = 3
export function read(reader: Reader): void
export function read(reader: Reader): void { reader.read('a.b', reader.other('c.d')) }
export type { Again } from './again.js'
export async function* late() { await import('./late.js') }
declare module './augmented.js' { interface Caller { readonly name: string } }
`
  expect(runtimeModule('own/file.ts', text)).toEqual({
    text,
    exports: ['type Shown', 'Base', 'first', 'second', 'third', 'read', 'type Again', 'late'],
    imports: ['own/b.ts', 'own/again.ts', 'folder/type.ts', 'own/late.ts', 'own/augmented.ts'],
    settings: ['a.b'],
  })
  expect(() => runtimeModule('own/file.ts', 'export const =')).toThrow('own/file.ts: ')
})
