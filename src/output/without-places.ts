import type { Service } from '../ir/index.js'

/** A place in JSON; a field of the user's may be called `loc`, too. No text holds this, as quotes in texts have a backslash. */
const PLACE = /"loc":\{"file":"(?:[^"\\]|\\.)*","line":\d+,"column":\d+\}/g
const NOWHERE = '"loc":{"file":"","line":0,"column":0}'

/**
 * The IR as the lock keeps it: places all alike, so that a line more in the RAML file does not change half of the lock, and git can merge
 * the locks of two branches.
 */
export function withoutPlaces(service: Service): Service {
  const copy: Service = JSON.parse(jsonWithoutPlaces(service))
  return copy
}

/** Whether this is what a lock keeps, {@link withoutPlaces}. The IR is plain JSON with its keys in a fixed order. */
export function isSameService(locked: Service, service: Service): boolean {
  const parts = Object.entries(service)
  const former = Object.entries(locked)
  return (
    parts.length === former.length &&
    parts.every(([key, part], index) => key === former[index]?.[0] && isSamePart(former[index][1], part))
  )
}

/** Node by node: one that differs is found before all are looked at. */
function isSamePart(locked: unknown, part: unknown): boolean {
  if (!Array.isArray(locked) || !Array.isArray(part))
    return JSON.stringify(locked) === jsonWithoutPlaces(part)
  return locked.length === part.length && part.every((node, index) => isSamePart(locked[index], node))
}

/** The JSON of a part of the IR, as {@link withoutPlaces} has it. */
export function jsonWithoutPlaces(part: unknown): string {
  return JSON.stringify(part).replaceAll(PLACE, NOWHERE)
}
