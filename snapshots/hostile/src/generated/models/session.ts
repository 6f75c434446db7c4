import { dictMerging } from '../runtime/body/dicts.js'
import type { Json } from '../runtime/json.js'
import type {
  AnyFilter,
  Logical,
  ModelTypes,
  PresenceFilter,
  TextFilter,
  ToManyFilter,
  TypedModel,
} from '../runtime/repository/repository.js'
import type { Index, IndexWhere } from './index2.js'

/** Possible values of `it's`. */
export const sessionItemItS = ["'; evil(); '", '`${evil()}`', 'a\nb', '*/'] as const
export type SessionModelIt = (typeof sessionItemItS)[number]

/** A session item as stored; relations are keys. */
export type SessionModel = {
  /** * / evil() /* */
  'a"b`${c}': Record<string, Json> | null
  class: string
  /** * / evil() /* */
  "it's": SessionModelIt | null
}

/** Values for a new session item. */
export type SessionModelCreate = {
  /** * / evil() /* */
  'a"b`${c}'?: Record<string, Json> | null
  class: string
  /** * / evil() /* */
  "it's"?: SessionModelIt | null
  entries?: number[]
}

/** Changes to a session item. */
export type SessionModelUpdate = { [Field in keyof SessionModelCreate]?: SessionModelCreate[Field] }

/** Values that a request can set on a session item, including virtual fields. */
export type SessionModelFields = Required<SessionModelCreate> & {
  /** * / evil() /* */
  await: string
}

/** A session item in a response, without fields that the caller cannot see or did not select. */
export type SessionModelDocument = {
  _type: 'Session'
  _pk: string
  _self: string | null
  entries?: number[]
  entries_total?: number
} & Partial<SessionModel>

/** A filter for session items. */
export interface SessionModelWhere extends Logical<SessionModelWhere> {
  'a"b`${c}'?: PresenceFilter
  class?: string | null | TextFilter
  "it's"?: SessionModelIt | null | AnyFilter<SessionModelIt>
  entries?: ToManyFilter<IndexWhere>
}

/** The types of SessionModel for its repository, routes and events. */
export interface SessionModelTypes extends ModelTypes {
  Name: 'Session'
  Row: SessionModel
  Key: string
  Unique: { class: string }
  Fields: SessionModelFields
  Create: SessionModelCreate
  Update: SessionModelUpdate
  Document: SessionModelDocument
  Where: SessionModelWhere
  Sortable: keyof SessionModel
  Incrementable: never
  Dates: never
  Relations: {
    entries: Index[]
  }
}

/** The fields, relations and schema of SessionModel. */
export const sessionItemModel: TypedModel<SessionModelTypes> = {
  name: 'Session',
  var: 'sessionItem',
  table: 'session',
  key: 'class',
  fields: {
    'a"b`${c}': { type: 'dict', column: 'a_b_c__703b369f', default: { value: { "'": '`${evil()}`' } } },
    class: { type: 'string', column: 'class', required: true, unique: true },
    "it's": { type: 'choice', column: 'it_s_24ceef1c', choices: sessionItemItS },
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
  foreignKeys: {},
  required: ['class'],
  schema: { properties: { await: { pattern: "^[`'/]", type: 'string' } } },
  additionalProperties: false,
  dicts: dictMerging,
  path: '/sessions/:class',
}
