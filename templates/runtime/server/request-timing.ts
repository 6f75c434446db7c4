import type { FastifyInstance } from 'fastify'
import { loggedUrl } from './problem.js'

/** With `request_timing.enable` logs how long each request took, whatever `log.level` is; a slow one as a warning. */
export function requestTiming(app: FastifyInstance): void {
  const { enable, slowRequestThreshold } = app.settings.requestTiming
  if (!enable) return
  app.addHook('onResponse', (request, reply, done) => {
    const log = request.log.child({}, { level: 'info' })
    const took = {
      method: request.method,
      url: loggedUrl(request.url),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
    }
    if (reply.elapsedTime >= slowRequestThreshold) log.warn(took, 'slow request')
    else log.info(took, 'request')
    done()
  })
}
