import type { ErrorObject } from 'ajv'
import { FaultList } from '../errors.js'
import { type Json, type JsonObject, isObject } from '../json.js'
import type { Row } from '../model.js'
import type { FieldType } from '../spec/field-types.js'
import { addSchemaFaults } from './parser.js'
import { BodyReader, type Reading } from './reader.js'

type Patches = Readonly<Record<string, JsonObject>>

/**
 * Reads bodies whose dicts are merge patches (RFC 7396): a PATCH of an item merges them into the dicts of the existing
 * item, and a PATCH of a collection into those of each item.
 */
export class MergingBodyReader extends BodyReader {
  override merges(type: FieldType, action: string): boolean {
    // A PATCH of a collection replaces pickles.
    return action === 'update'
      ? type === 'dict' || type === 'pickle'
      : action === 'update_many' && type === 'dict'
  }

  /** The function throws BadRequest if a merged dict violates its schema. */
  override mergeOf(changes: Row): ((item: Row) => Row) | undefined {
    const patches = this.#patchesIn(changes, 'update_many')
    if (Object.keys(patches).length === 0) return undefined
    return (item) => {
      const dicts = merged(patches, item)
      const faults = new FaultList()
      addSchemaFaults(faults, this.schema?.fields, dicts, '')
      faults.throwIfAny()
      return dicts
    }
  }

  protected override checkChanges(reading: Reading): void {
    const { action, existing, data, validated, path, faults } = reading
    const patches = this.#patchesIn(data, action)
    if (action === 'update' && existing !== undefined) {
      const dicts = merged(patches, existing)
      Object.assign(data, dicts)
      Object.assign(validated, dicts)
    }
    super.checkChanges(reading)
    if (action === 'update_many')
      addSchemaFaults(faults, this.schema?.fields, merged(patches, {}), path, (errors) =>
        certainErrors(errors, patches),
      )
  }

  /** Returns the objects in changes that are merged. */
  #patchesIn(changes: Row, action: string): Patches {
    const patches: Record<string, JsonObject> = {}
    for (const [name, value] of Object.entries(changes)) {
      const type = this.model.fields[name]?.type
      if (type !== undefined && this.merges(type, action) && isObject(value)) patches[name] = value
    }
    return patches
  }
}

/** Returns the item's dicts after the patches have been merged into them. */
function merged(patches: Patches, item: Row): Record<string, Json> {
  return Object.fromEntries(
    Object.entries(patches).map(([name, patch]) => [name, mergePatch(item[name] ?? null, patch)]),
  )
}

/** Returns the schema errors in merged patches that remain, whatever item the patches are merged into. */
function certainErrors(errors: readonly ErrorObject[], patches: Patches): readonly ErrorObject[] {
  const open = errors.filter(
    ({ keyword, instancePath }) => ALTERNATIVES.has(keyword) && !isWhole(patches, instancePath),
  )
  const depends = ({ instancePath }: ErrorObject): boolean =>
    open.some(({ instancePath: at }) => `${instancePath}/`.startsWith(`${at}/`))
  return errors.filter((error) => !depends(error) && isCertain(error, patches))
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
