/** Returns the body whose media type `Accept` prefers (RFC 9110, 12.5.1), or the first body if it accepts none. */
export function acceptedOf<T extends { readonly type: string }>(
  bodies: readonly T[],
  accept: string | undefined,
): T | undefined {
  const [first] = bodies
  if (accept === undefined) return first
  const ranges = accept.split(',').map(rangeOf)
  let best = first
  let bestQuality = 0
  for (const body of bodies) {
    const quality = qualityOf(body.type, ranges)
    if (quality > bestQuality) [best, bestQuality] = [body, quality]
  }
  return best
}

interface Range {
  readonly type: string
  readonly quality: number
}

function rangeOf(text: string): Range {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase())
  const quality = parameters.find((parameter) => parameter.startsWith('q='))
  return { type, quality: quality === undefined ? 1 : Number(quality.slice(2)) || 0 }
}

/** Returns the q-value for a media type: the value of the most specific range that matches it. */
function qualityOf(type: string, ranges: readonly Range[]): number {
  for (const name of [type, `${type.split('/', 1)[0]}/*`, '*/*']) {
    const range = ranges.find((each) => each.type === name)
    if (range !== undefined) return range.quality
  }
  return 0
}
