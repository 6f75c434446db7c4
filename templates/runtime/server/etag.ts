import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** What a request's `If-Match` asks for. */
export interface IfMatch {
  /** Whether an item with this tag may be changed (RFC 9110, 13.1.1: weak tags never match). */
  matches(tag: string): boolean
}

/** The strong entity tag of an answer's text. */
export function etagOf(payload: string): string {
  return `"${hash('sha1', payload, 'base64url')}"`
}

/** The condition of `If-Match`; undefined where the request has none. `*` matches whatever is there. */
export function ifMatch(request: FastifyRequest): IfMatch | undefined {
  const header = request.headers['if-match']
  if (header === undefined) return undefined
  const tags = tagsOf(header)
  return { matches: (tag) => tags.includes('*') || tags.includes(tag) }
}

/** Answers a document with its `ETag`, or 304 without a body where `If-None-Match` says that the caller has it (RFC 9110, 13.1.2). */
export function sendTagged(request: FastifyRequest, reply: FastifyReply, document: object): FastifyReply {
  const payload = JSON.stringify(document)
  const tag = etagOf(payload)
  reply.header('ETag', tag)
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (isRead && isKnown(request.headers['if-none-match'], tag)) return reply.code(304).send()
  return reply.type('application/json').send(payload)
}

function isKnown(header: string | undefined, tag: string): boolean {
  return (
    header !== undefined && tagsOf(header).some((known) => known === '*' || known.replace(/^W\//, '') === tag)
  )
}

function tagsOf(header: string): string[] {
  return header.match(/\*|(?:W\/)?"[^"]*"/g) ?? []
}
