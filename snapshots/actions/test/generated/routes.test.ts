import { registry } from '../../src/generated/index.js'
import './routes/stories.js'
import './routes/users.js'
import './actions/password-reset.js'
import './actions/reports.js'
import './actions/search.js'
import './actions/stories.js'
import './actions/users.js'

// These tests cover the generated code. Write your own tests for your functions.
registry.pause()
