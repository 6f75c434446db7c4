import type { ErrorObject } from 'ajv'
import { type Json, type JsonObject, isObject } from '../json.js'
import type { DictMerging } from '../model.js'
import type { FieldType } from '../spec/field-types.js'

/** The types of fields whose objects a PATCH merges. A PATCH of a collection replaces pickles. */
const MERGED: Readonly<Record<string, ReadonlySet<FieldType>>> = {
  update: new Set(['dict', 'pickle']),
  update_many: new Set(['dict']),
}

/** Merges dicts as merge patches (RFC 7396). */
export const dictMerging: DictMerging = {
  merges: (type, action) => MERGED[action]?.has(type) === true,
  patchesIn: (model, changes, action) => {
    const patches: Record<string, JsonObject> = {}
    for (const [name, value] of Object.entries(changes)) {
      const type = model.fields[name]?.type
      if (type !== undefined && dictMerging.merges(type, action) && isObject(value)) patches[name] = value
    }
    return patches
  },
  merged: (patches, item) =>
    Object.fromEntries(
      Object.entries(patches).map(([name, patch]) => [name, mergePatch(item[name] ?? null, patch)]),
    ),
  certainErrors: (errors, patches) => {
    const open = errors.filter(
      ({ keyword, instancePath }) => ALTERNATIVES.has(keyword) && !isWhole(patches, instancePath),
    )
    const depends = ({ instancePath }: ErrorObject): boolean =>
      open.some(({ instancePath: at }) => `${instancePath}/`.startsWith(`${at}/`))
    return errors.filter((error) => !depends(error) && isCertain(error, patches))
  },
}

/** Applies a merge patch (RFC 7396, section 2). */
function mergePatch(target: Json, patch: JsonObject): JsonObject {
  const result: Record<string, Json> = isObject(target) ? { ...target } : {}
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete result[name]
    else result[name] = isObject(value) ? mergePatch(result[name] ?? null, value) : value
  }
  return result
}

/** Keywords whose errors mean that a value must satisfy other rules than those that it violates. */
const ALTERNATIVES: ReadonlySet<string> = new Set(['anyOf', 'oneOf', 'not', 'if'])

/** Returns whether an error in a merge patch remains, whatever the patch is merged into. */
function isCertain({ keyword, params, instancePath }: ErrorObject, patch: JsonObject): boolean {
  if (keyword === 'additionalProperties' || isWhole(patch, instancePath)) return true
  const dict = valueAt(patch, instancePath)
  return keyword === 'required' && isObject(dict) && dict[String(params['missingProperty'])] === null
}

/** Returns whether a value in a merge patch replaces the existing value, instead of being merged into it. */
function isWhole(patch: JsonObject, path: string): boolean {
  return !isObject(valueAt(patch, path))
}

/** Returns the value at a JSON pointer in a merge patch, or the list that contains it. */
function valueAt(patch: JsonObject, path: string): Json | undefined {
  let value: Json | undefined = patch
  for (const part of path.split('/').slice(1)) {
    if (!isObject(value)) return value
    value = value[part.replaceAll('~1', '/').replaceAll('~0', '~')]
  }
  return value
}
