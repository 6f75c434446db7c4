import type { Models } from '../runtime/model.js'
import { appointmentModel } from './appointment.js'
import { attachmentModel } from './attachment.js'
import { auditEntryModel } from './audit-entry.js'
import { doctorModel } from './doctor.js'
import { hourModel } from './hour.js'
import { organizationModel } from './organization.js'
import { patientModel } from './patient.js'
import { sentMailModel } from './sent-mail.js'
import { serviceModel } from './service.js'
import { userModel } from './user.js'

/** All models, keyed by name. */
export const models: Models = {
  Appointment: appointmentModel,
  Attachment: attachmentModel,
  AuditEntry: auditEntryModel,
  Doctor: doctorModel,
  Hour: hourModel,
  Organization: organizationModel,
  Patient: patientModel,
  SentMail: sentMailModel,
  Service: serviceModel,
  User: userModel,
}
