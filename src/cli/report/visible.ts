/** Names come from the input: what would break the line or steer a terminal is shown as `?`. */
export function visible(text: string): string {
  return text.replace(/\p{C}|[\u2028\u2029]/gu, '?')
}
