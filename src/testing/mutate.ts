const PIECES = [
  ...'{ } [ ] : , " \' | > &a *a !x << >> <<x>> # % @ ` \\ \\u ~ / null yes true 1e999 __proto__'.split(' '),
  ...'story.json api.raml /stories: get: is: type: --- ...'.split(' '),
  ': ',
  '- ',
  '? ',
  '\n',
  '\n  ',
  '\t',
  '|\n',
  '!include ',
  '<<: ',
  'constructor: ',
  '...\n',
  '---\n',
  '\0',
  '\u2028',
  '\uFEFF',
  '\uD800',
]

/** Returns RAML or JSON text with one to four random changes: parts removed, replaced, duplicated or inserted. */
export function mutate(text: string, random: (below: number) => number): string {
  let result = text
  for (let left = 1 + random(4); left > 0; left--) {
    const start = random(result.length + 1)
    const end = Math.min(result.length, start + 1 + random(30))
    const cut = result.slice(start, end)
    const piece = PIECES[random(PIECES.length)] ?? ''
    const inserted = [piece, '', cut + cut, piece + cut][random(4)] ?? ''
    result = result.slice(0, start) + inserted + result.slice(end)
  }
  return result
}
