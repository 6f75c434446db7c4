import { MergingBodyReader } from '../runtime/body/dicts.js'
import { rejectLostDigits } from '../runtime/body/digits.js'
import type { Json } from '../runtime/json.js'
import type {
  AnyFilter,
  Logical,
  ModelTypes,
  PresenceFilter,
  TextFilter,
  ToManyFilter,
  TypedModel,
} from '../runtime/repository/types.js'
import type { IndexTypes, IndexWhere } from './index2.js'

/** Possible values of `it's`. */
export const sessionItS = ["'; evil(); '", '`${evil()}`', 'a\nb', '*/'] as const
export type SessionIt = (typeof sessionItS)[number]

/** A session as stored; relations are keys. */
export type Session = {
  /** * / evil() /* */
  'a"b`${c}': { [k: string]: Json } | null
  class: string
  /** * / evil() /* */
  "it's": SessionIt | null
}

/** Values for a new session. */
export type SessionCreate = {
  /** * / evil() /* */
  'a"b`${c}'?: { [k: string]: Json } | null
  class: string
  /** * / evil() /* */
  "it's"?: SessionIt | null
  entries?: number[]
}

/** Changes to a session. */
export type SessionUpdate = { [Field in keyof SessionCreate]?: SessionCreate[Field] }

/** Values that a request can set on a session, including virtual fields. */
export type SessionFields = Required<SessionCreate> & {
  /** * / evil() /* */
  await: string
}

/** A session in a response, without fields that the caller cannot see or did not select. */
export type SessionDocument = {
  _type: 'Session'
  _pk: string
  _self: string | null
  entries?: number[]
  entries_total?: number
} & Partial<Session>

/** A filter for sessions. */
export interface SessionWhere extends Logical<SessionWhere> {
  'a"b`${c}'?: PresenceFilter
  class?: string | null | TextFilter
  "it's"?: SessionIt | null | AnyFilter<SessionIt>
  entries?: ToManyFilter<IndexWhere>
}

/** The types of Session for its repository, routes and events. */
export interface SessionTypes extends ModelTypes {
  Name: 'Session'
  Row: Session
  Key: string
  Unique: { class: string }
  Fields: SessionFields
  Create: SessionCreate
  Update: SessionUpdate
  Document: SessionDocument
  Where: SessionWhere
  Sortable: keyof Session
  Incrementable: never
  Dates: never
  Relations: {
    entries: IndexTypes[]
  }
}

/** The fields, relations and schema of Session. */
export const sessionModel: TypedModel<SessionTypes> = {
  name: 'Session',
  var: 'session',
  table: 'session',
  key: 'class',
  fields: {
    'a"b`${c}': { type: 'dict', column: 'a_b_c__703b369f', default: { value: { "'": '`${evil()}`' } } },
    class: { type: 'string', column: 'class', required: true, unique: true },
    "it's": { type: 'choice', column: 'it_s_24ceef1c', choices: sessionItS },
    await: { type: 'string', column: null, schema: { pattern: "^[`'/]", type: 'string' } },
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
  additionalProperties: false,
  exactNumbers: rejectLostDigits,
  bodies: MergingBodyReader,
  path: ['/sessions/', 'class'],
}
