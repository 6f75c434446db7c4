/** What keeps the service from starting, in words for the person who starts it; one fault a line. */
export class StartError extends Error {
  override readonly name = 'StartError'
}
