import { registry } from '../../src/generated/index.js'
import './routes/notes.js'
import './routes/users.js'

// These tests cover the generated code. Write your own tests for your functions.
registry.pause()
