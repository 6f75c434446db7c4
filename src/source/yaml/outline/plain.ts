import type { WrittenScalar } from '../written.js'

/** What a plain text may stand for besides itself: the core schema (YAML 1.2, 10.3.2). */
const TYPES: readonly (readonly [test: RegExp, read: (text: string) => unknown])[] = [
  [/^(?:~|null|Null|NULL)$/, () => null],
  [/^(?:true|True|TRUE)$/, () => true],
  [/^(?:false|False|FALSE)$/, () => false],
  [/^(?:0o[0-7]+|0x[0-9a-fA-F]+)$/, Number],
  [/^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/, Number],
  [/^[-+]?\.(?:inf|Inf|INF)$/, (text) => (text.startsWith('-') ? -Infinity : Infinity)],
  [/^\.(?:nan|NaN|NAN)$/, () => Number.NaN],
]

const MAY_BE_TYPED = /^[-+.~0-9ntfNTF]/

/** A text without quotes. */
export function plainScalar(source: string, start: number, end: number): WrittenScalar {
  const type = MAY_BE_TYPED.test(source) ? TYPES.find(([test]) => test.test(source)) : undefined
  const value = type === undefined ? source : type[1](source)
  return { kind: 'scalar', value, source, plain: true, start, end }
}

/** A text that is a key, or the path of an `!include`: it stands for itself alone. */
export function textScalar(source: string, start: number, end: number): WrittenScalar {
  return { kind: 'scalar', value: source, source, plain: true, start, end }
}
