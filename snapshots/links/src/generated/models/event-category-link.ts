import type {
  Logical,
  ModelTypes,
  OrderedFilter,
  ToOneFilter,
  TypedModel,
} from '../runtime/repository/types.js'
import type { CategoryTypes, CategoryWhere } from './category.js'
import type { EventTypes, EventWhere } from './event.js'

/** A link of Event.categories. */
export type EventCategoryLink = {
  id: number
  category: string
  event: number
}

/** Values for a new event category link. */
export type EventCategoryLinkCreate = {
  category: string
  event: number
}

/** Changes to an event category link. */
export type EventCategoryLinkUpdate = {
  [Field in keyof EventCategoryLinkCreate]?: EventCategoryLinkCreate[Field]
}

/** Values that a request can set on an event category link. */
export type EventCategoryLinkFields = Required<EventCategoryLinkCreate>

/** An event category link in a response, without fields that the caller cannot see or did not select. */
export type EventCategoryLinkDocument = {
  _type: 'EventCategoryLink'
  _pk: string
  _self: string | null
} & Partial<EventCategoryLink>

/** A filter for event category links. */
export interface EventCategoryLinkWhere extends Logical<EventCategoryLinkWhere> {
  id?: EventCategoryLink['id'] | OrderedFilter<EventCategoryLink['id']>
  category?: ToOneFilter<CategoryWhere, string>
  event?: ToOneFilter<EventWhere, number>
}

/** The types of EventCategoryLink for its repository, routes and events. */
export interface EventCategoryLinkTypes extends ModelTypes {
  Name: 'EventCategoryLink'
  Row: EventCategoryLink
  Key: number
  Unique: { id: number }
  Fields: EventCategoryLinkFields
  Create: EventCategoryLinkCreate
  Update: EventCategoryLinkUpdate
  Document: EventCategoryLinkDocument
  Where: EventCategoryLinkWhere
  Sortable: Exclude<keyof EventCategoryLink, 'category' | 'event'>
  Incrementable: never
  Dates: never
  Relations: {
    category: CategoryTypes
    event: EventTypes
  }
}

/** The fields, relations and schema of EventCategoryLink. */
export const eventCategoryLinkModel: TypedModel<EventCategoryLinkTypes> = {
  name: 'EventCategoryLink',
  var: 'eventCategoryLink',
  table: 'event_category_link',
  key: 'id',
  fields: { id: { type: 'id_field', column: 'id', unique: true } },
  relations: {
    category: {
      model: 'Category',
      side: 'holder',
      many: false,
      unique: false,
      column: 'category',
      keyType: 'string',
      inverse: 'events_links',
      required: true,
      onDelete: 'nullify',
    },
    event: {
      model: 'Event',
      side: 'holder',
      many: false,
      unique: false,
      column: 'event',
      keyType: 'id_field',
      inverse: 'categories_links',
      required: true,
      onDelete: 'nullify',
    },
  },
  foreignKeys: {},
  required: ['category', 'event'],
  additionalProperties: false,
  path: null,
}
