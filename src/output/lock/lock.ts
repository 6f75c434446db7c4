import { isObject } from '../../../templates/runtime/json.js'
import { FEATURE_NAMES, type FeatureName } from '../../features.js'
import { type Engine, IR_VERSION, type Model, type Service } from '../../ir/index.js'
import type { Newest } from '../../migrate/index.js'
import { compareVersions, isVersion, readVersion } from '../../version.js'
import { modernSchema } from '../../schema/drafts/draft4.js'
import { type Owner, OWNERS } from '../file.js'

export const LOCK_PATH = '.svcgen/lock.json'
export const LOCK_VERSION = 1

export interface LockEntry {
  readonly path: string
  readonly owner: Owner
  /** The SHA-256 hash of the contents that svcgen last wrote, in hexadecimal. */
  readonly hash: string
  readonly source: string
  /** The hash of what the last run would have written, if it left a file as it was written before. */
  readonly offered?: string
}

/** The record of the last run: its IR and the files created by svcgen. */
export interface Lock {
  readonly version: typeof LOCK_VERSION
  readonly generator: string
  readonly engine: Engine
  /** The optional parts that the last run listed. The API can need others. */
  readonly features: readonly FeatureName[]
  /** Without locations; see `lock-text.ts`. */
  readonly service: Service
  /** The IR from the last run with the other engine, if any. */
  readonly former: Service | null
  /** The newest migration, for `--amend`, or null if it is unknown. */
  readonly newest: Newest | null
  /** Sorted by path. */
  readonly files: readonly LockEntry[]
}

/** The reason why a lock is unusable. `at` is an offset into its text. */
export interface LockFault {
  readonly kind: 'conflicted' | 'newer' | 'broken'
  readonly at: number
  /** The version of svcgen that wrote the lock, if it is newer. */
  readonly writer?: string
}

export function nextLock(
  last: Lock | null,
  service: Service,
  features: readonly FeatureName[],
  newest: Newest | null,
): Omit<Lock, 'files'> {
  const { engine } = service
  const former =
    last === null ? null : lastServiceFor(engine === 'svc_sqla' ? 'svc_mongodb' : 'svc_sqla', last)
  return { version: LOCK_VERSION, generator: readVersion(), engine, features, service, former, newest }
}

/** Returns the IR from the last run with an engine. The lock also keeps that of the other engine. */
export function lastServiceFor(engine: Engine, { service, former }: Lock): Service | null {
  return [service, former].find((each) => each?.engine === engine) ?? null
}

/** Parses a lock. Returns the fault if it has conflict markers, is from a newer svcgen, or is invalid. */
export function parseLock(text: string): Lock | LockFault {
  const value = parseJson(text)
  const conflict = value === null ? /^(<{7}|={7}|>{7})( |$)/m.exec(text) : null
  if (conflict !== null) return { kind: 'conflicted', at: conflict.index }
  if (isObject(value) && isNewer(value)) {
    const { generator } = value
    return isVersion(generator) ? { kind: 'newer', at: 0, writer: generator } : { kind: 'newer', at: 0 }
  }
  return isLock(value)
    ? {
        ...value,
        features: value.features ?? [],
        service: withDefaults(value.service),
        former: value.former === undefined ? null : withDefaults(value.former),
        newest: value.newest === undefined ? null : newestOf(value.newest),
      }
    : { kind: 'broken', at: 0 }
}

/** The lock file's JSON: without null properties, and possibly of an earlier version of svcgen. */
type WrittenLock = Omit<Lock, 'features' | 'service' | 'former' | 'newest'> & {
  readonly features?: readonly FeatureName[]
  readonly service: WrittenService
  readonly former?: WrittenService
  readonly newest?: WrittenNewest
}

/** The IR, possibly of a version that had no features or custom actions. */
type WrittenService = Omit<Service, 'features' | 'actions'> & Partial<Pick<Service, 'features' | 'actions'>>

type WrittenNewest = Omit<Newest, 'before'> & { readonly before: WrittenService | null }

function withDefaults(service: WrittenService): Service {
  const { features = [], actions = [], models, irVersion } = service
  const isModern = irVersion >= MODERN
  return { ...service, features, actions, models: isModern ? models : models.map(withModernSchemas) }
}

/** The first version of the IR whose schemas are JSON Schema 2020-12. */
const MODERN = 2

/** Without this, every exclusive limit in a draft 4 schema would look like a change of the API. */
function withModernSchemas(model: Model): Model {
  return { ...model, fields: model.fields.map((field) => ({ ...field, json: modernSchema(field.json) })) }
}

function newestOf(newest: WrittenNewest): Newest {
  return { ...newest, before: newest.before === null ? null : withDefaults(newest.before) }
}

/** Returns the value of JSON, or null if it is invalid. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function isNewer(value: Readonly<Record<string, unknown>>): boolean {
  const { version, generator, service } = value
  if (typeof version === 'number' && version > LOCK_VERSION) return true
  if (isVersion(generator) && compareVersions(generator, readVersion()) > 0) return true
  return isObject(service) && typeof service['irVersion'] === 'number' && service['irVersion'] > IR_VERSION
}

function isLock(value: unknown): value is WrittenLock {
  return (
    isObject(value) &&
    value['version'] === LOCK_VERSION &&
    isVersion(value['generator']) &&
    (value['engine'] === 'svc_sqla' || value['engine'] === 'svc_mongodb') &&
    (value['features'] === undefined || isFeatures(value['features'])) &&
    isService(value['service']) &&
    (value['former'] === undefined || isService(value['former'])) &&
    (value['newest'] === undefined || isNewest(value['newest'])) &&
    Array.isArray(value['files']) &&
    value['files'].every(isEntry)
  )
}

function isService(value: unknown): value is WrittenService {
  return (
    isObject(value) &&
    typeof value['irVersion'] === 'number' &&
    value['irVersion'] <= IR_VERSION &&
    ['models', 'relations', 'routes', 'acls', 'handlers'].every((part) => Array.isArray(value[part]))
  )
}

function isFeatures(value: unknown): value is readonly FeatureName[] {
  return Array.isArray(value) && value.every((name) => FEATURE_NAMES.some((known) => known === name))
}

function isNewest(value: unknown): value is WrittenNewest {
  return (
    isObject(value) &&
    typeof value['migration'] === 'string' &&
    (value['before'] === null || isService(value['before'])) &&
    isObject(value['renames'])
  )
}

function isEntry(value: unknown): value is LockEntry {
  return (
    isOwned(value) &&
    typeof value['hash'] === 'string' &&
    /^[0-9a-f]{64}$/.test(value['hash']) &&
    typeof value['source'] === 'string'
  )
}

/** Returns whether a value has the path and the owner of a file in the output folder. */
export function isOwned(value: unknown): value is Readonly<Record<string, unknown>> {
  return (
    isObject(value) &&
    typeof value['path'] === 'string' &&
    isSafePath(value['path']) &&
    OWNERS.some((owner) => owner === value['owner'])
  )
}

/** Returns whether a path is relative, with `/` as the separator, without `..`, and not in `.svcgen`. */
function isSafePath(path: string): boolean {
  return (
    !path.includes('\\') &&
    !path.includes('\0') &&
    path.split('/').every((segment) => segment !== '' && segment !== '.' && segment !== '..') &&
    !/^\.svcgen(\/|$)/i.test(path)
  )
}
