import { registry } from '../../src/generated/index.js'
import './routes/memberships.js'
import './routes/notes.js'
import './routes/organizations.js'
import './routes/profiles.js'
import './routes/projects.js'
import './routes/users.js'
import './actions/notes.js'

// These tests cover the generated code. Write your own tests for your functions.
registry.pause()
