import type { Default, FieldType } from './field.js'
import type { JsonSchema } from './json-schema.js'
import type { Location } from './location.js'

/** The effect of deleting an item at one end of a relation on the items at the other end. */
export type OnDelete = 'nullify' | 'cascade' | 'restrict'

/** The column that links the two models, in the table of `to`. */
export interface ForeignKey {
  /** The `foreign_key` field in the schema of `to`, or null if none is declared, which only some engines allow. */
  readonly field: string | null
  readonly column: string
  readonly type: FieldType
}

/** How the items of a many-to-many relation are linked: by items of a third model, which refer to both. */
export interface Through {
  /** The model whose items are the links. */
  readonly model: string
  /** The to-many relation of `from` to the links. */
  readonly links: string
  /** The back-references of the links: to the `from` item, and to the `to` item. */
  readonly near: string
  readonly far: string
}

/**
 * A link between two models, declared by a `relationship` field. A many-to-many relation is two of them, one for each
 * direction, each of which has the field of the other one as its back-reference.
 */
export interface Relation {
  /** `User.stories`: the model and the field that declare the relation. */
  readonly id: string
  readonly kind: 'one-to-many' | 'one-to-one' | 'many-to-many'
  /** ID of the model that declares the relationship: the "one" side. */
  readonly from: string
  /** The relationship's field on `from`. */
  readonly field: string
  /** ID of the model that has the back-reference and the foreign key. */
  readonly to: string
  /** The back-reference's field on `to`. */
  readonly backref: string
  readonly foreignKey: ForeignKey
  /** Only for a many-to-many relation, which has no foreign key of its own: its `foreignKey` is that of the links. */
  readonly through?: Through
  /** Whether the back-reference is required (`required` on the foreign key). */
  readonly required: boolean
  /** `ondelete`: the effect of deleting a `from` item on the `to` items. */
  readonly onDelete: OnDelete
  /** `backref_ondelete`: the effect of deleting a `to` item on the `from` item. */
  readonly backrefOnDelete: OnDelete
  /** The JSON schemas of the field and the back-reference in a body. */
  readonly fieldJson: JsonSchema
  readonly backrefJson: JsonSchema
  /** False for `"_list": false`, which omits the field from documents. */
  readonly listed?: false
  readonly processors: readonly string[]
  readonly backrefProcessors: readonly string[]
  readonly renamedFrom: string | null
  /** What the back-reference declares if it has no `foreignKey.field`, which would declare it. */
  readonly default?: Default
  readonly onUpdate?: Default
  readonly backfill?: Default
  readonly keyRenamedFrom?: string
  readonly loc: Location
}

/** Returns what deleting a `from` item does to the `to` items. A required foreign key cannot become null. */
export function effectOnHolders({ required, onDelete }: Pick<Relation, 'required' | 'onDelete'>): OnDelete {
  return required && onDelete === 'nullify' ? 'restrict' : onDelete
}

/** Returns what deleting a `to` item does to the `from` item. The foreign key is deleted with the item. */
export function effectOnOne({
  backrefOnDelete,
}: Pick<Relation, 'backrefOnDelete'>): 'none' | Exclude<OnDelete, 'nullify'> {
  return backrefOnDelete === 'nullify' ? 'none' : backrefOnDelete
}
