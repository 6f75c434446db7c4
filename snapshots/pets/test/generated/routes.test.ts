import { registry } from '../../src/generated/index.js'
import './actions/pets.js'

// These tests cover the generated code. Write your own tests for your functions.
registry.pause()
