import type { FastifyRequest } from 'fastify'
import { requiredNames } from '../body/reader.js'
import type { Json } from '../json.js'
import type { ModelSpec, Models, Row } from '../model.js'
import { rejectFields } from '../policy/links.js'
import type { Names, Write } from '../policy/policy.js'
import type { AuthConfig, Visibility } from './config.js'

/** Name of the field that contains an item's own rules, if `database_acls` is on. Only admins see and write it. */
export const OWN_ACL = '_acl'

/** The kinds of callers that field visibility distinguishes. */
type Audience = 'anonymous' | 'authenticated' | 'admin'

interface FieldRights {
  /** The fields that the audience can see; null means all. */
  readonly visible: Names | null
  /** The fields that the audience is allowed to write; null means all. */
  readonly writable: Names | null
  /**
   * The fields that a PUT leaves unchanged if the body omits them: those that the audience is not allowed to write, and
   * those that nobody can read.
   */
  readonly kept: Names
}

interface ModelRules {
  readonly rights: Readonly<Record<Audience, FieldRights>>
  /** Fields that are required to create an item, so everyone can set them. */
  readonly required: Names
}

const UNRESTRICTED: Visibility = { public: null, authenticated: null, hidden: [] }
const ALL: FieldRights = { visible: null, writable: null, kept: new Set() }

/** Decides which fields a caller can read and write. */
export class FieldRules {
  readonly #config: AuthConfig
  readonly #isOn: boolean
  readonly #models: ReadonlyMap<string, ModelRules>
  /** Checks writes of names with which callers log in. Set if credentials other than tickets are accepted. */
  checkLogin: FieldRules['checkWritable'] | undefined

  /**
   * @param isOn whether authentication is on; if not, all fields are visible and writable, but the password is
   * write-only
   */
  constructor(models: Models, config: AuthConfig, isOn: boolean) {
    this.#config = config
    this.#isOn = isOn
    this.#models = new Map(Object.values(models).map((model) => [model.name, rulesOf(model, config)]))
  }

  /** Returns what the caller of a request can do with the fields of a model. */
  of(request: FastifyRequest, model: ModelSpec): FieldRights {
    const audience = this.#isOn ? audienceOf(request) : 'admin'
    return this.#models.get(model.name)?.rights[audience] ?? ALL
  }

  /** @throws Forbidden that names the fields that the caller is not allowed to write */
  checkWritable(
    request: FastifyRequest,
    model: ModelSpec,
    names: readonly string[],
    action: Write['action'],
    item?: Row,
  ): void {
    // A registration has its own list of fields.
    if (action === 'register') return
    this.checkLogin?.(request, model, names, action, item)
    const { model: users, rejectReserved } = this.#config
    if (action === 'create' && this.#isOn && model.name === users && request.caller?.admin !== true)
      rejectReserved?.(request.body)
    const { visible, writable } = this.of(request, model)
    if (writable === null) return
    const required = action === 'create' ? this.#models.get(model.name)?.required : undefined
    // Compares only visible fields. For other fields, the response would reveal whether a guessed value is correct.
    const isUnchanged = (name: string): boolean =>
      item !== undefined && (visible?.has(name) ?? true) && isSame(Object(request.body)[name], item[name])
    const rejected = names.filter(
      (name) =>
        isFieldOf(model, name) && !writable.has(name) && required?.has(name) !== true && !isUnchanged(name),
    )
    rejectFields(rejected.map((name) => ({ path: '', name })))
  }
}

function audienceOf({ caller }: FastifyRequest): Audience {
  if (caller === null) return 'anonymous'
  return caller.admin ? 'admin' : 'authenticated'
}

export function isSame(given: unknown, stored: Json | undefined): boolean {
  return JSON.stringify(given) === JSON.stringify(stored)
}

function rulesOf(model: ModelSpec, { model: users, fields, visibility }: AuthConfig): ModelRules {
  const { public: anonymous, authenticated, hidden } = visibility[model.name] ?? UNRESTRICTED
  const all = [...Object.keys(model.fields), ...Object.keys(model.relations)]
  const isUsers = model.name === users
  const isSecret = (name: string): boolean =>
    (model.fields[name] ?? model.relations[name])?.writeOnly === true || (isUsers && name === fields.password)
  // Only admins write the groups, unless the field has its own rule.
  const isForAdmins = (name: string): boolean =>
    name === OWN_ACL || (isUsers && name === fields.groups && model.writeRules?.[name]?.writableBy !== true)
  const rightsOf = (visible: readonly string[], writable: readonly string[]): FieldRights => {
    const written = new Set(writable)
    return {
      visible: visible.length === all.length ? null : new Set(visible),
      writable: writable.length === all.length ? null : written,
      // Without its own rules, more callers could have access to an item.
      kept: new Set(all.filter((name) => !written.has(name) || isSecret(name) || name === OWN_ACL)),
    }
  }
  const rightsTo = (declared: readonly string[] | null): FieldRights => {
    const listed = new Set(declared ?? all)
    return rightsOf(
      all.filter((name) => listed.has(name) && name !== OWN_ACL && !hidden.includes(name) && !isSecret(name)),
      all.filter((name) => (listed.has(name) || hidden.includes(name)) && !isForAdmins(name)),
    )
  }
  return {
    rights: {
      anonymous: rightsTo(anonymous),
      authenticated: rightsTo(authenticated),
      admin: rightsOf(
        all.filter((name) => !isSecret(name)),
        all,
      ),
    },
    required: new Set([...requiredNames(model)].filter((name) => !isForAdmins(name))),
  }
}

function isFieldOf({ fields, relations }: ModelSpec, name: string): boolean {
  return Object.hasOwn(fields, name) || Object.hasOwn(relations, name)
}
