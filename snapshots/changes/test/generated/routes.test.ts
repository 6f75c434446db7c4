import { registry } from '../../src/generated/index.js'
import './routes/entries.js'
import './routes/notes.js'
import './routes/tasks.js'
import './routes/teams.js'

// These tests cover the generated code. Write your own tests for your functions.
registry.pause()
