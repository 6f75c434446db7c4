import type { ModelSpec } from '../runtime/model.js'
import type {
  AnyFilter,
  Logical,
  ModelTypes,
  PresenceFilter,
  TextFilter,
  ToManyFilter,
} from '../runtime/repository/repository.js'
import type { Index, IndexWhere } from './index2.js'

/** * / evil() /*, as stored. */
export interface SessionModel {
  /**
   * * / evil() /*
   */
  'a"b`${c}': {
    [k: string]: unknown
  } | null
  class: string
  /**
   * * / evil() /*
   */
  "it's": "'; evil(); '" | '`${evil()}`' | 'a\nb' | '*/' | null
}

/** What creating one takes. */
export interface SessionModelCreate {
  /**
   * * / evil() /*
   */
  'a"b`${c}'?: {
    [k: string]: unknown
  } | null
  class: string
  /**
   * * / evil() /*
   */
  "it's"?: "'; evil(); '" | '`${evil()}`' | 'a\nb' | '*/' | null
  entries?: number[]
}

/** What a body can set, virtual fields included. */
export interface SessionModelFields {
  /**
   * * / evil() /*
   */
  'a"b`${c}': {
    [k: string]: unknown
  } | null
  class: string
  /**
   * * / evil() /*
   */
  "it's": "'; evil(); '" | '`${evil()}`' | 'a\nb' | '*/' | null
  entries: number[]
  /**
   * * / evil() /*
   */
  await: string
}

/** What sessionItem can be filtered by. */
export interface SessionModelWhere extends Logical<SessionModelWhere> {
  'a"b`${c}'?: PresenceFilter
  class?: string | null | TextFilter
  "it's"?: SessionModel["it's"] | AnyFilter<NonNullable<SessionModel["it's"]>>
  entries?: ToManyFilter<IndexWhere>
}

/** SessionModel as repositories and events know it. */
export interface SessionModelTypes extends ModelTypes {
  Name: 'Session'
  Row: SessionModel
  Key: string
  Unique: { class: string }
  Fields: SessionModelFields
  Create: SessionModelCreate
  Update: Partial<SessionModelCreate>
  Where: SessionModelWhere
  Sortable: 'a"b`${c}' | 'class' | "it's"
  Relations: {
    entries: Index[]
  }
}

/** * / evil() /*: its fields, columns and relations. */
export const sessionItemModel: ModelSpec = {
  name: 'Session',
  var: 'sessionItem',
  table: 'session',
  key: 'class',
  fields: {
    'a"b`${c}': { type: 'dict', column: 'a_b_c__703b369f', default: { value: { "'": '`${evil()}`' } } },
    class: { type: 'string', column: 'class', required: true, unique: true },
    "it's": {
      type: 'choice',
      column: 'it_s_24ceef1c',
      choices: ["'; evil(); '", '`${evil()}`', 'a\nb', '*/'],
    },
    await: { type: 'string', column: null },
  },
  relations: {
    entries: {
      model: 'Index',
      side: 'one',
      many: true,
      unique: false,
      column: 'session_class',
      keyType: 'id_field',
      inverse: 'new',
      required: false,
      onDelete: 'nullify',
    },
  },
  row: (at) => ({ 'a"b`${c}': at(0), class: at(1), "it's": at(2) }),
  foreignKeys: {},
  processors: {},
  schema: {
    additionalProperties: false,
    properties: {
      'a"b`${c}': { description: '*/ evil() /*', title: 'Session', type: ['object', 'null'] },
      await: { description: '*/ evil() /*', pattern: "^[`'/]", type: 'string' },
      class: { type: 'string' },
      entries: { items: { type: 'integer' }, type: ['array', 'null'] },
      "it's": {
        description: '*/ evil() /*',
        enum: ["'; evil(); '", '`${evil()}`', 'a\nb', '*/', null],
        type: ['string', 'null'],
      },
    },
    required: ['class'],
    title: '*/ evil() /*',
    type: 'object',
  },
  additionalProperties: false,
  nested: { names: [], depth: 1 },
  path: '/sessions/:class',
}
