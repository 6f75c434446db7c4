import type { ModelSpec } from '../runtime/model.js'
import type {
  Logical,
  ModelTypes,
  TextFilter,
  ToManyFilter,
  ToOneFilter,
} from '../runtime/repository/repository.js'

/** Node, as stored. */
export interface Node {
  name: string
  whole: string | null
}

/** What creating one takes. */
export interface NodeCreate {
  name: string
  whole?: string | null
  parts?: string[]
}

/** What a body can set, virtual fields included. */
export interface NodeFields {
  name: string
  whole: string | null
  parts: string[]
}

/** What node can be filtered by. */
export interface NodeWhere extends Logical<NodeWhere> {
  name?: string | null | TextFilter
  parts?: ToManyFilter<NodeWhere>
  whole?: ToOneFilter<NodeWhere, string>
}

/** Node as repositories and events know it. */
export interface NodeTypes extends ModelTypes {
  Name: 'Node'
  Row: Node
  Key: string
  Unique: { name: string }
  Fields: NodeFields
  Create: NodeCreate
  Update: Partial<NodeCreate>
  Where: NodeWhere
  Sortable: 'name'
  Relations: {
    parts: Node[]
    whole: Node | null
  }
}

/** Node: its fields, columns and relations. */
export const nodeModel: ModelSpec = {
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
  row: (at) => ({ name: at(0), whole: at(1) }),
  foreignKeys: { whole_name: 'whole' },
  processors: {},
  schema: {
    additionalProperties: false,
    properties: {
      name: { type: 'string' },
      parts: { items: { type: 'string' }, type: ['array', 'null'] },
      whole: { type: ['string', 'null'] },
    },
    required: ['name'],
    title: 'Node',
    type: 'object',
  },
  additionalProperties: false,
  nested: { names: [], depth: 1 },
  path: '/nodes/:name',
}
