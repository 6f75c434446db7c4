/** The value fits. */
export function good(value) {
  return { ok: true, value }
}
/** The value does not fit; the message says what would. */
export function bad(message) {
  return { ok: false, message }
}
