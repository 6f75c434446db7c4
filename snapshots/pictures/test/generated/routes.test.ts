import { registry } from '../../src/generated/index.js'
import './routes/pictures.js'

// These tests cover the generated code. Write your own tests for your functions.
registry.pause()
