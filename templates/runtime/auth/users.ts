import type { FastifyRequest } from 'fastify'
import type { ActionEvent, EventSubject } from '../events/action-event.js'
import type { EventAction } from '../events/types.js'
import type { Document } from '../http/documents.js'
import type { ModelSpec, Row } from '../model.js'
import type { Session } from '../store.js'

/** What authentication needs of the resource of the users: new ones, their documents, their events. */
export interface Users {
  readonly model: ModelSpec
  /** @throws Forbidden where the caller may not change an item that the new user would be linked to from its own side */
  permitLinks(session: Session, request: FastifyRequest, data: Row): Promise<Row>
  /** Stores a new user; the password is hashed on the way. */
  create(session: Session, data: Row): Promise<Row>
  document(session: Session, request: FastifyRequest, row: Row): Document | Promise<Document>
  event(action: EventAction, session: Session, request: FastifyRequest, subject?: EventSubject): ActionEvent
  /** What is to be stored, after the fields' processors. */
  processed(event: ActionEvent): Promise<Row>
}
