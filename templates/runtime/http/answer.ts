import type { FastifyReply, FastifyRequest } from 'fastify'
import { sendTagged } from '../server/etag.js'
import type { ResponseBody } from '../events/types.js'

/** Runs `work` for one item after the other, so that each sees what the former has done. */
export async function each<In, Out>(list: readonly In[], work: (item: In) => Promise<Out>): Promise<Out[]> {
  const results: Out[] = []
  for (const item of list) results.push(await work(item))
  return results
}

/**
 * Answers what a POST made (SPEC 6): one document with its `Location`, or, for a list that was sent, all of them.
 */
export function created(
  request: FastifyRequest,
  reply: FastifyReply,
  documents: readonly ResponseBody[],
): FastifyReply {
  reply.code(201)
  if (Array.isArray(request.body)) return reply.send({ count: documents.length, data: documents })
  const [document = {}] = documents
  if (typeof document['_self'] === 'string') reply.header('Location', document['_self'])
  return sendTagged(request, reply, document)
}
