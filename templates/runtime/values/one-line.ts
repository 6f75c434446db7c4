/**
 * Returns a text on one line, without control characters: texts of clients must neither control a terminal nor look like
 * further lines of the output, which CI systems read commands from.
 */
export function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
}
