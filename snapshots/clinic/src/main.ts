import { buildApp } from './app.js'
import { start } from './generated/runtime/server/start.js'

await start(buildApp)
