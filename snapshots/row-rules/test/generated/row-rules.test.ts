import { describe, it } from 'node:test'
import { registry } from '../../src/generated/index.js'
import type { Membership } from '../../src/generated/models/membership.js'
import type { Note } from '../../src/generated/models/note.js'
import type { Organization } from '../../src/generated/models/organization.js'
import type { Profile } from '../../src/generated/models/profile.js'
import type { Project } from '../../src/generated/models/project.js'
import type { User } from '../../src/generated/models/user.js'
import { logIn } from './log-in.js'
import * as make from './make.js'
import { RuledRows } from './ruled-rows.js'
import { startService, url, withLogins } from './service.js'

// These tests cover the generated code. Write your own tests for your functions.
registry.pause()

describe('row rules', () => {
  it('Membership: allow everyone all', async (context) => {
    const { app, items } = await startService(context, withLogins)
    const inside = await make.membership(items)
    const rows = new RuledRows<Membership['id']>({
      app,
      key: 'id',
      list: url`/v1/memberships`,
      item: (key) => url`/v1/memberships/${key}`,
      stored: (key) => items.membership.findUnique({ where: { id: key } }),
    })
    await rows.list({ seen: [inside.id], hidden: [] })
    await rows.filter({ seen: [inside.id], hidden: [] })
    await rows.show({ seen: [inside.id], hidden: [] })
    await rows.update(inside.id, { role: 'role-3' }, 200)
    await rows.updateMany('PUT', inside.id, { role: 'role-3' }, 1)
    await rows.create({}, 201)
    await rows.delete(inside.id, 200)
  })

  it('Note: allow g:admin all', async (context) => {
    const { app, items } = await startService(context, withLogins)
    const user = await make.user(items, {
      email: 'someone-31@example.com',
      username: 'username-31',
      password: 'a password for tests',
      groups: ['admin'],
    })
    const user2 = await make.user(items, { email: 'someone-33@example.com', username: 'username-33' })
    const inside = await make.note(items, { owner: user2.username })
    const rows = new RuledRows<Note['id']>({
      app,
      headers: await logIn(app, user),
      key: 'id',
      list: url`/v1/notes`,
      item: (key) => url`/v1/notes/${key}`,
      stored: (key) => items.note.findUnique({ where: { id: key } }),
    })
    await rows.link(url`/v1/users`, url`/v1/users/${user2.username}`, 'notes', {
      seen: [inside.id],
      hidden: [],
    })
    await rows.list({ seen: [inside.id], hidden: [] })
    await rows.filter({ seen: [inside.id], hidden: [] })
    await rows.show({ seen: [inside.id], hidden: [] })
    await rows.update(inside.id, { text: 'text-3' }, 200)
    await rows.updateMany('PUT', inside.id, { text: 'text-3' }, 1)
    await rows.delete(inside.id, 200)
  })

  it('Note: allow g:doctor view, create, update where project.organization={{user.organization}}', async (context) => {
    const { app, items } = await startService(context, withLogins)
    const organization = await make.organization(items, { name: 'name-32', slug: 'slug-32' })
    const user = await make.user(items, {
      email: 'someone-31@example.com',
      username: 'username-31',
      password: 'a password for tests',
      groups: ['doctor'],
      organization: organization.slug,
    })
    const project2 = await make.project(items, { organization: organization.slug })
    const user2 = await make.user(items, {
      email: 'someone-38@example.com',
      username: 'username-38',
      organization: organization.slug,
    })
    const inside = await make.note(items, { project: project2.id, owner: user2.username })
    const organization2 = await make.organization(items, { name: 'name-37', slug: 'slug-37' })
    const project = await make.project(items, { organization: organization2.slug })
    const outside = await make.note(items, { project: project.id, owner: user2.username })
    const rows = new RuledRows<Note['id']>({
      app,
      headers: await logIn(app, user),
      key: 'id',
      list: url`/v1/notes`,
      item: (key) => url`/v1/notes/${key}`,
      stored: (key) => items.note.findUnique({ where: { id: key } }),
    })
    await rows.link(url`/v1/users`, url`/v1/users/${user2.username}`, 'notes', {
      seen: [inside.id],
      hidden: [outside.id],
    })
    await rows.list({ seen: [inside.id], hidden: [outside.id] })
    await rows.filter({ seen: [inside.id], hidden: [outside.id] })
    await rows.show({ seen: [inside.id], hidden: [outside.id] })
    await rows.update(inside.id, { text: 'text-3' }, 200)
    await rows.updateMany('PUT', inside.id, { text: 'text-3' }, 1)
    await rows.update(outside.id, { text: 'text-3' }, 404)
    await rows.updateMany('PUT', outside.id, { text: 'text-3' }, 0)
    await rows.update(inside.id, { project: project.id }, [400, 403])
    await rows.delete(outside.id, 404)
    await rows.delete(inside.id, 403)
  })

  it('Note: allow authenticated all where owner={{user.username}}', async (context) => {
    const { app, items } = await startService(context, withLogins)
    const user = await make.user(items, {
      email: 'someone-31@example.com',
      username: 'username-31',
      password: 'a password for tests',
      groups: [],
    })
    const project = await make.project(items)
    const inside = await make.note(items, { owner: user.username, project: project.id })
    const user2 = await make.user(items, { email: 'someone-34@example.com', username: 'username-34' })
    const outside = await make.note(items, { owner: user2.username, project: project.id })
    await make.membership(items, { project: project.id, member: user.username })
    const rows = new RuledRows<Note['id']>({
      app,
      headers: await logIn(app, user),
      key: 'id',
      list: url`/v1/notes`,
      item: (key) => url`/v1/notes/${key}`,
      stored: (key) => items.note.findUnique({ where: { id: key } }),
    })
    await rows.link(url`/v1/projects`, url`/v1/projects/${project.id}`, 'notes', {
      seen: [inside.id],
      hidden: [outside.id],
    })
    await rows.list({ seen: [inside.id], hidden: [outside.id] })
    await rows.filter({ seen: [inside.id], hidden: [outside.id] })
    await rows.show({ seen: [inside.id], hidden: [outside.id] })
    await rows.update(inside.id, { text: 'text-3' }, 200)
    await rows.updateMany('PUT', inside.id, { text: 'text-3' }, 1)
    await rows.update(outside.id, { text: 'text-3' }, 404)
    await rows.updateMany('PUT', outside.id, { text: 'text-3' }, 0)
    await rows.update(inside.id, { owner: user2.username }, [400, 403])
    await rows.delete(outside.id, 404)
    await rows.delete(inside.id, 200)
  })

  it('Note: allow everyone view where status=final&level__gte=5&project__exists=false', async (context) => {
    const { app, items } = await startService(context, withLogins)
    const inside = await make.note(items, { status: 'final', level: 5, project: null })
    const outside = await make.note(items, { status: 'draft', level: 5, project: null })
    const outside2 = await make.note(items, { status: 'final', level: 4, project: null })
    const project = await make.project(items)
    const outside3 = await make.note(items, { status: 'final', level: 5, project: project.id })
    const rows = new RuledRows<Note['id']>({
      app,
      key: 'id',
      list: url`/v1/notes`,
      item: (key) => url`/v1/notes/${key}`,
      stored: (key) => items.note.findUnique({ where: { id: key } }),
    })
    await rows.list({ seen: [inside.id], hidden: [outside.id, outside2.id, outside3.id] })
    await rows.filter({ seen: [inside.id], hidden: [outside.id, outside2.id, outside3.id] })
    await rows.show({ seen: [inside.id], hidden: [outside.id, outside2.id, outside3.id] })
    await rows.update(inside.id, { text: 'text-3' }, 403)
    await rows.updateMany('PUT', inside.id, { text: 'text-3' }, 0)
    await rows.update(outside.id, { text: 'text-3' }, 404)
    await rows.updateMany('PUT', outside.id, { text: 'text-3' }, 0)
    await rows.update(outside2.id, { text: 'text-3' }, 404)
    await rows.updateMany('PUT', outside2.id, { text: 'text-3' }, 0)
    await rows.update(outside3.id, { text: 'text-3' }, 404)
    await rows.updateMany('PUT', outside3.id, { text: 'text-3' }, 0)
    await rows.delete(outside.id, 404)
    await rows.delete(outside2.id, 404)
    await rows.delete(outside3.id, 404)
    await rows.delete(inside.id, 403)
  })

  it('Note: allow g:clerk update, delete where status=draft', async (context) => {
    const { app, items } = await startService(context, withLogins)
    const user = await make.user(items, {
      email: 'someone-31@example.com',
      username: 'username-31',
      password: 'a password for tests',
      groups: ['clerk'],
    })
    const project = await make.project(items)
    const inside = await make.note(items, { status: 'draft', project: project.id })
    const outside = await make.note(items, { status: 'final', project: project.id })
    await make.membership(items, { project: project.id, member: user.username })
    const rows = new RuledRows<Note['id']>({
      app,
      headers: await logIn(app, user),
      key: 'id',
      list: url`/v1/notes`,
      item: (key) => url`/v1/notes/${key}`,
      stored: (key) => items.note.findUnique({ where: { id: key } }),
    })
    await rows.link(url`/v1/projects`, url`/v1/projects/${project.id}`, 'notes', {
      seen: [inside.id, outside.id],
      hidden: [],
    })
    await rows.list({ seen: [inside.id, outside.id], hidden: [] })
    await rows.filter({ seen: [inside.id, outside.id], hidden: [] })
    await rows.show({ seen: [inside.id, outside.id], hidden: [] })
    await rows.update(inside.id, { text: 'text-3' }, 200)
    await rows.updateMany('PUT', inside.id, { text: 'text-3' }, 1)
    await rows.update(outside.id, { text: 'text-3' }, 403)
    await rows.updateMany('PUT', outside.id, { text: 'text-3' }, 0)
    await rows.update(inside.id, { status: 'final' }, [400, 403])
    await rows.delete(outside.id, 403)
    await rows.delete(inside.id, 200)
  })

  it.todo(
    'Note: allow authenticated view where {{tagged_for}}: write a test for the function "tagged_for", which selects the rows',
  )

  it('Note: allow g:clerk view where level__lte={{user.level}}', async (context) => {
    const { app, items } = await startService(context, withLogins)
    const user = await make.user(items, {
      email: 'someone-31@example.com',
      username: 'username-31',
      password: 'a password for tests',
      groups: ['clerk'],
    })
    const project = await make.project(items)
    const inside = await make.note(items, { level: 1, project: project.id })
    const outside = await make.note(items, { level: 2, project: project.id })
    await make.membership(items, { project: project.id, member: user.username })
    const rows = new RuledRows<Note['id']>({
      app,
      headers: await logIn(app, user),
      key: 'id',
      list: url`/v1/notes`,
      item: (key) => url`/v1/notes/${key}`,
      stored: (key) => items.note.findUnique({ where: { id: key } }),
    })
    await rows.link(url`/v1/projects`, url`/v1/projects/${project.id}`, 'notes', {
      seen: [inside.id],
      hidden: [outside.id],
    })
    await rows.list({ seen: [inside.id], hidden: [outside.id] })
    await rows.filter({ seen: [inside.id], hidden: [outside.id] })
    await rows.show({ seen: [inside.id], hidden: [outside.id] })
    await rows.update(inside.id, { text: 'text-3' }, 200)
    await rows.updateMany('PUT', inside.id, { text: 'text-3' }, 1)
    await rows.update(outside.id, { text: 'text-3' }, 200)
    await rows.updateMany('PUT', outside.id, { text: 'text-3' }, 0)
    await rows.delete(outside.id, 200)
    await rows.delete(inside.id, 200)
  })

  it('Organization: allow g:admin all', async (context) => {
    const { app, items } = await startService(context, withLogins)
    const user = await make.user(items, {
      email: 'someone-31@example.com',
      username: 'username-31',
      password: 'a password for tests',
      groups: ['admin'],
    })
    const inside = await make.organization(items, { name: 'name-32', slug: 'slug-32' })
    const rows = new RuledRows<Organization['slug']>({
      app,
      headers: await logIn(app, user),
      key: 'slug',
      list: url`/v1/organizations`,
      item: (key) => url`/v1/organizations/${key}`,
      stored: (key) => items.organization.findUnique({ where: { slug: key } }),
    })
    await rows.list({ seen: [inside.slug], hidden: [] })
    await rows.filter({ seen: [inside.slug], hidden: [] })
    await rows.show({ seen: [inside.slug], hidden: [] })
    await rows.delete(inside.slug, 200)
  })

  it('Organization: allow authenticated view where slug={{user.organization}}', async (context) => {
    const { app, items } = await startService(context, withLogins)
    const inside = await make.organization(items, { name: 'name-32', slug: 'slug-32' })
    const user = await make.user(items, {
      email: 'someone-31@example.com',
      username: 'username-31',
      password: 'a password for tests',
      groups: [],
      organization: inside.slug,
    })
    const outside = await make.organization(items, { name: 'name-33', slug: 'slug-33' })
    const rows = new RuledRows<Organization['slug']>({
      app,
      headers: await logIn(app, user),
      key: 'slug',
      list: url`/v1/organizations`,
      item: (key) => url`/v1/organizations/${key}`,
      stored: (key) => items.organization.findUnique({ where: { slug: key } }),
    })
    await rows.list({ seen: [inside.slug], hidden: [outside.slug] })
    await rows.filter({ seen: [inside.slug], hidden: [outside.slug] })
    await rows.show({ seen: [inside.slug], hidden: [outside.slug] })
    await rows.delete(outside.slug, 404)
    await rows.delete(inside.slug, 403)
  })

  it('Profile: allow g:admin all', async (context) => {
    const { app, items } = await startService(context, withLogins)
    const user = await make.user(items, {
      email: 'someone-31@example.com',
      username: 'username-31',
      password: 'a password for tests',
      groups: ['admin'],
    })
    const inside = await make.profile(items)
    const rows = new RuledRows<Profile['id']>({
      app,
      headers: await logIn(app, user),
      key: 'id',
      list: url`/v1/profiles`,
      item: (key) => url`/v1/profiles/${key}`,
      stored: (key) => items.profile.findUnique({ where: { id: key } }),
    })
    await rows.list({ seen: [inside.id], hidden: [] })
    await rows.filter({ seen: [inside.id], hidden: [] })
    await rows.show({ seen: [inside.id], hidden: [] })
    await rows.update(inside.id, { city: 'city-3' }, 200)
    await rows.updateMany('PUT', inside.id, { city: 'city-3' }, 1)
    await rows.delete(inside.id, 200)
  })

  it('Profile: allow authenticated all where user={{user.username}}', async (context) => {
    const { app, items } = await startService(context, withLogins)
    const user = await make.user(items, {
      email: 'someone-31@example.com',
      username: 'username-31',
      password: 'a password for tests',
      groups: [],
    })
    const inside = await make.profile(items, { user: user.username })
    const user2 = await make.user(items, { email: 'someone-34@example.com', username: 'username-34' })
    const outside = await make.profile(items, { user: user2.username })
    const rows = new RuledRows<Profile['id']>({
      app,
      headers: await logIn(app, user),
      key: 'id',
      list: url`/v1/profiles`,
      item: (key) => url`/v1/profiles/${key}`,
      stored: (key) => items.profile.findUnique({ where: { id: key } }),
    })
    await rows.list({ seen: [inside.id], hidden: [outside.id] })
    await rows.filter({ seen: [inside.id], hidden: [outside.id] })
    await rows.show({ seen: [inside.id], hidden: [outside.id] })
    await rows.update(inside.id, { city: 'city-3' }, 200)
    await rows.updateMany('PUT', inside.id, { city: 'city-3' }, 1)
    await rows.update(outside.id, { city: 'city-3' }, 404)
    await rows.updateMany('PUT', outside.id, { city: 'city-3' }, 0)
    await rows.delete(outside.id, 404)
    await rows.delete(inside.id, 200)
  })

  it('Project: allow g:admin all', async (context) => {
    const { app, items } = await startService(context, withLogins)
    const user = await make.user(items, {
      email: 'someone-31@example.com',
      username: 'username-31',
      password: 'a password for tests',
      groups: ['admin'],
    })
    const organization = await make.organization(items, { name: 'name-33', slug: 'slug-33' })
    const inside = await make.project(items, { organization: organization.slug })
    const rows = new RuledRows<Project['id']>({
      app,
      headers: await logIn(app, user),
      key: 'id',
      list: url`/v1/projects`,
      item: (key) => url`/v1/projects/${key}`,
      stored: (key) => items.project.findUnique({ where: { id: key } }),
    })
    await rows.link(url`/v1/organizations`, url`/v1/organizations/${organization.slug}`, 'projects', {
      seen: [inside.id],
      hidden: [],
    })
    await rows.list({ seen: [inside.id], hidden: [] })
    await rows.filter({ seen: [inside.id], hidden: [] })
    await rows.show({ seen: [inside.id], hidden: [] })
    await rows.update(inside.id, { title: 'title-3' }, 200)
    await rows.updateMany('PUT', inside.id, { title: 'title-3' }, 1)
    await rows.create({ title: 'title-1', organization: organization.slug }, 201)
    await rows.delete(inside.id, 200)
  })

  it('Project: allow g:doctor view, create, update where organization={{user.organization}}', async (context) => {
    const { app, items } = await startService(context, withLogins)
    const organization2 = await make.organization(items, { name: 'name-32', slug: 'slug-32' })
    const user = await make.user(items, {
      email: 'someone-31@example.com',
      username: 'username-31',
      password: 'a password for tests',
      groups: ['doctor'],
      organization: organization2.slug,
    })
    const inside = await make.project(items, { organization: organization2.slug })
    const organization = await make.organization(items, { name: 'name-35', slug: 'slug-35' })
    const outside = await make.project(items, { organization: organization.slug })
    const rows = new RuledRows<Project['id']>({
      app,
      headers: await logIn(app, user),
      key: 'id',
      list: url`/v1/projects`,
      item: (key) => url`/v1/projects/${key}`,
      stored: (key) => items.project.findUnique({ where: { id: key } }),
    })
    await rows.list({ seen: [inside.id], hidden: [outside.id] })
    await rows.filter({ seen: [inside.id], hidden: [outside.id] })
    await rows.show({ seen: [inside.id], hidden: [outside.id] })
    await rows.update(inside.id, { title: 'title-3' }, 200)
    await rows.updateMany('PUT', inside.id, { title: 'title-3' }, 1)
    await rows.update(outside.id, { title: 'title-3' }, 404)
    await rows.updateMany('PUT', outside.id, { title: 'title-3' }, 0)
    await rows.update(inside.id, { organization: organization.slug }, [400, 403])
    await rows.create({ title: 'title-1', organization: organization2.slug }, 201)
    await rows.create({ title: 'title-1', organization: organization.slug }, [400, 403])
    await rows.delete(outside.id, 404)
    await rows.delete(inside.id, 403)
  })

  it('Project: allow authenticated view where memberships.member={{user.username}}', async (context) => {
    const { app, items } = await startService(context, withLogins)
    const user = await make.user(items, {
      email: 'someone-31@example.com',
      username: 'username-31',
      password: 'a password for tests',
      groups: [],
    })
    const inside = await make.project(items)
    await make.membership(items, { project: inside.id, member: user.username })
    const outside = await make.project(items)
    const user2 = await make.user(items, { email: 'someone-36@example.com', username: 'username-36' })
    await make.membership(items, { project: outside.id, member: user2.username })
    const rows = new RuledRows<Project['id']>({
      app,
      headers: await logIn(app, user),
      key: 'id',
      list: url`/v1/projects`,
      item: (key) => url`/v1/projects/${key}`,
      stored: (key) => items.project.findUnique({ where: { id: key } }),
    })
    await rows.list({ seen: [inside.id], hidden: [outside.id] })
    await rows.filter({ seen: [inside.id], hidden: [outside.id] })
    await rows.show({ seen: [inside.id], hidden: [outside.id] })
    await rows.update(inside.id, { title: 'title-3' }, 403)
    await rows.updateMany('PUT', inside.id, { title: 'title-3' }, 0)
    await rows.update(outside.id, { title: 'title-3' }, 404)
    await rows.updateMany('PUT', outside.id, { title: 'title-3' }, 0)
    await rows.create({ title: 'title-1', organization: null }, 403)
    await rows.delete(outside.id, 404)
    await rows.delete(inside.id, 403)
  })

  it('User: allow g:admin all', async (context) => {
    const { app, items } = await startService(context, withLogins)
    const user = await make.user(items, {
      email: 'someone-31@example.com',
      username: 'username-31',
      password: 'a password for tests',
      groups: ['admin'],
    })
    const organization = await make.organization(items, { name: 'name-33', slug: 'slug-33' })
    const inside = await make.user(items, {
      email: 'someone-32@example.com',
      username: 'username-32',
      organization: organization.slug,
    })
    const rows = new RuledRows<User['username']>({
      app,
      headers: await logIn(app, user),
      key: 'username',
      list: url`/v1/users`,
      item: (key) => url`/v1/users/${key}`,
      stored: (key) => items.user.findUnique({ where: { username: key } }),
    })
    await rows.link(url`/v1/organizations`, url`/v1/organizations/${organization.slug}`, 'users', {
      seen: [inside.username],
      hidden: [],
    })
    await rows.list({ seen: [inside.username], hidden: [] })
    await rows.filter({ seen: [inside.username], hidden: [] })
    await rows.show({ seen: [inside.username], hidden: [] })
    await rows.update(inside.username, { level: 3 }, 200)
    await rows.updateMany('PUT', inside.username, { level: 3 }, 1)
    await rows.delete(inside.username, 200)
  })

  it('User: allow authenticated view where organization={{user.organization}}', async (context) => {
    const { app, items } = await startService(context, withLogins)
    const organization = await make.organization(items, { name: 'name-32', slug: 'slug-32' })
    const user = await make.user(items, {
      email: 'someone-31@example.com',
      username: 'username-31',
      password: 'a password for tests',
      groups: [],
      organization: organization.slug,
    })
    const inside = await make.user(items, {
      email: 'someone-33@example.com',
      username: 'username-33',
      organization: organization.slug,
    })
    const organization2 = await make.organization(items, { name: 'name-35', slug: 'slug-35' })
    const outside = await make.user(items, {
      email: 'someone-34@example.com',
      username: 'username-34',
      organization: organization2.slug,
    })
    const rows = new RuledRows<User['username']>({
      app,
      headers: await logIn(app, user),
      key: 'username',
      list: url`/v1/users`,
      item: (key) => url`/v1/users/${key}`,
      stored: (key) => items.user.findUnique({ where: { username: key } }),
    })
    await rows.list({ seen: [inside.username], hidden: [outside.username] })
    await rows.filter({ seen: [inside.username], hidden: [outside.username] })
    await rows.show({ seen: [inside.username], hidden: [outside.username] })
    await rows.update(inside.username, { level: 3 }, 403)
    await rows.updateMany('PUT', inside.username, { level: 3 }, 0)
    await rows.update(outside.username, { level: 3 }, 404)
    await rows.updateMany('PUT', outside.username, { level: 3 }, 0)
    await rows.delete(outside.username, 404)
    await rows.delete(inside.username, 403)
  })

  it('User: allow authenticated update where username={{user.username}}', async (context) => {
    const { app, items } = await startService(context, withLogins)
    const user = await make.user(items, {
      email: 'someone-31@example.com',
      username: 'username-31',
      password: 'a password for tests',
      groups: [],
    })
    const outside = await make.user(items, { email: 'someone-32@example.com', username: 'username-32' })
    const rows = new RuledRows<User['username']>({
      app,
      headers: await logIn(app, user),
      key: 'username',
      list: url`/v1/users`,
      item: (key) => url`/v1/users/${key}`,
      stored: (key) => items.user.findUnique({ where: { username: key } }),
    })
    await rows.list({ seen: [user.username], hidden: [outside.username] })
    await rows.filter({ seen: [user.username], hidden: [outside.username] })
    await rows.show({ seen: [user.username], hidden: [outside.username] })
    await rows.update(user.username, { level: 3 }, 200)
    await rows.updateMany('PUT', user.username, { level: 3 }, 1)
    await rows.update(outside.username, { level: 3 }, 404)
    await rows.updateMany('PUT', outside.username, { level: 3 }, 0)
    await rows.delete(outside.username, 404)
    await rows.delete(user.username, 403)
  })

  it('User: allow authenticated view where username={{user.username}}', async (context) => {
    const { app, items } = await startService(context, withLogins)
    const user = await make.user(items, {
      email: 'someone-31@example.com',
      username: 'username-31',
      password: 'a password for tests',
      groups: [],
    })
    const outside = await make.user(items, { email: 'someone-32@example.com', username: 'username-32' })
    const rows = new RuledRows<User['username']>({
      app,
      headers: await logIn(app, user),
      key: 'username',
      list: url`/v1/users`,
      item: (key) => url`/v1/users/${key}`,
      stored: (key) => items.user.findUnique({ where: { username: key } }),
    })
    await rows.list({ seen: [user.username], hidden: [outside.username] })
    await rows.filter({ seen: [user.username], hidden: [outside.username] })
    await rows.show({ seen: [user.username], hidden: [outside.username] })
    await rows.update(user.username, { level: 3 }, 200)
    await rows.updateMany('PUT', user.username, { level: 3 }, 1)
    await rows.update(outside.username, { level: 3 }, 404)
    await rows.updateMany('PUT', outside.username, { level: 3 }, 0)
    await rows.delete(outside.username, 404)
    await rows.delete(user.username, 403)
  })
})
