import { registry } from '../../src/generated/index.js'
import './routes/boxes.js'
import './actions/boxes.js'

// These tests cover the generated code. Write your own tests for your functions.
registry.pause()
