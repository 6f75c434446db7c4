import type { FastifyRequest } from 'fastify'
import { requiredNames } from '../body/reader.js'
import { Forbidden } from '../errors.js'
import type { Sight } from '../http/resource.js'
import type { Json } from '../json.js'
import type { ModelSpec, Models, Row } from '../model.js'
import { EVERYTHING } from '../store.js'
import { allows, reachable } from './access.js'
import type { AuthConfig, Visibility } from './accounts.js'
import { OWN_ACL } from './acl.js'

/** The kinds of callers for field visibility. */
type Audience = 'anonymous' | 'authenticated' | 'admin'

type Names = ReadonlySet<string>

/** The rights of one audience on the fields of one model. */
interface FieldRights {
  /** Null for all. */
  readonly visible: Names | null
  /** Null for all. */
  readonly writable: Names | null
  readonly kept: Names
}

interface ModelRules {
  readonly rights: Readonly<Record<Audience, FieldRights>>
  /** Fields that a create requires, which everyone may therefore set. */
  readonly required: Names
}

const UNRESTRICTED: Visibility = { public: null, authenticated: null, hidden: [] }
const ALL: FieldRights = { visible: null, writable: null, kept: new Set() }

/** Decides which fields a caller can read and write. */
export class FieldRules {
  readonly #config: AuthConfig
  readonly #isOn: boolean
  readonly #models: ReadonlyMap<string, ModelRules>

  /** @param isOn whether authentication is on; if not, all fields are visible and writable, except that the password is write-only */
  constructor(models: Models, config: AuthConfig, isOn: boolean) {
    this.#config = config
    this.#isOn = isOn
    this.#models = new Map(Object.values(models).map((model) => [model.name, rulesOf(model, config)]))
  }

  /** Returns what the caller of a request can see. */
  sight(request: FastifyRequest): Sight {
    const { acls } = this.#config
    return {
      fields: (model) => this.#rights(request, model).visible,
      mayView: async (model, row) => {
        const acl = acls[model.name]
        return acl === undefined ? !this.#isOn : await allows(request, 'view', acl, row)
      },
      reach: (model) => {
        const acl = acls[model.name]
        return acl === undefined ? EVERYTHING : reachable(request, 'view', model, acl)
      },
    }
  }

  /** @throws Forbidden if the caller cannot see the field */
  checkVisible(request: FastifyRequest, model: ModelSpec, name: string): void {
    const { visible } = this.#rights(request, model)
    if (visible !== null && isFieldOf(model, name) && !visible.has(name))
      throw new Forbidden(`You do not have permission to read "${name}".`)
  }

  /** Whether the caller may write a field of existing items. */
  isWritable(request: FastifyRequest, model: ModelSpec, name: string): boolean {
    return this.#rights(request, model).writable?.has(name) ?? true
  }

  /** @throws Forbidden with the fields that the caller may not write */
  checkWritable(
    request: FastifyRequest,
    model: ModelSpec,
    names: readonly string[],
    action: 'create' | 'update' | 'replace',
    item?: Row,
  ): void {
    const { visible, writable } = this.#rights(request, model)
    if (writable === null) return
    const required = action === 'create' ? this.#models.get(model.name)?.required : undefined
    // Only for visible fields: otherwise the response would reveal whether a guessed value is right.
    const isUnchanged = (name: string): boolean =>
      item !== undefined && (visible?.has(name) ?? true) && isSame(Object(request.body)[name], item[name])
    const refused = names.filter(
      (name) =>
        isFieldOf(model, name) && !writable.has(name) && required?.has(name) !== true && !isUnchanged(name),
    )
    if (refused.length === 0) return
    const list = refused.map((name) => `"${name}"`).join(', ')
    throw new Forbidden(`You do not have permission to write ${list}.`, {
      errors: refused.map((name) => ({
        path: `/${name}`,
        message: 'you do not have permission to write this field',
      })),
    })
  }

  /** Returns the fields that a PUT leaves unchanged if the body omits them: those that the caller cannot write, and the password, which nobody can read. */
  keptOnReplace(request: FastifyRequest, model: ModelSpec): Names {
    return this.#rights(request, model).kept
  }

  #rights(request: FastifyRequest, model: ModelSpec): FieldRights {
    const audience = this.#isOn ? audienceOf(request) : 'admin'
    return this.#models.get(model.name)?.rights[audience] ?? ALL
  }
}

function audienceOf({ caller }: FastifyRequest): Audience {
  if (caller === null) return 'anonymous'
  return caller.admin ? 'admin' : 'authenticated'
}

function isSame(given: unknown, stored: Json | undefined): boolean {
  return JSON.stringify(given) === JSON.stringify(stored)
}

function isFieldOf(model: ModelSpec, name: string): boolean {
  return Object.hasOwn(model.fields, name) || Object.hasOwn(model.relations, name)
}

function rulesOf(model: ModelSpec, { model: users, fields, visibility }: AuthConfig): ModelRules {
  const lists = visibility[model.name] ?? UNRESTRICTED
  const all = [...Object.keys(model.fields), ...Object.keys(model.relations)]
  const isUsers = model.name === users
  const secret = new Set(isUsers ? [fields.password] : [])
  const adminOnly = new Set([OWN_ACL, ...(isUsers && fields.groups !== null ? [fields.groups] : [])])
  const rights = (declared: readonly string[] | null): FieldRights => {
    const listed = new Set(declared ?? all)
    listed.delete(OWN_ACL)
    const visible = all.filter(
      (name) => listed.has(name) && !lists.hidden.includes(name) && !secret.has(name),
    )
    const writable = all.filter(
      (name) => (listed.has(name) || lists.hidden.includes(name)) && !adminOnly.has(name),
    )
    return rightsOf(all, visible, writable, secret)
  }
  return {
    rights: {
      anonymous: rights(lists.public),
      authenticated: rights(lists.authenticated),
      admin: rightsOf(
        all,
        all.filter((name) => !secret.has(name)),
        all,
        secret,
      ),
    },
    required: new Set([...requiredNames(model)].filter((name) => !adminOnly.has(name))),
  }
}

function rightsOf(
  all: readonly string[],
  visible: readonly string[],
  writable: readonly string[],
  secret: Names,
): FieldRights {
  const written = new Set(writable)
  return {
    visible: visible.length === all.length ? null : new Set(visible),
    writable: writable.length === all.length ? null : new Set(writable),
    kept: new Set(all.filter((name) => !written.has(name) || secret.has(name))),
  }
}
