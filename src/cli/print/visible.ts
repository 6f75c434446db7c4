/** Replaces line breaks and control characters. Names come from the input and could manipulate the terminal. */
export function visible(text: string): string {
  return text.replace(/\p{C}|[\u2028\u2029]/gu, '?')
}
