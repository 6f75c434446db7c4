#!/usr/bin/env node
import { setFlagsFromString } from 'node:v8'
import { run } from '../dist/main.js'

// Runs are short, and optimizing what is hardly called again took V8 a fifth of their processor time: it is to wait for what is called more often.
// By Node's major version, as V8 changes the names of its flags, and complains of those that it does not know.
const PATIENCE = new Map([
  ['20', '--interrupt-budget=1000000'],
  ['22', '--invocation-count-for-turbofan=100000'],
  ['24', '--invocation-count-for-turbofan=100000'],
])
const flag = PATIENCE.get(process.versions.node.split('.', 1).join())
if (flag !== undefined) setFlagsFromString(flag)

process.exitCode = await run(process.argv.slice(2))
