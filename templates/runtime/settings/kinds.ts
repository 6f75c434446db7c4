/** How the text of a setting is read. */
export interface Kind<T> {
  /** What a value must be, as it ends a message: `must be …`. */
  readonly expects: string
  /** Gives undefined for a text that is no such value. */
  parse(text: string): T | undefined
}

/** Any text. */
export const TEXT: Kind<string> = { expects: 'text', parse: (text) => text }

const TRUTH: Readonly<Record<string, boolean>> = {
  true: true,
  yes: true,
  on: true,
  1: true,
  false: false,
  no: false,
  off: false,
  0: false,
}

export const BOOLEAN: Kind<boolean> = {
  expects: 'true or false',
  parse: (text) => (Object.hasOwn(TRUTH, text.toLowerCase()) ? TRUTH[text.toLowerCase()] : undefined),
}

/** A whole number within bounds, both included. */
export function integer(min: number, max: number): Kind<number> {
  return {
    expects: `a whole number from ${min} to ${max}`,
    parse: (text) => {
      const value = /^\d{1,15}$/.test(text) ? Number(text) : -1
      return value >= min && value <= max ? value : undefined
    },
  }
}

/** One of some words. */
export function choice<const T extends string>(...words: readonly T[]): Kind<T> {
  return {
    expects: `one of ${words.join(', ')}`,
    parse: (text) => words.find((word) => word === text),
  }
}

/** A URL that begins with one of these schemes; it is kept as written. */
export function url(...schemes: readonly string[]): Kind<string> {
  const starts = schemes.map((scheme) => `${scheme}://`)
  return {
    expects: `a URL that begins with ${starts.join(' or ')}`,
    parse: (text) =>
      starts.some((start) => text.startsWith(start)) && URL.canParse(text) ? text : undefined,
  }
}

/** Scheme and host of a web site, without a path: `https://api.example.com`. */
export const ORIGIN: Kind<string> = {
  expects: 'scheme and host alone, such as https://api.example.com',
  parse: (text) => {
    const parsed = /^https?:\/\//.test(text) && URL.canParse(text) ? new URL(text) : undefined
    return parsed !== undefined && parsed.href === `${parsed.origin}/` ? parsed.origin : undefined
  },
}

/** Origins that are separated by commas; `*` stands for all. */
export const ORIGINS: Kind<readonly string[]> = {
  expects: '* or origins separated by commas, such as https://example.com, https://example.org',
  parse: (text) => {
    const origins = items(text).map((item) => (item === '*' ? item : ORIGIN.parse(item)))
    return origins.every((origin) => origin !== undefined) ? origins : undefined
  },
}

/** `sqlite:<file>`, `sqlite::memory:` or a URL of PostgreSQL. */
export const DATABASE_URL: Kind<string> = {
  expects: 'sqlite:<file>, sqlite::memory: or postgres://user:password@host/database',
  parse: (text) => (/^sqlite:./.test(text) ? text : url('postgres', 'postgresql').parse(text)),
}

/** Which proxies are believed: all, none, or those with these addresses (as Fastify's `trustProxy`). */
export const TRUST: Kind<boolean | string[]> = {
  expects: 'true, false, or addresses and networks separated by commas, such as 10.0.0.0/8',
  parse: (text) => {
    const addresses = items(text)
    return BOOLEAN.parse(text) ?? (addresses.every((item) => ADDRESS.test(item)) ? addresses : undefined)
  },
}

const ADDRESS = /^([\da-f.:]+(\/\d{1,3})?|loopback|linklocal|uniquelocal)$/i

function items(text: string): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
}
