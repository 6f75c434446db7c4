import { isMap, isPair, parseDocument, visit, type Pair } from 'yaml'

type Random = (below: number) => number

/** Returns JSON with shuffled keys, except below `kept`, where the order is significant. */
export function shuffledJson(text: string, kept: readonly string[], random: Random): string {
  const shuffle = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(shuffle)
    if (typeof value !== 'object' || value === null) return value
    const entries = Object.entries(value).map(([key, item]) => [
      key,
      kept.includes(key) ? item : shuffle(item),
    ])
    return Object.fromEntries(shuffled(entries, random))
  }
  return JSON.stringify(shuffle(JSON.parse(text)), null, 3)
}

/** Returns RAML with shuffled keys. */
export function shuffledRaml(text: string, random: Random): string {
  const [header = '', ...lines] = text.split('\n')
  const document = parseDocument(lines.join('\n'), {
    customTags: [{ tag: '!include', resolve: (path: string) => path }],
  })
  visit(document, {
    Map: (_, map) => {
      if (isMap(map))
        map.items = shuffled(
          map.items.filter((item): item is Pair => isPair(item)),
          random,
        )
    },
  })
  return `${header}\n${document.toString({ lineWidth: 0 })}`
}

function shuffled<T>(items: readonly T[], random: Random): T[] {
  const keyed = items.map((item) => ({ item, key: random(2 ** 31) }))
  return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item)
}
