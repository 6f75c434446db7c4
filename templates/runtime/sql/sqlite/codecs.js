import * as codec from '../codec.js'
const boolean = {
  encode: (value) => (value === true ? 1 : 0),
  decode: (stored) => stored === 1,
}
const binary = {
  encode: (value) => Buffer.from(String(value), 'base64'),
  decode: (stored) =>
    stored instanceof Uint8Array ? Buffer.from(stored).toString('base64') : String(stored),
}
const CODECS = {
  id_field: () => codec.number,
  object_id: () => codec.text,
  string: () => codec.text,
  text: () => codec.text,
  integer: () => codec.number,
  small_integer: () => codec.number,
  big_integer: () => codec.bigInteger,
  float: () => codec.number,
  decimal: (type) => codec.decimal(type.asString === true),
  boolean: () => boolean,
  date: () => codec.text,
  datetime: () => codec.datetime,
  time: () => codec.time,
  interval: () => codec.number,
  binary: () => binary,
  choice: (type) => codec.choice(type.choices ?? []),
  list: (type) => codec.list(sqliteCodec({ ...type, type: type.itemType ?? 'string' }), type.itemType),
  dict: () => codec.json,
  pickle: () => codec.json,
}
/** How SQLite stores values of a type (SPEC 1.3). */
export function sqliteCodec(type) {
  return CODECS[type.type](type)
}
