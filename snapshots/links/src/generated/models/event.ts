import { addNested } from '../runtime/http/nested-documents.js'
import type {
  Logical,
  ModelTypes,
  OrderedFilter,
  TextFilter,
  ToManyFilter,
  TypedModel,
} from '../runtime/repository/types.js'
import type { CategoryTypes, CategoryWhere } from './category.js'
import type { EventCategoryLinkTypes, EventCategoryLinkWhere } from './event-category-link.js'
import type { PersonDocument, PersonTypes, PersonWhere } from './person.js'
import type { TicketTypes, TicketWhere } from './ticket.js'

/** An event as stored; relations are keys. */
export type Event = {
  id: number
  title: string
}

/** Values for a new event. */
export type EventCreate = {
  title: string
  categories?: string[]
  guests?: string[]
  tickets?: number[]
}

/** Changes to an event. */
export type EventUpdate = { [Field in keyof EventCreate]?: EventCreate[Field] }

/** Values of an event that only the service sets. */
export type EventReadOnly = {
  categories_links?: number[]
}

/** Values that a request can set on an event. */
export type EventFields = Required<EventCreate & EventReadOnly>

/** An event in a response, without fields that the caller cannot see or did not select. */
export type EventDocument = {
  _type: 'Event'
  _pk: string
  _self: string | null
  categories?: string[]
  categories_total?: number
  guests?: (string | PersonDocument)[]
  guests_total?: number
  tickets?: number[]
  tickets_total?: number
} & Partial<Event>

/** A filter for events. */
export interface EventWhere extends Logical<EventWhere> {
  id?: Event['id'] | OrderedFilter<Event['id']>
  title?: string | null | TextFilter
  categories?: ToManyFilter<CategoryWhere>
  categories_links?: ToManyFilter<EventCategoryLinkWhere>
  guests?: ToManyFilter<PersonWhere>
  tickets?: ToManyFilter<TicketWhere>
}

/** The types of Event for its repository, routes and events. */
export interface EventTypes extends ModelTypes {
  Name: 'Event'
  Row: Event
  Key: number
  Unique: { id: number }
  Fields: EventFields
  Create: EventCreate & EventReadOnly
  Update: Partial<EventCreate & EventReadOnly>
  Document: EventDocument
  Where: EventWhere
  Sortable: keyof Event
  Incrementable: never
  Dates: never
  Relations: {
    categories: CategoryTypes[]
    categories_links: EventCategoryLinkTypes[]
    guests: PersonTypes[]
    tickets: TicketTypes[]
  }
}

/** The fields, relations and schema of Event. */
export const eventModel: TypedModel<EventTypes> = {
  name: 'Event',
  var: 'event',
  table: 'event',
  key: 'id',
  fields: {
    id: { type: 'id_field', column: 'id', unique: true },
    title: { type: 'string', column: 'title', required: true },
  },
  relations: {
    categories: {
      model: 'Category',
      side: 'one',
      many: true,
      unique: false,
      column: 'event',
      keyType: 'string',
      inverse: 'events',
      required: false,
      onDelete: 'nullify',
    },
    categories_links: {
      model: 'EventCategoryLink',
      side: 'one',
      many: true,
      unique: false,
      column: 'event',
      keyType: 'id_field',
      inverse: 'event',
      required: false,
      listed: false,
      onDelete: 'cascade',
    },
    guests: {
      model: 'Person',
      side: 'one',
      many: true,
      unique: false,
      column: 'event_id',
      keyType: 'string',
      inverse: 'events',
      required: false,
      onDelete: 'nullify',
    },
    tickets: {
      model: 'Ticket',
      side: 'one',
      many: true,
      unique: false,
      column: 'event_id',
      keyType: 'id_field',
      inverse: 'event',
      required: false,
      onDelete: 'cascade',
    },
  },
  foreignKeys: {},
  writeRules: { categories_links: { readOnly: true } },
  required: ['title'],
  additionalProperties: false,
  nested: { names: ['guests'], depth: 1, add: addNested },
  path: ['/events/', 'id'],
}
