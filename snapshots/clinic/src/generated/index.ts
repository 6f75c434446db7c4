export * from './events.js'
export type {
  Appointment,
  AppointmentCreate,
  AppointmentDocument,
  AppointmentFields,
  AppointmentState,
  AppointmentUpdate,
  AppointmentWhere,
} from './models/appointment.js'
export { appointmentStates } from './models/appointment.js'
export type {
  Attachment,
  AttachmentCreate,
  AttachmentDocument,
  AttachmentFields,
  AttachmentReadOnly,
  AttachmentUpdate,
  AttachmentWhere,
} from './models/attachment.js'
export type {
  AuditEntry,
  AuditEntryCreate,
  AuditEntryDocument,
  AuditEntryFields,
  AuditEntryAction,
  AuditEntryUpdate,
  AuditEntryWhere,
} from './models/audit-entry.js'
export { auditEntryActions } from './models/audit-entry.js'
export type {
  Doctor,
  DoctorCreate,
  DoctorDocument,
  DoctorFields,
  DoctorReadOnly,
  DoctorUpdate,
  DoctorWhere,
} from './models/doctor.js'
export type { Hour, HourCreate, HourDocument, HourFields, HourUpdate, HourWhere } from './models/hour.js'
export type {
  Organization,
  OrganizationCreate,
  OrganizationDocument,
  OrganizationFields,
  OrganizationReadOnly,
  OrganizationUpdate,
  OrganizationWhere,
} from './models/organization.js'
export type {
  Patient,
  PatientCreate,
  PatientDocument,
  PatientFields,
  PatientReadOnly,
  PatientUpdate,
  PatientWhere,
} from './models/patient.js'
export type {
  SentMail,
  SentMailCreate,
  SentMailDocument,
  SentMailFields,
  SentMailUpdate,
  SentMailWhere,
} from './models/sent-mail.js'
export type {
  Service,
  ServiceCreate,
  ServiceDocument,
  ServiceFields,
  ServiceReadOnly,
  ServiceUpdate,
  ServiceWhere,
} from './models/service.js'
export type {
  User,
  UserCreate,
  UserDocument,
  UserFields,
  UserGroup,
  UserReadOnly,
  UserUpdate,
  UserWhere,
} from './models/user.js'
export { userGroups } from './models/user.js'
export { registry } from './registry.js'
export type { Repositories } from './repositories/index.js'
export {
  BadRequest,
  Conflict,
  ConstraintViolation,
  Forbidden,
  HttpError,
  NotFound,
  ReferenceViolation,
  Unauthorized,
  UniqueViolation,
  UnprocessableEntity,
} from './runtime/errors.js'
export { NotImplemented } from './runtime/events/operation-registry.js'
export type { UploadedFile } from './runtime/http/actions.js'
export type * from './actions/types.js'
export type { Json } from './runtime/json.js'
export type { RowChange } from './runtime/changes/changes.js'
export type { Mail } from './runtime/accounts/mail.js'
export { type JobPayloads, RecordedJobs, type WaitingJob } from './runtime/jobs/jobs.js'
export type { SettingValues } from './runtime/settings/reader.js'
export { openModels, type OpenModels } from './database.js'
export { createService } from './service.js'
export { loadSettings, type Settings } from './settings.js'
