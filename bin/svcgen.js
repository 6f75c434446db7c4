#!/usr/bin/env node
import { setFlagsFromString } from 'node:v8'
import { main } from '../dist/main.js'

// Runs are short, and optimizing what is hardly called again took V8 a fifth of their processor time: it is to wait for what is called more often.
setFlagsFromString('--interrupt-budget=1000000')

process.exitCode = await main(process.argv.slice(2))
