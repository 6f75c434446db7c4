import type { Condition } from '../condition.js'
import { Conflict } from '../errors.js'
import type { Key, ModelSpec, Models, RelationSpec, Row } from '../model.js'
import { ReferenceViolation, type Session } from '../store.js'
import { isKey, keyOf } from './keys.js'

/** Items of one model. */
interface Group {
  readonly model: ModelSpec
  readonly keys: readonly Key[]
}

/** The holders of a deleted item's key, by a relation of that item's model. */
interface Holders extends Group {
  readonly relation: RelationSpec
}

/**
 * What deleting items does to others (SPEC 8), where the database does not see to it by itself. All is read and checked before anything is
 * written, so that a refusal leaves everything as it was on a server without transactions, too.
 */
export class Deletion {
  readonly #session: Session
  readonly #models: Models
  readonly #doomed = new Map<string, Set<Key>>()
  readonly #restricting: Holders[] = []
  readonly #unlinked: Holders[] = []
  /** Holders go before the items whose keys they hold. */
  readonly #before: Group[] = []
  readonly #after: Group[] = []

  constructor(session: Session, models: Models) {
    this.#session = session
    this.#models = models
  }

  /**
   * Deletes rows of a model, by `remove`, and does to others what that means to them.
   * @throws Conflict, ReferenceViolation where a relation says restrict
   */
  async run<T>(model: ModelSpec, rows: readonly Row[], remove: () => Promise<T>): Promise<T> {
    await this.#plan(model, this.#doom(model, rows))
    for (const holders of this.#restricting) await this.#checkRestriction(holders)
    for (const { model: other, keys, relation } of this.#unlinked)
      await this.#session
        .store(other.name)
        .updateMany(among(relation.inverse, keys), { [relation.inverse]: null })
    for (const group of this.#before) await this.#delete(group)
    const removed = await remove()
    for (const group of this.#after) await this.#delete(group)
    return removed
  }

  async #plan(model: ModelSpec, rows: readonly Row[]): Promise<void> {
    if (rows.length === 0) return
    for (const [name, relation] of Object.entries(model.relations)) {
      if (relation.side === 'holder') await this.#planHeld(model, name, relation, rows)
      else await this.#planHolders(model, relation, rows)
    }
  }

  /** Those of the rows that were not to be deleted before. */
  #doom(model: ModelSpec, rows: readonly Row[]): Row[] {
    const doomed = this.#doomed.get(model.name) ?? new Set<Key>()
    const fresh = rows.filter((row) => !doomed.has(keyOf(model, row)))
    this.#doomed.set(model.name, new Set([...doomed, ...keysOf(model, fresh)]))
    return fresh
  }

  /** What deleting holders does to the items whose keys they hold. */
  async #planHeld(
    model: ModelSpec,
    name: string,
    relation: RelationSpec,
    rows: readonly Row[],
  ): Promise<void> {
    const keys = [...new Set(rows.map((row) => row[name] ?? null).filter(isKey))]
    if (keys.length === 0 || relation.onDelete === 'nullify') return
    if (relation.onDelete === 'restrict')
      throw new Conflict(`this ${model.name} has ${name} and cannot be deleted`)
    const target = this.#target(relation)
    const fresh = this.#doom(target, await this.#find(target, target.key, keys))
    this.#after.push({ model: target, keys: keysOf(target, fresh) })
    await this.#plan(target, fresh)
  }

  /** What deleting items does to the holders of their keys. */
  async #planHolders(model: ModelSpec, relation: RelationSpec, rows: readonly Row[]): Promise<void> {
    const target = this.#target(relation)
    const keys = keysOf(model, rows)
    const mayUnlink = target.relations[relation.inverse]?.required !== true
    switch (relation.onDelete === 'nullify' && !mayUnlink ? 'restrict' : relation.onDelete) {
      case 'restrict':
        this.#restricting.push({ model, relation, keys })
        return
      case 'nullify':
        this.#unlinked.push({ model: target, relation, keys })
        return
      case 'cascade': {
        const fresh = this.#doom(target, await this.#find(target, relation.inverse, keys))
        this.#before.unshift({ model: target, keys: keysOf(target, fresh) })
        await this.#plan(target, fresh)
      }
    }
  }

  /** @throws ReferenceViolation where an item that is not to be deleted, too, holds one of the keys, as a database does that enforces references */
  async #checkRestriction({ relation, keys }: Holders): Promise<void> {
    const target = this.#target(relation)
    const doomed = [...(this.#doomed.get(target.name) ?? [])]
    const others: Condition = {
      kind: 'and',
      of: [among(relation.inverse, keys), { kind: 'compare', field: target.key, op: 'nin', value: doomed }],
    }
    if ((await this.#session.store(target.name).count(others)) > 0) throw new ReferenceViolation('referenced')
  }

  async #delete({ model, keys }: Group): Promise<void> {
    if (keys.length > 0) await this.#session.store(model.name).deleteMany(among(model.key, keys))
  }

  #find(model: ModelSpec, field: string, keys: readonly Key[]): Promise<Row[]> {
    const orderBy = [{ field: model.key, direction: 'asc' as const }]
    return this.#session.store(model.name).find({ where: among(field, keys), orderBy })
  }

  #target(relation: RelationSpec): ModelSpec {
    const model = this.#models[relation.model]
    if (model === undefined) throw new TypeError(`there is no model ${relation.model}`)
    return model
  }
}

/**
 * Whether deleting items of a model needs {@link Deletion}. A database that enforces references acts on their holders by itself, but not on the
 * items whose keys were held, by these or by holders that it deletes with them.
 */
export function needsDeletion(
  models: Models,
  model: ModelSpec,
  enforcesReferences: boolean,
  seen: ReadonlySet<ModelSpec> = new Set(),
): boolean {
  if (seen.has(model)) return false
  return Object.values(model.relations).some((relation) => {
    if (relation.side === 'holder') return relation.onDelete !== 'nullify'
    if (!enforcesReferences) return true
    const target = models[relation.model]
    return (
      relation.onDelete === 'cascade' &&
      target !== undefined &&
      needsDeletion(models, target, true, new Set([...seen, model]))
    )
  })
}

function among(field: string, keys: readonly Key[]): Condition {
  return { kind: 'compare', field, op: 'in', value: keys }
}

function keysOf(model: ModelSpec, rows: readonly Row[]): Key[] {
  return rows.map((row) => keyOf(model, row))
}
