/** A `<<name | !function>>` in a text of a trait or resource type. */
export interface ParameterUse {
  /** With its brackets, as it was written. */
  readonly written: string
  readonly name: string
  /** Names of functions in the order in which they apply, without the `!`. */
  readonly functions: readonly string[]
}

const NONE: readonly ParameterUse[] = []

const USE = /<<([^<>]*)>>/g

/** Tells whether a text holds a parameter. */
export function hasParameter(text: string): boolean {
  return text.includes('<<') && text.search(USE) !== -1
}

/** The parameters in a text, in order (RAML 0.8, "Resource Type and Trait Parameters"). */
export function parametersIn(text: string): readonly ParameterUse[] {
  return text.includes('<<')
    ? Array.from(text.matchAll(USE), ([written, inside]) => useOf(written, inside ?? ''))
    : NONE
}

/** Replaces each parameter of a text. @param uses its {@link parametersIn} */
export function replaceParameters(
  text: string,
  uses: readonly ParameterUse[],
  valueOf: (use: ParameterUse) => string,
): string {
  let filled = ''
  let at = 0
  for (const use of uses) {
    const start = text.indexOf(use.written, at)
    filled += text.slice(at, start) + valueOf(use)
    at = start + use.written.length
  }
  return filled + text.slice(at)
}

function useOf(written: string, inside: string): ParameterUse {
  const [name = '', ...functions] = inside.split('|').map((part) => part.trim())
  return { written, name, functions: functions.map((call) => call.replace(/^!\s*/, '')) }
}
