import type { Appointment, AppointmentCreate } from '../../src/generated/models/appointment.js'
import type {
  Attachment,
  AttachmentCreate,
  AttachmentReadOnly,
} from '../../src/generated/models/attachment.js'
import type { AuditEntry, AuditEntryCreate } from '../../src/generated/models/audit-entry.js'
import type { Doctor, DoctorCreate, DoctorReadOnly } from '../../src/generated/models/doctor.js'
import type { Hour, HourCreate } from '../../src/generated/models/hour.js'
import type {
  Organization,
  OrganizationCreate,
  OrganizationReadOnly,
} from '../../src/generated/models/organization.js'
import type { Patient, PatientCreate, PatientReadOnly } from '../../src/generated/models/patient.js'
import type { SentMail, SentMailCreate } from '../../src/generated/models/sent-mail.js'
import type { Service, ServiceCreate, ServiceReadOnly } from '../../src/generated/models/service.js'
import type { User, UserCreate, UserReadOnly } from '../../src/generated/models/user.js'
import type { Repositories } from '../../src/generated/repositories/index.js'
import { samples } from './samples.js'

/** Creates an appointment with its required relations. The given values override the sample. */
export async function appointment(
  items: Repositories,
  given: Partial<AppointmentCreate> = {},
): Promise<Appointment> {
  const links = {
    doctor: given.doctor ?? ((await items.doctor.findFirst()) ?? (await doctor(items))).id,
    organization:
      given.organization ?? ((await items.organization.findFirst()) ?? (await organization(items))).name,
    patient: given.patient ?? ((await items.patient.findFirst()) ?? (await patient(items))).id,
    service: given.service ?? ((await items.service.findFirst()) ?? (await service(items))).id,
  }
  return items.appointment.create({ data: { ...samples.appointment.first, ...given, ...links } })
}

/** Creates an attachment with its required relations. The given values override the sample. */
export async function attachment(
  items: Repositories,
  given: Partial<AttachmentCreate & AttachmentReadOnly> = {},
): Promise<Attachment> {
  const links = {
    patient: given.patient ?? ((await items.patient.findFirst()) ?? (await patient(items))).id,
  }
  return items.attachment.create({ data: { ...samples.attachment.first, ...given, ...links } })
}

/** Creates an audit entry with its required relations. The given values override the sample. */
export async function auditEntry(
  items: Repositories,
  given: Partial<AuditEntryCreate> = {},
): Promise<AuditEntry> {
  const links = {
    organization:
      given.organization ?? ((await items.organization.findFirst()) ?? (await organization(items))).name,
  }
  return items.auditEntry.create({ data: { ...samples.auditEntry.first, ...given, ...links } })
}

/** Creates a doctor with its required relations. The given values override the sample. */
export async function doctor(
  items: Repositories,
  given: Partial<DoctorCreate & DoctorReadOnly> = {},
): Promise<Doctor> {
  const links = {
    organization:
      given.organization ?? ((await items.organization.findFirst()) ?? (await organization(items))).name,
  }
  return items.doctor.create({ data: { ...samples.doctor.first, ...given, ...links } })
}

/** Creates a hour with its required relations. The given values override the sample. */
export async function hour(items: Repositories, given: Partial<HourCreate> = {}): Promise<Hour> {
  const links = {
    doctor: given.doctor ?? ((await items.doctor.findFirst()) ?? (await doctor(items))).id,
  }
  return items.hour.create({ data: { ...samples.hour.first, ...given, ...links } })
}

/** Creates an organization. The given values override the sample. */
export async function organization(
  items: Repositories,
  given: Partial<OrganizationCreate & OrganizationReadOnly> = {},
): Promise<Organization> {
  return items.organization.create({ data: { ...samples.organization.first, ...given } })
}

/** Creates a patient with its required relations. The given values override the sample. */
export async function patient(
  items: Repositories,
  given: Partial<PatientCreate & PatientReadOnly> = {},
): Promise<Patient> {
  const links = {
    organization:
      given.organization ?? ((await items.organization.findFirst()) ?? (await organization(items))).name,
  }
  return items.patient.create({ data: { ...samples.patient.first, ...given, ...links } })
}

/** Creates a sent mail. The given values override the sample. */
export async function sentMail(items: Repositories, given: Partial<SentMailCreate> = {}): Promise<SentMail> {
  return items.sentMail.create({ data: { ...samples.sentMail.first, ...given } })
}

/** Creates a service with its required relations. The given values override the sample. */
export async function service(
  items: Repositories,
  given: Partial<ServiceCreate & ServiceReadOnly> = {},
): Promise<Service> {
  const links = {
    organization:
      given.organization ?? ((await items.organization.findFirst()) ?? (await organization(items))).name,
  }
  return items.service.create({ data: { ...samples.service.first, ...given, ...links } })
}

/** Creates a user. The given values override the sample. */
export async function user(
  items: Repositories,
  given: Partial<UserCreate & UserReadOnly> = {},
): Promise<User> {
  return items.user.create({ data: { ...samples.user.first, active: true, ...given } })
}
