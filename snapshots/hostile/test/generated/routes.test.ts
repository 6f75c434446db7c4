import { registry } from '../../src/generated/index.js'
import './routes/indices.js'
import './routes/sessions.js'

// These tests cover the generated code. Write your own tests for your functions.
registry.pause()
