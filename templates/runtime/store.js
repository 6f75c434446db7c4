/** A value that must be unique is there already. */
export class UniqueViolation extends Error {
  name = 'UniqueViolation'
  model
  /** Names of the fields, empty where the engine does not tell. */
  fields
  /** Which item of a list that was sent it is about. */
  index
  constructor(model, fields, index) {
    super(`${fields.join(', ') || 'a value'} of ${model} is taken`)
    this.model = model
    this.fields = fields
    this.index = index
  }
}
/** A key names no item, or an item that others refer to was to be deleted. */
export class ReferenceViolation extends Error {
  name = 'ReferenceViolation'
  reason
  constructor(reason) {
    super(reason === 'missing' ? 'a key names no item' : 'the item is referred to by others')
    this.reason = reason
  }
}
/** The database cannot be reached. */
export class Unavailable extends Error {
  name = 'Unavailable'
}
