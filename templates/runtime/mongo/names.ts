/** What has a meaning to the database in a name, or to {@link ownName}. */
const SPECIAL = /^\$|[.%]/
const ESCAPES = /%(2[45E])/g

/** A name in a dict as it is stored: a dot, or a dollar at its beginning, would be a path or an operator to the database. */
export function storedName(name: string): string {
  if (!SPECIAL.test(name)) return name
  return name.replaceAll('%', '%25').replaceAll('.', '%2E').replace(/^\$/, '%24')
}

/** The name that {@link storedName} was given. */
export function ownName(stored: string): string {
  return stored.includes('%') ? stored.replaceAll(ESCAPES, decodeURIComponent) : stored
}
