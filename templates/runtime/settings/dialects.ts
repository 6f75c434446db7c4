/** The SQL dialects: the URLs of their databases, and when migrations run unless `migrate` says otherwise. */
export const DIALECTS = {
  postgres: { url: /^postgres(ql)?:\/\//, migrate: 'manual' },
  sqlite: { url: /^sqlite:/, migrate: 'auto' },
} as const

export type DialectName = keyof typeof DIALECTS

export function isDialect(name: string): name is DialectName {
  return Object.hasOwn(DIALECTS, name)
}

/** Returns the dialect of the database at a URL. @throws TypeError if it is not supported */
export function dialectOf(url: string): DialectName {
  const name = Object.keys(DIALECTS)
    .filter(isDialect)
    .find((each) => DIALECTS[each].url.test(url))
  if (name !== undefined) return name
  throw new TypeError(
    `Unsupported database "${url.split(':')[0]}". The URL must be sqlite:<file> or postgres://…`,
  )
}
