/** A parameter `<<name | !function>>` in a trait or resource type. */
export interface ParameterUse {
  /** The parameter as written, with its brackets. */
  readonly written: string
  readonly name: string
  /** The names of the functions without the `!`, in the order in which they are applied. */
  readonly functions: readonly string[]
}

const NONE: readonly ParameterUse[] = []

const USE = /<<([^<>]*)>>/g

export function hasParameter(text: string): boolean {
  return text.includes('<<') && text.search(USE) !== -1
}

/** Returns the parameters in a string, in order (RAML 0.8, "Resource Type and Trait Parameters"). */
export function parametersIn(text: string): readonly ParameterUse[] {
  return text.includes('<<')
    ? Array.from(text.matchAll(USE), ([written, inside]) => useOf(written, inside ?? ''))
    : NONE
}

/** Replaces the parameters in a string, which are those of {@link parametersIn}. */
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
