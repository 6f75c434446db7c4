import { registry } from '../../src/generated/index.js'
import './routes/appointments.js'
import './routes/audit-entries.js'
import './routes/doctors.js'
import './routes/hours.js'
import './routes/organizations.js'
import './routes/patients.js'
import './routes/services.js'
import './routes/users.js'
import './actions/appointments.js'
import './actions/attachments.js'
import './actions/patients.js'
import './actions/reports.js'

// These tests cover the generated code. Write your own tests for your functions.
registry.pause()
