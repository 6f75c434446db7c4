import type { MongoClient } from 'mongodb'
import { isTracing, startSpan } from './tracing.js'

/** Returns the function that records a span for each of a client's commands; undefined if `tracing.url` is not set. */
export function traceCommands(): ((client: MongoClient) => void) | undefined {
  return isTracing() ? traceClient : undefined
}

function traceClient(client: MongoClient): void {
  const running = new Map<number, ReturnType<typeof startSpan>>()
  client.on('commandStarted', ({ requestId, commandName, databaseName, command }) => {
    const collection: unknown = command[commandName]
    const names = typeof collection === 'string' ? { 'db.collection.name': collection } : {}
    const attributes = { 'db.system.name': 'mongodb', 'db.namespace': databaseName, ...names }
    running.set(requestId, startSpan(commandName, { 'db.operation.name': commandName, ...attributes }))
  })
  const end = (requestId: number, error?: Error): void => {
    running.get(requestId)?.(error)
    running.delete(requestId)
  }
  client.on('commandSucceeded', ({ requestId }) => end(requestId))
  client.on('commandFailed', ({ requestId, failure }) => end(requestId, failure))
}
