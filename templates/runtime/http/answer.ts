import type { FastifyReply, FastifyRequest } from 'fastify'
import { sendTagged } from '../server/etag.js'
import type { ResponseBody } from '../events/types.js'
import { placed } from './placed.js'

/**
 * Runs `work` for one item of a body after the other, so that each sees what the former has done. Of a list that was sent, errors tell which item
 * they are about.
 */
export async function each<In, Out>(
  request: FastifyRequest,
  items: readonly In[],
  work: (item: In) => Promise<Out>,
): Promise<Out[]> {
  const results: Out[] = []
  for (const item of items) {
    try {
      results.push(await work(item))
    } catch (error) {
      throw Array.isArray(request.body) ? placed(error, results.length) : error
    }
  }
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
