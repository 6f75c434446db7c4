type Random = (below: number) => number

/**
 * Strings that, if emitted unescaped, would be code or would end a comment or string, names with a special meaning in
 * JavaScript, and edge cases.
 */
const PIECES: readonly string[] = [
  '*/ evil() /*',
  '`${evil()}`',
  '${evil()}',
  '"; evil() //',
  "'; evil(); '",
  '\nevil()\n',
  '\revil()',
  '\u2028evil()\u2029',
  '</script><script>evil()</script>',
  '{{evil}}',
  '<<evil>>',
  '%s%n',
  '\\',
  '\\u{61}',
  '$&$1',
  '--> <!--',
  'é',
  '日本',
  '😀',
  '\u202e',
  ' ',
  '.',
  '-',
  '/',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'valueOf',
  'then',
  'length',
  'name',
  'class',
  'default',
  'await',
  'enum',
  'eval',
  'arguments',
  'undefined',
  'null',
  'NaN',
  'true',
  '0',
  '1e3',
  'id',
  'ID',
  '_id',
  'rowid',
  'select',
  'data',
  'where',
  'q',
  'x'.repeat(300),
]

/** Returns a hostile string: one piece or several joined pieces. */
export function hostileText(random: Random): string {
  const count = [1, 1, 2, 3][random(4)] ?? 1
  return Array.from({ length: count }, () => PIECES[random(PIECES.length)] ?? '').join('')
}
