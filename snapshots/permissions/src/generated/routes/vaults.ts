import type { FastifyInstance } from 'fastify'
import { openAcl, vaultAcl } from '../acl.js'
import { may, permit, permitted } from '../runtime/access/access.js'
import { readAttributeChanges, showAttribute } from '../runtime/http/attributes.js'
import { createAll } from '../runtime/http/create-all.js'
import { created, sendTagged } from '../runtime/http/entity-tags.js'
import { deleteItem, replaceItem, updateItem } from '../runtime/http/write.js'
import type { Service } from '../service.js'

/** Adds the routes at and below /vaults. */
export function vaultsRoutes(app: FastifyInstance, { database, vaults }: Service): void {
  // List vaults
  app.get(
    '/vaults',
    { config: { accepts: ['ticket'] }, onRequest: may('view', vaultAcl.collection) },
    async (request, reply) => {
      return vaults.page(database, request, reply)
    },
  )

  // Create one or more vaults
  app.post(
    '/vaults',
    { config: { accepts: ['ticket'] }, onRequest: may('create', vaultAcl.collection) },
    async (request, reply) => {
      const rows = await createAll(vaults, database, request)
      const documents = await vaults.documents(database, request, rows)
      return created(request, reply, documents)
    },
  )

  // Get a vault
  app.get(
    '/vaults/:id',
    { config: { accepts: ['ticket'] }, onRequest: may('view', vaultAcl.item) },
    async (request, reply) => {
      const vault = await vaults.find(database, request, 'id')
      await permit(database, request, 'view', vaultAcl, vault)
      const document = await vaults.document(database, request, vault)
      return sendTagged(request, reply, document)
    },
  )

  // Replace a vault
  app.put(
    '/vaults/:id',
    { config: { accepts: ['ticket'] }, onRequest: may('update', vaultAcl.item) },
    async (request, reply) => {
      const vault = await replaceItem(vaults, database, request, 'id', permitted('update', vaultAcl))
      const document = await vaults.document(database, request, vault)
      return sendTagged(request, reply, document)
    },
  )

  // Update a vault
  app.patch(
    '/vaults/:id',
    { config: { accepts: ['ticket'] }, onRequest: may('update', vaultAcl.item) },
    async (request, reply) => {
      const vault = await updateItem(vaults, database, request, 'id', permitted('update', vaultAcl))
      const document = await vaults.document(database, request, vault)
      return sendTagged(request, reply, document)
    },
  )

  // Delete a vault
  app.delete(
    '/vaults/:id',
    { config: { accepts: ['ticket'] }, onRequest: may('delete', vaultAcl.item) },
    async (request) => {
      await deleteItem(vaults, database, request, 'id', permitted('delete', vaultAcl))
      return { message: 'Deleted' }
    },
  )

  // Get the codes of a vault
  app.get(
    '/vaults/:id/codes',
    { config: { accepts: ['ticket'] }, onRequest: may('view', openAcl.item) },
    async (request) => {
      const vault = await vaults.find(database, request, 'id')
      await permit(database, request, 'view', vaultAcl, vault)
      await permit(database, request, 'view', openAcl, vault)
      return showAttribute(vaults, request, vault, 'codes')
    },
  )

  // Update the codes of a vault
  app.post(
    '/vaults/:id/codes',
    { config: { accepts: ['ticket'] }, onRequest: may('update', openAcl.item) },
    async (request) => {
      return database.transaction(async (session) => {
        const vault = await vaults.lock(session, request, 'id')
        await permit(session, request, 'view', vaultAcl, vault)
        await permit(session, request, 'update', openAcl, vault)
        const data = await readAttributeChanges(vaults, session, request, vault, 'codes')
        const changed = await vaults.update(session, request, vault, data)
        return showAttribute(vaults, request, changed, 'codes')
      })
    },
  )
}
