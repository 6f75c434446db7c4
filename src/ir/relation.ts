import type { FieldType } from './field.js'
import type { JsonSchema } from './json-schema.js'
import type { Location } from './location.js'

/** What deleting one end does to the other (SPEC 8). */
export type OnDelete = 'nullify' | 'cascade' | 'restrict'

/** The column that links the two; it stands in the table of `to`. */
export interface ForeignKey {
  /** The `foreign_key` field of `to`'s schema; null where the engine needs none and none was declared. */
  readonly field: string | null
  readonly column: string
  /** The type of the primary key of `from`. */
  readonly type: FieldType
}

/** A link between two models, declared by a `relationship` field (SPEC 8). */
export interface Relation {
  /** `User.stories`: the model and the field that declare it. */
  readonly id: string
  readonly kind: 'one-to-many' | 'one-to-one'
  /** Id of the model that declares the relationship: the "one" side. */
  readonly from: string
  /** The relationship's field on `from`. */
  readonly field: string
  /** Id of the model that holds the back-reference and the foreign key. */
  readonly to: string
  /** The back-reference's field on `to`. */
  readonly backref: string
  readonly foreignKey: ForeignKey
  /** The back-reference must be given (`required` on the foreign key). */
  readonly required: boolean
  /** `ondelete`: what deleting an item of `from` does to the items of `to`. */
  readonly onDelete: OnDelete
  /** `backref_ondelete`: what deleting an item of `to` does to the item of `from`. */
  readonly backrefOnDelete: OnDelete
  /** What a value of the field, and of the back-reference, must satisfy in a body. */
  readonly fieldJson: JsonSchema
  readonly backrefJson: JsonSchema
  readonly processors: readonly string[]
  readonly backrefProcessors: readonly string[]
  /** The field's former name. */
  readonly renamedFrom: string | null
  readonly loc: Location
}
