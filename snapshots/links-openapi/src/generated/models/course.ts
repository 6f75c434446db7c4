import type { Course } from '../actions/types.js'
import { rejectLostDigits } from '../runtime/body/digits.js'
import { addNested } from '../runtime/http/nested-documents.js'
import type {
  Logical,
  ModelTypes,
  OrderedFilter,
  TextFilter,
  ToManyFilter,
  TypedModel,
} from '../runtime/repository/types.js'
import type { CourseTeacherLinkTypes, CourseTeacherLinkWhere } from './course-teacher-link.js'
import type { CourseTopicLinkTypes, CourseTopicLinkWhere } from './course-topic-link.js'
import type { SeatTypes, SeatWhere } from './seat.js'
import type { StoredTeacherDocument, StoredTeacherTypes, StoredTeacherWhere } from './teacher.js'
import type { StoredTopicDocument, StoredTopicTypes, StoredTopicWhere } from './topic.js'

/** A course as stored; relations are keys. */
export type StoredCourse = {
  id: number
  title: string
}

/** Values for a new course. */
export type StoredCourseCreate = {
  title: string
  students?: number[]
  teachers?: number[]
  topics?: number[]
}

/** Changes to a course. */
export type StoredCourseUpdate = { [Field in keyof StoredCourseCreate]?: StoredCourseCreate[Field] }

/** Values of a course that only the service sets. */
export type StoredCourseReadOnly = {
  seats?: number[]
  teachers_links?: number[]
  topics_links?: number[]
}

/** Values that a request can set on a course. */
export type StoredCourseFields = Required<StoredCourseCreate & StoredCourseReadOnly>

/** A course in a response, without fields that the caller cannot see or did not select. */
export type StoredCourseDocument = {
  _type: 'Course'
  _pk: string
  _self: string | null
  students?: number[]
  students_total?: number
  teachers?: (number | StoredTeacherDocument)[]
  teachers_total?: number
  topics?: (number | StoredTopicDocument)[]
  topics_total?: number
} & Partial<StoredCourse> &
  Course

/** A filter for courses. */
export interface StoredCourseWhere extends Logical<StoredCourseWhere> {
  id?: StoredCourse['id'] | OrderedFilter<StoredCourse['id']>
  title?: string | null | TextFilter
  seats?: ToManyFilter<SeatWhere>
  students?: ToManyFilter<StoredTeacherWhere>
  teachers?: ToManyFilter<StoredTeacherWhere>
  teachers_links?: ToManyFilter<CourseTeacherLinkWhere>
  topics?: ToManyFilter<StoredTopicWhere>
  topics_links?: ToManyFilter<CourseTopicLinkWhere>
}

/** The types of StoredCourse for its repository, routes and events. */
export interface StoredCourseTypes extends ModelTypes {
  Name: 'Course'
  Row: StoredCourse
  Key: number
  Unique: { id: number }
  Fields: StoredCourseFields
  Create: StoredCourseCreate & StoredCourseReadOnly
  Update: Partial<StoredCourseCreate & StoredCourseReadOnly>
  Document: StoredCourseDocument
  Where: StoredCourseWhere
  Sortable: keyof StoredCourse
  Incrementable: never
  Dates: never
  Queries: {
    index: {
      limit?: number
    }
  }
  Relations: {
    seats: SeatTypes[]
    students: StoredTeacherTypes[]
    teachers: StoredTeacherTypes[]
    teachers_links: CourseTeacherLinkTypes[]
    topics: StoredTopicTypes[]
    topics_links: CourseTopicLinkTypes[]
  }
}

/** The fields, relations and schema of StoredCourse. */
export const courseModel: TypedModel<StoredCourseTypes> = {
  name: 'Course',
  var: 'course',
  table: 'course',
  key: 'id',
  fields: {
    id: { type: 'id_field', column: 'id', unique: true },
    title: { type: 'string', column: 'title', required: true },
  },
  relations: {
    seats: {
      model: 'Seat',
      side: 'one',
      many: true,
      unique: false,
      column: 'course',
      keyType: 'id_field',
      inverse: 'course',
      required: false,
      listed: false,
      onDelete: 'nullify',
    },
    students: {
      model: 'Teacher',
      side: 'one',
      many: true,
      unique: false,
      column: 'course',
      keyType: 'id_field',
      inverse: 'studies',
      required: false,
      onDelete: 'nullify',
    },
    teachers: {
      model: 'Teacher',
      side: 'one',
      many: true,
      unique: false,
      column: 'course',
      keyType: 'id_field',
      inverse: 'courses',
      required: false,
      onDelete: 'nullify',
    },
    teachers_links: {
      model: 'CourseTeacherLink',
      side: 'one',
      many: true,
      unique: false,
      column: 'course',
      keyType: 'id_field',
      inverse: 'course',
      required: false,
      listed: false,
      onDelete: 'cascade',
    },
    topics: {
      model: 'Topic',
      side: 'one',
      many: true,
      unique: false,
      column: 'course',
      keyType: 'id_field',
      inverse: 'courses',
      required: false,
      onDelete: 'nullify',
    },
    topics_links: {
      model: 'CourseTopicLink',
      side: 'one',
      many: true,
      unique: false,
      column: 'course',
      keyType: 'id_field',
      inverse: 'course',
      required: false,
      listed: false,
      onDelete: 'cascade',
    },
  },
  foreignKeys: {},
  writeRules: {
    id: { readOnly: true },
    seats: { readOnly: true },
    teachers_links: { readOnly: true },
    topics_links: { readOnly: true },
  },
  required: ['title'],
  additionalProperties: true,
  createsOne: true,
  exactNumbers: rejectLostDigits,
  nested: { names: ['teachers', 'topics'], depth: 3, add: addNested },
  path: ['/courses/', 'id'],
}
