import * as codec from '../codec.js'
/** PostgreSQL's answers are read as text. */
const boolean = {
  encode: (value) => value === true,
  decode: (stored) => stored === 't' || stored === 'true',
}
const bigInteger = {
  encode: (value) => String(value),
  decode: codec.bigInteger.decode,
}
/** `2015-03-14 09:26:53.5+00` with the session's time zone at UTC. */
const datetime = {
  encode: codec.datetime.encode,
  decode: (stored) => {
    const [date = '', clock = ''] = String(stored)
      .replace(/[+-]00$/, '')
      .split(' ')
    const [seconds = '', fraction = ''] = clock.split('.')
    return `${date}T${seconds}.${fraction.slice(0, 3).padEnd(3, '0')}Z`
  },
}
const time = {
  encode: codec.time.encode,
  decode: (stored) => String(stored).slice(0, 8),
}
/** `\x` and hexadecimal digits. */
const binary = {
  encode: (value) => Buffer.from(String(value), 'base64'),
  decode: (stored) => Buffer.from(String(stored).slice(2), 'hex').toString('base64'),
}
const CODECS = {
  id_field: () => codec.number,
  object_id: () => codec.text,
  string: () => codec.text,
  text: () => codec.text,
  integer: () => codec.number,
  small_integer: () => codec.number,
  big_integer: () => bigInteger,
  float: () => codec.number,
  decimal: (type) => codec.decimal(type.asString === true),
  boolean: () => boolean,
  date: () => codec.text,
  datetime: () => datetime,
  time: () => time,
  interval: () => codec.number,
  binary: () => binary,
  choice: (type) => codec.choice(type.choices ?? []),
  list: (type) => codec.list(itemCodec(type), type.itemType),
  dict: () => codec.json,
  pickle: () => codec.json,
}
/** Moments and times in a list are stored as they are answered. */
function itemCodec(type) {
  const item = { ...type, type: type.itemType ?? 'string' }
  return item.type === 'datetime' ? codec.datetime : postgresCodec(item)
}
/** How PostgreSQL stores values of a type (SPEC 1.3). */
export function postgresCodec(type) {
  return CODECS[type.type](type)
}
