import { models } from './models/index.js'
import type { AppointmentTypes } from './models/appointment.js'
import type { AttachmentTypes } from './models/attachment.js'
import type { AuditEntryTypes } from './models/audit-entry.js'
import type { DoctorTypes } from './models/doctor.js'
import type { HourTypes } from './models/hour.js'
import type { OrganizationTypes } from './models/organization.js'
import type { PatientTypes } from './models/patient.js'
import type { SentMailTypes } from './models/sent-mail.js'
import type { ServiceTypes } from './models/service.js'
import type { User, UserTypes } from './models/user.js'
import type { Repositories } from './repositories/index.js'
import { makeTestEvent, type TestEventParts } from './runtime/events/event.js'
import type { EventTag, FiredTag, HandlerEvent } from './runtime/events/types.js'
import { RecordedJobs } from './runtime/jobs/jobs.js'

/** The user who sent a request, without the password. */
export type Caller = Omit<User, 'password'>

/** The event that handlers of Appointment receive. For a single tag, use `AppointmentEvent<'before_create'>`. */
export type AppointmentEvent<Tag extends EventTag = EventTag> = HandlerEvent<
  AppointmentTypes,
  Tag,
  Repositories,
  Caller
>

/** The event that handlers of Attachment receive. For a single tag, use `AttachmentEvent<'before_create'>`. */
export type AttachmentEvent<Tag extends EventTag = EventTag> = HandlerEvent<
  AttachmentTypes,
  Tag,
  Repositories,
  Caller
>

/** The event that handlers of AuditEntry receive. For a single tag, use `AuditEntryEvent<'before_create'>`. */
export type AuditEntryEvent<Tag extends EventTag = EventTag> = HandlerEvent<
  AuditEntryTypes,
  Tag,
  Repositories,
  Caller
>

/** The event that handlers of Doctor receive. For a single tag, use `DoctorEvent<'before_create'>`. */
export type DoctorEvent<Tag extends EventTag = EventTag> = HandlerEvent<
  DoctorTypes,
  Tag,
  Repositories,
  Caller
>

/** The event that handlers of Hour receive. For a single tag, use `HourEvent<'before_create'>`. */
export type HourEvent<Tag extends EventTag = EventTag> = HandlerEvent<HourTypes, Tag, Repositories, Caller>

/** The event that handlers of Organization receive. For a single tag, use `OrganizationEvent<'before_create'>`. */
export type OrganizationEvent<Tag extends EventTag = EventTag> = HandlerEvent<
  OrganizationTypes,
  Tag,
  Repositories,
  Caller
>

/** The event that handlers of Patient receive. For a single tag, use `PatientEvent<'before_create'>`. */
export type PatientEvent<Tag extends EventTag = EventTag> = HandlerEvent<
  PatientTypes,
  Tag,
  Repositories,
  Caller
>

/** The event that handlers of SentMail receive. For a single tag, use `SentMailEvent<'before_create'>`. */
export type SentMailEvent<Tag extends EventTag = EventTag> = HandlerEvent<
  SentMailTypes,
  Tag,
  Repositories,
  Caller
>

/** The event that handlers of Service receive. For a single tag, use `ServiceEvent<'before_create'>`. */
export type ServiceEvent<Tag extends EventTag = EventTag> = HandlerEvent<
  ServiceTypes,
  Tag,
  Repositories,
  Caller
>

/** The event that handlers of User receive. For a single tag, use `UserEvent<'before_create'>`. */
export type UserEvent<Tag extends EventTag = EventTag> = HandlerEvent<UserTypes, Tag, Repositories, Caller>

/** The types of each model, keyed by name. */
export interface EventModels {
  Appointment: AppointmentTypes
  Attachment: AttachmentTypes
  AuditEntry: AuditEntryTypes
  Doctor: DoctorTypes
  Hour: HourTypes
  Organization: OrganizationTypes
  Patient: PatientTypes
  SentMail: SentMailTypes
  Service: ServiceTypes
  User: UserTypes
}

/**
 * Creates an event for testing a handler without a service: `testEvent('Appointment', 'before_create', { fields: { … } })`.
 * @param tag an action's tag: `before_create`, not `before_set`
 * @param parts the parts of the event read by the handler
 */
export function testEvent<Name extends keyof EventModels, Tag extends FiredTag>(
  model: Name,
  tag: Tag,
  parts: TestEventParts<EventModels[Name], Repositories, Caller> = {},
): HandlerEvent<EventModels[Name], Tag, Repositories, Caller> {
  const given = { $accounts: { invite: async () => undefined }, $jobs: new RecordedJobs(), ...parts.models }
  return makeTestEvent(models, model, tag, { ...parts, models: given })
}
