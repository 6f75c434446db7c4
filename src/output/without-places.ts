/** A place in JSON; a field of the user's may be called `loc`, too. No text holds this, as quotes in texts have a backslash. */
const PLACE = /"loc":\{"file":"(?:[^"\\]|\\.)*","line":\d+,"column":\d+\}/g
const NOWHERE = '"loc":{"file":"","line":0,"column":0}'

/**
 * The JSON of a part of the IR as the lock keeps it: places all alike, so that a line more in the RAML file does not change half of the lock, and git
 * can merge the locks of two branches.
 */
export function jsonWithoutPlaces(part: unknown): string {
  return JSON.stringify(part).replaceAll(PLACE, NOWHERE)
}
