import type {
  Logical,
  ModelTypes,
  TextFilter,
  ToManyFilter,
  ToOneFilter,
  TypedModel,
} from '../runtime/repository/repository.js'

/** A node as stored; relations are keys. */
export type Node = {
  name: string
  whole: string | null
}

/** Values for a new node. */
export type NodeCreate = {
  name: string
  whole?: string | null
  parts?: string[]
}

/** Changes to a node. */
export type NodeUpdate = { [Field in keyof NodeCreate]?: NodeCreate[Field] }

/** Values that a request can set on a node. */
export type NodeFields = Required<NodeCreate>

/** A node in a response, without fields that the caller cannot see or did not select. */
export type NodeDocument = {
  _type: 'Node'
  _pk: string
  _self: string | null
  parts?: string[]
  parts_total?: number
} & Partial<Node>

/** A filter for nodes. */
export interface NodeWhere extends Logical<NodeWhere> {
  name?: string | null | TextFilter
  parts?: ToManyFilter<NodeWhere>
  whole?: ToOneFilter<NodeWhere, string>
}

/** The types of Node for its repository, routes and events. */
export interface NodeTypes extends ModelTypes {
  Name: 'Node'
  Row: Node
  Key: string
  Unique: { name: string }
  Fields: NodeFields
  Create: NodeCreate
  Update: NodeUpdate
  Document: NodeDocument
  Where: NodeWhere
  Sortable: Exclude<keyof Node, 'whole'>
  Incrementable: never
  Dates: never
  Relations: {
    parts: Node[]
    whole: Node | null
  }
}

/** The fields, relations and schema of Node. */
export const nodeModel: TypedModel<NodeTypes> = {
  name: 'Node',
  var: 'node',
  table: 'node',
  key: 'name',
  fields: { name: { type: 'string', column: 'name', required: true, unique: true } },
  relations: {
    parts: {
      model: 'Node',
      side: 'one',
      many: true,
      unique: false,
      column: 'whole_name',
      keyType: 'string',
      inverse: 'whole',
      required: false,
      onDelete: 'cascade',
    },
    whole: {
      model: 'Node',
      side: 'holder',
      many: false,
      unique: false,
      column: 'whole_name',
      keyType: 'string',
      inverse: 'parts',
      required: false,
      onDelete: 'nullify',
    },
  },
  foreignKeys: { whole_name: 'whole' },
  required: ['name'],
  additionalProperties: false,
  path: '/nodes/:name',
}
