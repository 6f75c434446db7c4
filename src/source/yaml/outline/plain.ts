import { isScalar, Schema } from 'yaml'
import { BARE, type WrittenScalar } from '../written.js'

/** What a plain text may stand for besides itself: numbers, booleans, null (YAML 1.2, 10.3). */
const TYPES = new Schema({ schema: 'core' }).tags.flatMap((tag) =>
  tag.collection === undefined && tag.default === true && tag.test !== undefined
    ? [{ test: tag.test, read: (text: string) => tag.resolve(text, () => {}, {}) }]
    : [],
)

const MAY_BE_TYPED = /^[-+.~0-9ntfNTF]/

/** A text without quotes. */
export function plainScalar(source: string, start: number, end: number): WrittenScalar {
  const type = MAY_BE_TYPED.test(source) ? TYPES.find(({ test }) => test.test(source)) : undefined
  const read = type === undefined ? source : type.read(source)
  return {
    kind: 'scalar',
    value: isScalar(read) ? read.value : read,
    source,
    plain: true,
    ...BARE,
    start,
    end,
  }
}

/** A text that is a key, or the path of an `!include`: it stands for itself alone. */
export function textScalar(source: string, start: number, end: number): WrittenScalar {
  return { kind: 'scalar', value: source, source, plain: true, ...BARE, start, end }
}
