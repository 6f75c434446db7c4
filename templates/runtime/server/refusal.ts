import { HttpError, NotFound } from '../errors.js'
import type { KnownPaths } from './known-paths.js'
import { pathOf } from './problem.js'

/** Why a request has no route: its path is unknown (404), or has other methods (405 with these in `Allow`, RFC 9110, 15.5.6). */
export function refusal(known: KnownPaths, method: string, url: string): HttpError {
  const methods = known.methods(url)
  const path = pathOf(url)
  if (methods.length === 0) {
    const isBelow = `${path}/`.startsWith(`${known.basePath}/`)
    return new NotFound(`there is nothing at ${path}${isBelow ? '' : `: the API is at ${known.basePath}`}`)
  }
  const allow = methods.join(', ')
  return new HttpError(405, `${path} does not take ${method}, but ${allow}`, {
    headers: { Allow: allow },
  })
}
