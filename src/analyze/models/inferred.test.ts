import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { analyze } from '../index.js'
import { Collector } from '../../diagnostics/collector.js'
import { openApiSpelling } from '../../naming/openapi-spelling.js'
import { readOpenApi } from '../../openapi/index.js'
import { PROPERTY_KEYS, ROOT_KEYS } from '../../schema/keywords/extension-keys.js'
import { temporaryFolder } from '../../testing/temporary-folder.js'

type Schemas = Readonly<Record<string, unknown>>

const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const json = (schema: object) => ({ content: { 'application/json': { schema } } })
const ok = (schema: object) => ({ 200: { description: 'OK', ...json(schema) } })
const parameter = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'string' } })
const limit = { name: 'limit', in: 'query', schema: { type: 'integer' } }

/** Returns the model and the diagnostics of a document. */
function analyzed(paths: object, schemas: Schemas, securitySchemes: object = {}) {
  const path = join(temporaryFolder(), 'api.json')
  const info = { title: 'Things', version: '1' }
  writeFileSync(
    path,
    JSON.stringify({ openapi: '3.1.0', info, paths, components: { schemas, securitySchemes } }),
  )
  const collector = new Collector()
  const { api } = readOpenApi(path, { includeRoot: null, collector })
  const service = api === null ? null : (analyze(api, { engine: 'svc_sqla', collector })?.service ?? null)
  const diagnostics = collector.sorted()
  return {
    service,
    diagnostics,
    codes: diagnostics.map(({ code }) => code),
    model: (id: string) => service?.models.find((model) => model.id === id),
  }
}

/** Returns the paths of a collection and its items, in which a component is listed, created and shown. */
function collection(path: string, name: string, key = 'id', body: object = reference(name)) {
  return {
    [path]: {
      get: { parameters: [limit], responses: ok({ type: 'array', items: reference(name) }) },
      post: { requestBody: json(body), responses: ok(reference(name)) },
    },
    [`${path}/{${key}}`]: { parameters: [parameter(key)], get: { responses: ok(reference(name)) } },
  }
}

const id = { type: 'string', readOnly: true }
const stored = (properties: object, required: readonly string[] = []) => ({
  type: 'object',
  'x-stored': true,
  properties: { id, ...properties },
  required,
})

/** Analyzes an API whose users and patients belong to clinics. The login name is the key that the path names. */
function tenants(clinic: object, others: object = {}) {
  const text = { type: 'string' }
  const User = {
    type: 'object',
    'x-stored': true,
    'x-auth-model': true,
    required: ['username', 'email', 'password'],
    properties: {
      username: text,
      email: { ...text, 'x-db-settings': { unique: true } },
      password: text,
      clinic: { type: 'string', 'x-relation': 'Clinic' },
    },
  }
  const session = { type: 'apiKey', in: 'cookie', name: 'session', 'x-ticket': { secret: 'session_secret' } }
  return analyzed(
    {
      ...collection('/clinics', 'Clinic'),
      ...collection('/users', 'User', 'username'),
      ...collection('/patients', 'Patient'),
    },
    { Clinic: stored({}), User, Patient: stored({ clinic, ...others }, ['clinic']) },
    { session },
  )
}

/** Analyzes a component with one further property. */
function thing(value: unknown, required: readonly string[] = [], others: Schemas = {}) {
  return analyzed(collection('/things', 'Thing'), { Thing: stored({ value }, required), ...others })
}

describe('a property is stored as its schema says', () => {
  const Day = { type: 'string', format: 'date' }
  test.each<[schema: unknown, type: string, constraints: object]>([
    [{ type: 'string' }, 'string', { maxLength: null }],
    [{ type: 'string', maxLength: 9, minLength: 2 }, 'string', { maxLength: 9, minLength: 2 }],
    [{ type: 'string', format: 'date' }, 'date', {}],
    [{ type: 'string', format: 'date-time' }, 'datetime', {}],
    [{ type: 'string', format: 'time' }, 'string', {}],
    [{ type: 'string', format: 'uuid' }, 'string', {}],
    [{ type: 'string', format: 'toString' }, 'string', {}],
    [{ type: 'string', format: 'byte' }, 'binary', {}],
    [{ type: 'string', format: 'binary' }, 'binary', {}],
    [{ type: 'string', contentEncoding: 'base64' }, 'binary', {}],
    [{ type: 'string', enum: ['a', 'b'] }, 'choice', { choices: ['a', 'b'] }],
    [{ enum: ['a', 'b', null] }, 'choice', { choices: ['a', 'b'] }],
    [
      { oneOf: [{ const: 'a', title: 'A' }, { const: 'b', title: 'B' }, { type: 'null' }] },
      'choice',
      { choices: ['a', 'b'] },
    ],
    [{ type: 'integer', anyOf: [{ const: 1 }, { const: 2 }] }, 'integer', {}],
    [{ oneOf: [{ const: 'a' }, { type: 'integer' }] }, 'pickle', {}],
    [{ type: 'integer' }, 'integer', {}],
    [{ type: 'integer', format: 'int32' }, 'integer', {}],
    [{ type: 'integer', format: 'int64' }, 'big_integer', {}],
    [{ type: 'integer', maximum: 5_000_000_000 }, 'big_integer', {}],
    [{ type: 'integer', minimum: -3_000_000_000 }, 'big_integer', {}],
    [{ type: 'integer', enum: [1, 2] }, 'integer', {}],
    [{ type: 'number' }, 'float', {}],
    [{ type: 'number', format: 'decimal' }, 'decimal', { scale: null }],
    [{ type: 'number', multipleOf: 0.01 }, 'decimal', { scale: 2 }],
    [{ type: 'number', multipleOf: 0.0000001 }, 'decimal', { scale: 7 }],
    [{ type: 'number', multipleOf: 5 }, 'float', {}],
    [{ type: ['integer', 'null'] }, 'integer', {}],
    [{ type: 'boolean' }, 'boolean', {}],
    [{ type: ['string', 'integer'] }, 'pickle', {}],
    [{}, 'pickle', {}],
    [{ type: 'array', items: { type: 'string' } }, 'list', { itemType: 'string' }],
    [{ type: 'array', items: reference('Day') }, 'list', { itemType: 'date' }],
    [{ type: 'array', items: { type: 'integer', format: 'int64' } }, 'list', { itemType: 'big_integer' }],
    [
      { type: 'array', items: { type: 'string', enum: ['a'] } },
      'list',
      { itemType: 'string', choices: ['a'] },
    ],
    [{ type: 'array', items: { type: 'object' } }, 'list', { itemType: 'dict' }],
    [{ type: 'array', items: { type: 'array', items: { type: 'string' } } }, 'list', { itemType: 'pickle' }],
    [{ type: 'array' }, 'list', { itemType: 'pickle' }],
    [{ type: 'object' }, 'dict', {}],
    [{ properties: { width: { type: 'integer' } } }, 'dict', {}],
    [reference('Day'), 'date', {}],
    [{ ...reference('Text'), maxLength: 9 }, 'string', { maxLength: 9 }],
    [
      { ...reference('Text'), minLength: 2, allOf: [{ maxLength: 9 }] },
      'string',
      { minLength: 2, maxLength: 9 },
    ],
    [{ allOf: [reference('Day')], description: 'A day.' }, 'date', {}],
    [{ oneOf: [reference('Day'), { type: 'null' }] }, 'date', { required: false }],
  ])('%j → %s', (value, type, constraints) => {
    const { model, codes } = thing(value, ['value'], { Day, Text: { type: 'string' } })
    expect(codes).toEqual([])
    const field = model('Thing')?.fields.find(({ name }) => name === 'value')
    expect(field).toMatchObject({ type, stored: true })
    expect(field?.constraints).toMatchObject(constraints)
  })

  test.each([
    [{ type: 'string' }, true],
    [{ type: ['string', 'null'] }, false],
    [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, false],
    [{ allOf: [{ type: ['string', 'null'] }] }, false],
  ])('%j is required if it is not nullable', (value, required) => {
    const { model } = thing(value, ['value'])
    expect(model('Thing')?.fields.find(({ name }) => name === 'value')?.constraints).toMatchObject({
      required,
    })
  })

  test.each([
    [{ type: 'string', default: 'x' }, 'x'],
    [{ ...reference('Kind'), default: 'a', readOnly: true }, 'a'],
    [{ const: 'thing' }, 'thing'],
    [{ type: 'string', enum: ['thing'] }, 'thing'],
    [{ const: true }, true],
    [{ const: 7 }, 7],
  ])('%j has a default', (value, expected) => {
    const field = thing(value, [], { Kind: { type: 'string', enum: ['a', 'b'] } })
      .model('Thing')
      ?.fields.find(({ name }) => name === 'value')
    expect(field?.default).toEqual({ kind: 'literal', value: expected })
  })

  it('unless settings beside it say something else', () => {
    const { model, codes } = analyzed(collection('/things', 'Thing'), {
      Thing: stored({
        indexed: { type: 'string', maxLength: 9, 'x-db-settings': { index: true } },
        text: { type: 'string', maxLength: 9, 'x-db-settings': { type: 'text' } },
        days: { type: 'integer', 'x-db-settings': { type: 'interval' } },
        other: { type: 'string', format: 'date' },
      }),
    })
    expect(codes).toEqual([])
    const fields = model('Thing')?.fields.map(({ name, type, constraints }) => [
      name,
      type,
      constraints.maxLength,
    ])
    expect(fields).toEqual([
      ['days', 'interval', null],
      ['id', 'string', null],
      ['indexed', 'string', 9],
      ['other', 'date', null],
      ['text', 'text', 9],
    ])
  })
})

describe('a property with a stored component is a relationship', () => {
  const paths = { ...collection('/trips', 'Trip'), ...collection('/bookings', 'Booking') }
  const trip = reference('Trip')

  test.each<[name: string, schema: object, required: boolean]>([
    ['by reference', trip, true],
    ['in allOf', { allOf: [trip], description: 'The trip.' }, true],
    ['or null', { oneOf: [trip, { type: 'null' }] }, false],
    ['or its key', { anyOf: [{ type: 'string' }, trip] }, true],
    ['by key', { type: 'string', 'x-relation': 'Trip' }, true],
    ['by key or null', { type: ['string', 'null'], 'x-relation': 'Trip' }, false],
  ])('%s', (_name, value, required) => {
    const { service, codes } = analyzed(paths, { Trip: stored({}), Booking: stored({ value }, ['value']) })
    expect(codes).toEqual([])
    expect(service?.relations).toMatchObject([
      { from: 'Trip', to: 'Booking', backref: 'value', kind: 'one-to-many', required, listed: false },
    ])
  })

  test.each(['Seller', 'seller'])('that the path of a new item sets, to a component called %s', (name) => {
    const body = { type: 'object', properties: { title: { type: 'string' } } }
    const { '/offers': offers } = collection('/offers', 'Offer', 'id', body)
    const nested = { parameters: [parameter('seller')], ...offers }
    const { codes, service } = analyzed(
      { ...collection('/sellers', name, 'seller'), '/sellers/{seller}/offers': nested },
      {
        [name]: stored({}),
        Offer: stored({ title: { type: 'string' }, seller: reference(name) }, ['seller']),
      },
    )
    expect(codes).not.toContain('SVC8083')
    expect(service?.relations).toMatchObject([{ to: 'Offer', backref: 'seller', required: true }])
  })

  it('whose other end is the list of the other component', () => {
    const bookings = { type: 'array', items: reference('Booking') }
    const { service, codes } = analyzed(paths, { Trip: stored({ bookings }), Booking: stored({ trip }) })
    expect(codes).toEqual([])
    expect(service?.relations.map(({ id, backref, listed }) => [id, backref, listed])).toEqual([
      ['Trip.bookings', 'trip', undefined],
    ])
  })

  it('unless the list is an object, in which `items` has no effect', () => {
    const bookings = { type: 'object', items: reference('Booking') }
    const { service, model } = analyzed(paths, { Trip: stored({ bookings }), Booking: stored({}) })
    expect(service?.relations).toEqual([])
    expect(model('Trip')?.fields).toContainEqual(expect.objectContaining({ name: 'bookings', type: 'dict' }))
  })

  it('to its own component', () => {
    const { service, codes } = analyzed(collection('/parts', 'Part'), {
      Part: stored({ whole: reference('Part'), parts: { type: 'array', items: reference('Part') } }),
    })
    expect(codes).toEqual([])
    expect(service?.relations).toMatchObject([{ id: 'Part.parts', backref: 'whole' }])
  })

  test.each([
    ['string', 'integer', []],
    ['integer', 'integer', []],
    ['string', 'string', []],
    ['integer', 'string', ['SVC4014']],
    ['boolean', 'integer', ['SVC4014']],
  ])('whose declared type %s allows keys of the type %s: %j', (type, keyType, expected) => {
    const Trip = stored({ id: { type: keyType }, name: { type: 'string' } })
    const Seat = stored({ trip_id: { type, 'x-relation': 'Trip' } })
    const schema = { type: 'array', items: reference('Seat') }
    const { codes } = analyzed(
      { '/seats': { get: { parameters: [limit], responses: ok(schema) } } },
      { Trip, Seat },
    )
    expect(codes.filter((code) => code === 'SVC4014')).toEqual(expected)
  })

  test.each([
    ['^trips/[^/]+$', { type: 'string' }, 'its pattern is that of resource names'],
    ['^trips/[^/]+$', { type: 'string', pattern: '^trips/[^/]+$' }, undefined],
    [String.raw`^\d{4}$`, { type: 'string', format: 'uuid', readOnly: true }, 'its pattern allows none'],
    ['^[0-9a-f-]{36}$', { type: 'string', format: 'uuid', readOnly: true }, undefined],
    ['^[A-Z]{3}$', { type: 'string' }, undefined],
    [String.raw`^\d+$`, { type: 'integer', readOnly: true }, undefined],
    ['^[a-z]+$', { type: 'integer', readOnly: true }, 'its pattern allows none'],
  ])('whose pattern %s allows keys such as %j', (pattern, key, reason) => {
    const Trip = stored({ id: key, name: { type: 'string' } })
    const Seat = stored({ trip: { type: 'string', pattern, 'x-relation': 'Trip' } })
    const { diagnostics } = analyzed(
      { ...collection('/trips', 'Trip'), ...collection('/seats', 'Seat') },
      { Trip, Seat },
    )
    const messages = diagnostics.flatMap(({ code, message }) => (code === 'SVC4014' ? [message] : []))
    const message = `"trip" cannot contain keys of Trip, because ${reason}`
    expect(messages).toEqual(reason === undefined ? [] : [message])
  })

  it('whose list x-relation names if there are several', () => {
    const list = (other?: string) => ({
      type: 'array',
      items: reference('Booking'),
      ...(other === undefined ? {} : { 'x-relation': other }),
    })
    const Booking = stored({ trip, back: trip })
    const named = analyzed(paths, { Trip: stored({ bookings: list('Booking.back') }), Booking })
    expect(named.codes).toEqual([])
    expect(named.service?.relations.map(({ id, backref }) => [id, backref])).toEqual([
      ['Trip.bookings', 'back'],
      ['Trip.bookings_by_trip', 'trip'],
    ])
    for (const other of [undefined, 'Booking.nope'])
      expect(analyzed(paths, { Trip: stored({ bookings: list(other) }), Booking }).codes).toEqual(['SVC8080'])
  })

  it('of items with a key called Id', () => {
    const Seat = { type: 'object', 'x-stored': true, properties: { Id: { type: 'string', readOnly: true } } }
    const paths = {
      '/seats': { get: { parameters: [limit], responses: ok({ type: 'array', items: reference('Seat') }) } },
    }
    expect(analyzed(paths, { Seat }).model('Seat')?.key).toBe('Id')
  })

  it('of components that refer to a part beside their own properties', () => {
    const Story = { ...stored({ n: { type: 'integer' } }), ...reference('Base') }
    const Base = { type: 'object', properties: { title: { type: 'string' } } }
    const { codes, model } = analyzed(collection('/stories', 'Story'), { Base, Story })
    expect(codes).toEqual([])
    expect(model('Story')?.fields.map(({ name }) => name)).toEqual(['id', 'n', 'title'])
  })

  it('of components whose names are not identifiers', () => {
    const list = { type: 'array', items: reference('2.part'), 'x-relation': '2.part.owner' }
    const owner = { type: 'string', 'x-relation': '3DModel' }
    const { codes, service } = analyzed(
      { ...collection('/models', '3DModel'), ...collection('/parts', '2.part') },
      { '3DModel': stored({ parts: list }), '2.part': stored({ owner, other: owner }) },
    )
    expect(codes).toEqual([])
    expect(service?.relations.map(({ id, backref }) => [id, backref])).toEqual([
      ['Model3DModel.model2_parts_by_other', 'other'],
      ['Model3DModel.parts', 'owner'],
    ])
  })

  it('with the settings beside it', () => {
    const value = {
      type: 'string',
      'x-relation': 'Trip',
      'x-db-settings': { ondelete: 'CASCADE', uselist: false },
    }
    const { service, codes } = analyzed(paths, { Trip: stored({}), Booking: stored({ value }) })
    expect(codes).toEqual([])
    expect(service?.relations).toMatchObject([{ kind: 'one-to-one', onDelete: 'cascade' }])
  })

  it('with a function that returns the key of the related item', () => {
    const trip = { type: 'string', 'x-relation': 'Trip', 'x-db-settings': { default: '{{next_trip}}' } }
    const { service } = analyzed(paths, { Trip: stored({}), Booking: stored({ trip }) })
    expect(service?.handlers).toMatchObject([
      { kind: 'default', name: 'next_trip', uses: [{ model: 'Booking', on: 'trip' }] },
    ])
  })

  it('with a function as the default of its schema, unless the settings have another one', () => {
    const made = (settings: object): unknown => {
      const trip = { type: 'string', 'x-relation': 'Trip', default: '{{next_trip}}', ...settings }
      const { service, codes } = analyzed(paths, { Trip: stored({}), Booking: stored({ trip }) })
      expect(codes).toEqual([])
      return service?.handlers.map(({ name }) => name)
    }
    expect(made({})).toEqual(['next_trip'])
    expect(made({ 'x-db-settings': { ondelete: 'CASCADE' } })).toEqual(['next_trip'])
    expect(made({ 'x-db-settings': { default: '{{other_trip}}' } })).toEqual(['other_trip'])
  })

  it('to one item each, if it is unique', () => {
    const value = { type: 'string', 'x-relation': 'Trip', 'x-db-settings': { unique: true } }
    const { service, codes } = analyzed(paths, { Trip: stored({}), Booking: stored({ value }) })
    expect(codes).toEqual([])
    expect(service?.relations).toMatchObject([{ kind: 'one-to-one' }])
  })

  it('that is unique although the other end is a list', () => {
    const value = { type: 'string', 'x-relation': 'Trip', 'x-db-settings': { unique: true } }
    const bookings = { type: 'array', items: reference('Booking') }
    const { diagnostics } = analyzed(paths, { Trip: stored({ bookings }), Booking: stored({ value }) })
    expect(diagnostics.map(({ code, message }) => [code, message])).toEqual([
      ['SVC8080', 'Booking.value is unique, but Trip.bookings lists several items of Booking'],
    ])
  })

  it('whose list documents leave out', () => {
    const bookings = { type: 'array', items: reference('Booking'), 'x-list': false }
    const { service, codes } = analyzed(paths, { Trip: stored({ bookings }), Booking: stored({ trip }) })
    expect(codes).toEqual([])
    expect(service?.relations).toMatchObject([{ id: 'Trip.bookings', listed: false }])
  })

  it('with the settings beside its key', () => {
    const made = (settings: object, others: object) => {
      const clinic_id = { type: 'string', readOnly: true, 'x-db-settings': settings, ...others }
      const { service, codes } = tenants({ ...reference('Clinic'), readOnly: true }, { clinic_id })
      expect(codes).toEqual([])
      return service?.relations.find(({ id: name }) => name === 'Clinic.patients')
    }
    expect(
      made({ default: '{{user.clinic}}', ondelete: 'CASCADE' }, { 'x-backfill': 'north' }),
    ).toMatchObject({
      default: { kind: 'user', field: 'clinic' },
      onDelete: 'cascade',
      backfill: { kind: 'literal', value: 'north' },
    })
  })

  it('with a default, which is a field of the caller, and what migrations need', () => {
    const made = (value: string) =>
      tenants({
        type: 'string',
        readOnly: true,
        'x-relation': 'Clinic',
        'x-db-settings': { default: value },
        'x-renamed-from': 'clinic_id',
        'x-backfill': 'north',
      })
    const { service, codes } = made('{{user.clinic}}')
    expect(codes).toEqual([])
    expect(service?.relations).toMatchObject([
      {
        id: 'Clinic.patients',
        default: { kind: 'user', field: 'clinic' },
        backfill: { kind: 'literal', value: 'north' },
        keyRenamedFrom: 'clinic_id',
      },
      { id: 'Clinic.users' },
    ])
    expect(made('{{user.town}}').codes).toEqual(['SVC5043'])
    expect(made('north').codes).toEqual(['SVC3021'])
  })

  it('unless settings say how it is stored', () => {
    const value = { allOf: [trip], 'x-db-settings': { type: 'dict' } }
    const { service, model } = analyzed(paths, { Trip: stored({}), Booking: stored({ value }) })
    expect(service?.relations).toEqual([])
    expect(model('Booking')?.fields.find(({ name }) => name === 'value')).toMatchObject({ type: 'dict' })
  })

  it('is named if it is read-only, and a body contains its key', () => {
    const trip = { allOf: [reference('Trip')], readOnly: true }
    const body = { type: 'object', properties: { text: { type: 'string' }, tripId: { type: 'string' } } }
    const { diagnostics } = analyzed(
      { ...collection('/trips', 'Trip'), ...collection('/bookings', 'Booking', 'id', body) },
      { Trip: stored({}), Booking: stored({ text: { type: 'string' }, trip }) },
    )
    expect(diagnostics.map(({ code, help }) => [code, help])).toEqual([
      [
        'SVC8085',
        'Remove "readOnly" from "trip" of Booking, which nobody can write otherwise, read it in a handler in "x-event-handlers", or write the operation yourself with "x-operation: own"',
      ],
    ])
  })

  it('is set by a key that the body only requires', () => {
    const body = { type: 'object', required: ['tripId'], properties: { text: { type: 'string' } } }
    const { diagnostics, service } = analyzed(
      { ...collection('/trips', 'Trip'), ...collection('/bookings', 'Booking', 'id', body) },
      { Trip: stored({}), Booking: stored({ text: { type: 'string' }, trip: reference('Trip') }) },
    )
    expect(diagnostics).toEqual([])
    const route = service?.routes.find(({ id: name }) => name === 'POST /bookings')
    expect(route?.contract).toMatchObject({ written: ['text', 'trip'], renamed: { tripId: 'trip' } })
  })

  it('is suggested for a collection below two parameters', () => {
    const { diagnostics } = analyzed(
      {
        ...collection('/trips', 'Trip', 'tripId'),
        ...collection('/trips/{tripId}/bookings', 'Booking', 'bookingId'),
        ...collection('/trips/{tripId}/bookings/{bookingId}/bags', 'Bag', 'bagId'),
      },
      { Trip: stored({}), Booking: stored({}), Bag: stored({}) },
    )
    const found = diagnostics
      .filter(({ code }) => code === 'SVC8074')
      .map(({ help }) => help?.split(', or')[0])
    expect(found).toEqual([
      'Add a property to Booking that refers to Trip, such as "tripId: { type: string, writeOnly: true, x-relation: Trip }"',
      'Add a property to Bag that refers to Booking, such as "bookingId: { type: string, writeOnly: true, x-relation: Booking }"',
    ])
  })

  it('is suggested with the name of the item above if the parameter has that of a field, such as a slug', () => {
    const { diagnostics } = analyzed(
      {
        ...collection('/courses', 'Course', 'slug'),
        ...collection('/courses/{slug}/lessons', 'Lesson', 'lessonId'),
      },
      {
        Course: stored({ id: { ...id, format: 'uuid' }, slug: { type: 'string' } }, ['id', 'slug']),
        Lesson: stored({}),
      },
    )
    expect(diagnostics.map(({ help }) => help?.split(', or')[0])).toContain(
      'Add a property to Lesson that refers to Course, such as "course_id: { type: string, writeOnly: true, x-relation: Course }"',
    )
  })

  it('leads to the only item below another one, whose component has a plural name', () => {
    const course = { type: 'string', 'x-relation': 'Course', 'x-db-settings': { unique: true } }
    const at = '/courses/{courseId}/settings'
    const settings = reference('CourseSettings')
    const { service } = analyzed(
      {
        ...collection('/courses', 'Course', 'courseId'),
        [at]: {
          parameters: [parameter('courseId')],
          get: { responses: ok(settings) },
          put: { requestBody: json(settings), responses: ok(settings) },
        },
      },
      { Course: stored({}), CourseSettings: stored({ course }) },
    )
    expect(service?.routes.find(({ path }) => path === at)).toMatchObject({
      kind: 'singular',
      model: 'CourseSettings',
    })
  })

  it('is suggested for the parameter of the item above, where several paths have the same name for theirs', () => {
    const { diagnostics } = analyzed(
      {
        ...collection('/services', 'Service', 'sid'),
        ...collection('/services/{serviceSid}/users', 'User', 'sid'),
        ...collection('/services/{serviceSid}/users/{userSid}/channels', 'Channel', 'sid'),
      },
      {
        Service: stored({ sid: { type: 'string' } }),
        User: stored({ sid: { type: 'string' }, serviceSid: { type: 'string', 'x-relation': 'Service' } }),
        Channel: stored({
          sid: { type: 'string' },
          serviceSid: { type: 'string' },
          userSid: { type: 'string' },
        }),
      },
    )
    const found = diagnostics.filter(({ code }) => code === 'SVC8074')
    expect(found.map(({ message }) => message.split(' in ')[0])).toEqual(['Which items "{userSid}" selects'])
    expect(found[0]?.help).toContain('"x-relation: User" next to "userSid" in Channel')
  })

  it('is suggested for a property with an integer of 64 bits', () => {
    const int64 = { type: 'integer', format: 'int64' }
    const { diagnostics } = analyzed(
      {
        ...collection('/assets', 'Asset', 'assetId'),
        ...collection('/assets/{assetId}/moves', 'Move', 'moveId'),
      },
      { Asset: stored({ id: { ...int64, readOnly: true } }), Move: stored({ asset_id: int64 }) },
    )
    expect(diagnostics.find(({ code }) => code === 'SVC8074')?.help).toContain(
      'Write "x-relation: Asset" next to "asset_id" in Move',
    )
  })

  it('is suggested with the type of the parameter where the component above has no key yet', () => {
    const { diagnostics } = analyzed(
      {
        ...collection('/inboxes', 'Inbox', 'inbox'),
        '/inboxes/{inbox}/notes': {
          parameters: [parameter('inbox')],
          get: { responses: ok({ type: 'array', items: reference('Note') }) },
        },
      },
      {
        Inbox: {
          type: 'object',
          'x-stored': true,
          properties: { password: { type: 'string' }, name: { type: 'string' } },
        },
        Note: stored({}),
      },
    )
    expect(diagnostics.flatMap(({ help }) => /"(?:inbox|x-key).*?"/.exec(help ?? '')?.[0] ?? [])).toEqual([
      '"x-key: name"',
      '"inbox: { type: string, writeOnly: true, x-relation: Inbox }"',
    ])
  })

  it('is suggested for each component above, and not for a property that cannot contain its key', () => {
    const { diagnostics } = analyzed(
      {
        ...collection('/events', 'Event', 'id'),
        ...collection('/teams', 'Team', 'id'),
        '/events/{year}/awards': {
          parameters: [parameter('year')],
          get: { responses: ok({ type: 'array', items: reference('Award') }) },
        },
        ...collection('/teams/{id}/matches', 'Match', 'id'),
        ...collection('/events/{id}/matches', 'Match', 'id'),
      },
      {
        Event: stored({}),
        Team: stored({}),
        Award: stored({ year: { type: 'integer' } }),
        Match: stored({}),
      },
    )
    const found = diagnostics
      .filter(({ code }) => code === 'SVC8074')
      .map(({ help }) => help?.split(', or')[0])
    expect(found).toEqual([
      'Name the property of Award that has this value with "x-scope: year" next to the parameter',
      'Add a property to Match that refers to Team, such as "team_id: { type: string, writeOnly: true, x-relation: Team }"',
      'Add a property to Match that refers to Event, such as "event_id: { type: string, writeOnly: true, x-relation: Event }"',
    ])
  })

  it('has the values that x-scope sets on new items', () => {
    const Note = stored({ org: { type: 'string', readOnly: true }, text: { type: 'string' } }, ['org'])
    const { model, codes } = analyzed(
      {
        '/{org}/notes': {
          parameters: [{ ...parameter('org'), 'x-scope': 'org' }],
          post: {
            requestBody: json({ type: 'object', properties: { text: { type: 'string' } } }),
            responses: ok(reference('Note')),
          },
        },
      },
      { Note },
    )
    expect(codes).toEqual([])
    expect(model('Note')?.fields.find(({ name }) => name === 'org')?.constraints.required).toBe(true)
  })

  it('is not created by an operation that only has its name', () => {
    const { service } = analyzed(
      {
        ...collection('/lists', 'List'),
        '/lists/{id}/check': {
          parameters: [parameter('id')],
          post: { responses: { 204: { description: '' } } },
        },
      },
      { List: stored({}), Check: stored({ list: reference('List') }) },
    )
    expect(service?.actions.map(({ id, item }) => [id, item?.model])).toEqual([
      ['POST /lists/{id}/check', 'List'],
    ])
  })

  it('is not the response of an operation on a list of an item, which is a function', () => {
    const tags = { type: 'array', items: { type: 'string' } }
    const path = { parameters: [parameter('id')], get: { responses: ok(tags) } }
    const { service } = analyzed(
      { ...collection('/lists', 'List'), '/lists/{id}/tags': path },
      { List: stored({ tags }) },
    )
    expect(service?.actions.map(({ id, item }) => [id, item?.model])).toEqual([
      ['GET /lists/{id}/tags', 'List'],
    ])
  })

  it('warns about relationships of a resource object that identify no stored items', () => {
    const identifier = { type: 'object', properties: { type: { const: 'bosses' }, id: { type: 'integer' } } }
    const Person = stored({
      type: { const: 'people' },
      attributes: { type: 'object', properties: { name: { type: 'string' } } },
      relationships: {
        type: 'object',
        properties: {
          boss: { type: 'object', properties: { data: identifier } },
          friend: { type: 'object', properties: { data: { ...identifier, 'x-relation': 'Person' } } },
        },
      },
    })
    const data = { type: 'object', properties: { data: reference('Person') } }
    const { service, diagnostics } = analyzed(
      {
        '/people': {
          post: {
            requestBody: { content: { 'application/json': { schema: data } } },
            responses: { 201: ok(data)[200] },
          },
        },
      },
      { Person },
    )
    expect(service?.relations.map(({ id }) => id)).toEqual(['Person.people'])
    expect(diagnostics.filter(({ code }) => code === 'SVC8085').map(({ message }) => message)).toEqual([
      'Nothing stores "boss" in the body of POST /people, because Person has no such property',
    ])
  })

  it('does not store the password of users who do not log in, unless their component has one', () => {
    const text = { type: 'string' }
    const member = (properties: object) => ({
      ...stored({ email: { ...text, 'x-db-settings': { unique: true } }, ...properties }),
      'x-auth-model': true,
    })
    const registration = { type: 'object', properties: { email: text, password: text } }
    const lacksOf = (properties: object) =>
      analyzed(
        {
          '/members': {
            post: {
              requestBody: { content: { 'application/json': { schema: registration } } },
              responses: { 201: ok(reference('Member'))[200] },
            },
          },
        },
        { Member: member(properties) },
        { bearer: { type: 'http', scheme: 'bearer' } },
      )
        .diagnostics.filter(({ code }) => code === 'SVC8085')
        .map(({ message }) => message)
    expect(lacksOf({})).toEqual([
      'Nothing stores "password" in the body of POST /members, because Member has no such property',
    ])
    expect(lacksOf({ password: { ...text, writeOnly: true } })).toEqual([])
  })

  it('accepts constants of the component in a request', () => {
    const Book = stored({ title: { type: 'string' }, region: { type: 'string', 'x-value': 'eu-1' } })
    const requestBody = { content: { 'application/json': { schema: reference('Book') } } }
    const { diagnostics } = analyzed(
      { '/books': { post: { requestBody, responses: { 201: ok(reference('Book'))[200] } } } },
      { Book },
    )
    expect(diagnostics.map(({ code }) => code)).toEqual([])
  })

  it('gives parameters that lead to what nobody can read no meaning', () => {
    const text = { type: 'string' }
    const Author = stored({ name: text, pin: { ...text, writeOnly: true } })
    const Book = stored({ author: { type: 'integer', 'x-relation': 'Author' } })
    const filters = ['author__name', 'author__pin', 'author.pin', 'author__pin__startswith']
    const parameters = ['limit', ...filters].map((name) => ({
      name,
      in: 'query',
      schema: name === 'limit' ? { type: 'integer' } : text,
    }))
    const list = { type: 'array', items: reference('Book') }
    const { diagnostics } = analyzed(
      { '/books': { get: { parameters, responses: ok(list) } } },
      { Author, Book },
    )
    expect(diagnostics.filter(({ code }) => code === 'SVC8070').map(({ message }) => message)).toEqual(
      filters
        .slice(1)
        .map((name) => `The parameter "${name}" has no known meaning for a list of Book (GET /books)`),
    )
  })

  it('warns about values in a request that the component cannot store', () => {
    const Booking = {
      ...stored({
        count: { type: 'integer' },
        state: { type: 'string', enum: ['open', 'done'] },
        note: { type: 'string' },
        name: { type: 'string' },
        price: { type: 'number', format: 'decimal' },
        tags: { type: 'array', items: { type: 'string' } },
        place: {
          type: 'object',
          required: ['row', 'room'],
          properties: { row: { type: 'integer' }, room: { type: 'string' } },
        },
        tiers: { type: 'array', items: { type: 'object', properties: { to: { type: 'integer' } } } },
      }),
      required: ['name'],
    }
    const body = {
      type: 'object',
      properties: {
        count: { oneOf: [{ type: 'integer' }, { const: '' }] },
        state: { type: 'string', enum: ['open', 'draft'] },
        note: { type: ['string', 'null'], maxLength: 10 },
        name: { type: ['string', 'null'] },
        price: { type: 'integer' },
        tags: { type: 'array', items: { type: 'integer' } },
        place: {
          type: 'object',
          required: ['row'],
          properties: { row: { type: 'string' }, room: { type: ['string', 'null'] } },
        },
        tiers: { type: 'array', items: { type: 'object', properties: { to: { enum: ['inf', 1] } } } },
      },
    }
    const { diagnostics } = analyzed(
      {
        '/bookings': {
          post: {
            requestBody: { content: { 'application/json': { schema: body } } },
            responses: { 201: ok(reference('Booking'))[200] },
          },
        },
      },
      { Booking },
    )
    expect(diagnostics.filter(({ code }) => code === 'SVC8090').map(({ message }) => message)).toEqual([
      'The body of POST /bookings allows string in "count", null in "name", string in "place/row", no value in "place/room", "draft" in "state", integer in "tags" and string in "tiers/to", which Booking cannot store; such a request is rejected',
    ])
  })

  it('is suggested for a property with the name of the parameter above a collection', () => {
    const Booking = stored({ trip_id: { type: 'string' } })
    const { diagnostics } = analyzed(
      {
        ...collection('/trips', 'Trip', 'tripId'),
        '/trips/{tripId}/bookings': {
          parameters: [parameter('tripId')],
          get: { parameters: [limit], responses: ok({ type: 'array', items: reference('Booking') }) },
        },
      },
      { Trip: stored({}), Booking },
    )
    expect(diagnostics.map(({ help }) => help)).toEqual([
      'Write "x-relation: Trip" next to "trip_id" in Booking, if it refers to Trip, or write the operations yourself with "x-operation: own"',
    ])
  })

  it('is many-to-many if there is no relation back', () => {
    const tags = { type: 'array', items: reference('Booking') }
    const { service, codes } = analyzed(paths, { Trip: stored({ tags }), Booking: stored({}) })
    expect(codes).toEqual([])
    expect(service?.relations).toContainEqual(
      expect.objectContaining({ id: 'Trip.tags', kind: 'many-to-many', to: 'Booking' }),
    )
  })

  it('is reported if the component is unknown', () => {
    const value = { type: 'string', 'x-relation': 'Tripp' }
    const unknown = analyzed(paths, { Trip: stored({}), Booking: stored({ value }) })
    expect(unknown.diagnostics.map(({ code, help }) => [code, help])).toEqual([
      ['SVC4008', 'Did you mean "Trip"?'],
    ])
  })
})

describe('the keys of related items', () => {
  const text = { type: 'string' }

  it('and the items are the same relationship', () => {
    const Agent = stored({ name: text })
    const Topic = stored({ name: text })
    const Ticket = stored(
      {
        agent_id: text,
        agent: { ...reference('Agent'), readOnly: true },
        topic_ids: { type: 'array', items: text },
        topics: { type: 'array', items: reference('Topic'), readOnly: true },
      },
      ['agent_id'],
    )
    const { codes, model, service } = analyzed(
      {
        ...collection('/tickets', 'Ticket'),
        ...collection('/agents', 'Agent'),
        ...collection('/topics', 'Topic'),
      },
      { Agent, Topic, Ticket },
    )
    expect(codes).toEqual([])
    expect(model('Ticket')?.relations.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['agent', 'topics']),
    )
    expect(model('Ticket')?.fields.map(({ name }) => name)).not.toContain('agent_id')
    const contract = service?.routes.find(({ id: route }) => route === 'POST /tickets')?.contract
    expect(contract?.renamed).toEqual({ agent_id: 'agent', topic_ids: 'topics' })
    expect(contract?.body).toMatchObject({
      item: { members: { agent_id: { key: 'id', of: 'agent' }, topic_ids: { key: 'id', of: 'topics' } } },
    })
  })

  it.each([
    ['is the key of the component', 'ticket_id', { ticket: reference('Ticket') }],
    ['cannot be a key', 'agent_id', { agent: reference('Agent'), agent_id: { type: 'boolean' } }],
    [
      'is beside items that nobody can read',
      'agent_id',
      { agent: { ...reference('Agent'), writeOnly: true } },
    ],
  ])('are a field if the property %s', (_why, name, properties) => {
    const { model } = analyzed(
      { ...collection('/tickets', 'Ticket'), ...collection('/agents', 'Agent') },
      { Agent: stored({ name: text }), Ticket: stored({ [name]: text, ...properties }) },
    )
    expect(model('Ticket')?.fields.map((field) => field.name)).toContain(name)
  })
})

describe('the key of a component', () => {
  const key = (name: string, properties: object, keys: object = {}, body?: object) => {
    const Event = { type: 'object', 'x-stored': true, properties, ...keys }
    return analyzed(collection('/events', 'Event', name, body), { Event })
  }
  const text = { type: 'string' }
  const number = { type: 'integer' }
  const own = { readOnly: true }

  test.each<[parameter: string, properties: object, name: string, type: string]>([
    ['id', { id: { ...text, ...own } }, 'id', 'string'],
    ['eventId', { eventId: { ...text, ...own }, id: text }, 'eventId', 'string'],
    ['eventId', { id: { ...text, ...own } }, 'id', 'string'],
    ['eventUuid', { id: { ...text, ...own } }, 'id', 'string'],
    ['eventUuid', { id: number, uuid: { ...text, ...own } }, 'uuid', 'string'],
    ['event_number', { id: number, number: { ...number, ...own } }, 'number', 'id_field'],
    ['id', { eventId: { ...text, ...own } }, 'eventId', 'string'],
    ['id', { id: number }, 'id', 'integer'],
    ['id', { id: { ...number, format: 'int64' } }, 'id', 'big_integer'],
    ['id', { id: { ...number, ...own } }, 'id', 'id_field'],
    ['id', { id: { type: 'number', ...own } }, 'id', 'id_field'],
    ['id', { id: { type: 'number' } }, 'id', 'big_integer'],
    ['slug', { id: { ...text, ...own }, slug: text }, 'slug', 'string'],
  ])('{%s} of %j is %s', (parameter, properties, name, type) => {
    const { model, codes } = key(parameter, { ...properties, title: text })
    expect(codes).toEqual([])
    const event = model('Event')
    expect(event?.key).toBe(name)
    expect(event?.fields.find((field) => field.name === name)?.type).toBe(type)
  })

  it('is an "id" that all items have and only the service can make, beside a property that paths contain', () => {
    const keyOf = (id: object, keys: object = {}, required = ['id', 'slug']) => {
      const { model, codes } = key('slug', { id: { ...own, ...id }, slug: text }, { required, ...keys })
      const unique = model('Event')?.fields.find(({ name }) => name === 'slug')?.constraints.unique
      return [model('Event')?.key, unique, codes]
    }
    const uuid = { ...text, format: 'uuid' }
    expect(keyOf(uuid)).toEqual(['id', true, []])
    expect(keyOf(number)).toEqual(['id', true, []])
    expect(keyOf(uuid, { 'x-key': 'slug' })[0]).toBe('slug')
    expect(keyOf(uuid, { 'x-auth-model': true })[0]).toBe('slug')
    expect(keyOf(uuid, { 'x-event-handlers': { before_create: ['make_id'] } })[0]).toBe('slug')
    expect(keyOf({ ...uuid, 'x-db-settings': { default: '{{make_id}}' } })[0]).toBe('slug')
    expect(keyOf({ ...uuid, readOnly: false })[0]).toBe('slug')
    expect(keyOf(uuid, {}, ['slug'])[0]).toBe('slug')

    const paths = collection('/events', 'Event', 'slug')
    const put = {
      requestBody: json(reference('Event')),
      responses: { 200: ok(reference('Event'))[200], 201: ok(reference('Event'))[200] },
    }
    const Event = stored({ id: { ...uuid, ...own }, slug: text }, ['id', 'slug'])
    const { model } = analyzed({ ...paths, '/events/{slug}': { ...paths['/events/{slug}'], put } }, { Event })
    expect(model('Event')?.key).toBe('slug')
  })

  it('is what x-key says', () => {
    expect(key('ref', { id: text, slug: text }, { 'x-key': 'slug' }).model('Event')?.key).toBe('slug')
    expect(key('id', { id: text }, { 'x-key': 'slugg' }).codes).toEqual(['SVC8081'])
    const related = { user: { ...text, 'x-relation': 'Event' } }
    const messages = (parameterName: string, more: object): unknown =>
      key(parameterName, related, more).diagnostics.map(({ message, help }) => [message, help])
    const help = expect.stringContaining('Remove "x-relation" from "user" if it is the key')
    expect(messages('user', { 'x-key': 'user' })).toEqual([
      ['"x-key" of Event names "user", which is a relationship and identifies no items', help],
    ])
    expect(messages('userId', {})).toEqual([
      [
        'The parameter "userId" of "/events/{userId}" names the relationship "user" of Event, which identifies no items',
        help,
      ],
    ])
  })

  it('is not a property that is unique only together with others, which finds items below those', () => {
    const event = (required: readonly string[]) => ({
      ...stored({ id: { ...text, ...own }, venue: { ...text, 'x-relation': 'Venue' }, number }, required),
      'x-unique-together': [['venue', 'number']],
    })
    const Venue = stored({ id: { ...text, ...own } })
    const at = (path: string, parameters: readonly object[], required: readonly string[] = ['number']) =>
      analyzed(
        {
          ...collection('/venues', 'Venue'),
          [path]: { parameters, get: { responses: ok(reference('Event')) } },
        },
        { Event: event(required), Venue },
      )
    const below = at('/venues/{id}/events/{number}', [parameter('id'), parameter('number')])
    expect(below.codes).toEqual([])
    expect(below.model('Event')?.key).toBe('id')
    expect(below.service?.routes.find(({ model }) => model === 'Event')?.lookup).toEqual({
      field: 'number',
      within: [{ param: 'id', field: 'venue' }],
    })
    const path = '/venues/{venueId}/events/{number}'
    const optional = at(path, [parameter('venueId'), parameter('number')], [])
    expect(optional.diagnostics.map(({ code, message }) => [code, message])).toEqual([
      ['SVC8106', `Items of Event without "number" have no path, because "${path}" contains it`],
    ])
    const alone = at('/events/{number}', [parameter('number')])
    expect(alone.diagnostics.map(({ code, message }) => [code, message])).toContainEqual([
      'SVC8081',
      '"number" of Event is unique only together with "venue", which the path does not contain',
    ])
  })

  it('is not the property that another parameter with the same name contains further down', () => {
    const unique = { ...text, 'x-db-settings': { unique: true } }
    const { model, codes } = analyzed(
      {
        ...collection('/venues', 'Venue'),
        '/venues/{slug}/events/{id}': {
          parameters: [parameter('slug'), { ...parameter('id'), 'x-key': 'code' }],
          get: { responses: ok(reference('Event')) },
        },
      },
      {
        Venue: stored({ id: { ...text, ...own }, slug: unique }, ['slug']),
        Event: {
          ...stored({ id: { ...text, ...own }, code: text, venue: { ...text, 'x-relation': 'Venue' } }, [
            'code',
          ]),
          'x-unique-together': [['venue', 'code']],
        },
      },
    )
    expect(codes).toEqual([])
    expect([model('Venue')?.key, model('Event')?.key]).toEqual(['id', 'id'])
  })

  it('is named next to the parameter', () => {
    const at = (name: string) =>
      analyzed(
        {
          '/events/{event}': {
            parameters: [{ ...parameter('event'), 'x-key': name }],
            get: { responses: ok(reference('Event')) },
          },
        },
        { Event: stored({ id: text, slug: text }) },
      )
    expect(at('slug').model('Event')?.key).toBe('slug')
    expect(at('slugg').codes).toEqual(['SVC8081'])
  })

  it('is no number with a fraction, if the settings say so', () => {
    const id = { type: 'number', 'x-db-settings': { type: 'float' } }
    expect(key('id', { id }).codes).toContain('SVC3019')
  })

  it('is reported if the parameter names no property or another one', () => {
    expect(key('code', { id: text }).codes).toEqual(['SVC8081'])
    expect(key('slug', { id: text, slug: text }, { 'x-key': 'id' }).codes).toEqual(['SVC8081'])
  })

  it('is reported if a parameter names an unknown property, also if the component names its key', () => {
    const paths = collection('/events', 'Event', 'code')
    Object.assign(paths['/events/{code}'] ?? {}, {
      parameters: [{ ...parameter('code'), 'x-key': 'unknown' }],
    })
    const { diagnostics } = analyzed(paths, { Event: { ...stored({}), 'x-key': 'id' } })
    expect(diagnostics.map(({ message }) => message)).toContain(
      '"x-key: unknown" of "/events/{code}" names no property of Event',
    )
  })

  it('is what x-key says next to a parameter in parentheses', () => {
    const paths = collection('/events', 'Event', 'ref')
    const item = {
      parameters: [{ ...parameter('ref'), 'x-key': 'code' }],
      get: { responses: ok(reference('Event')) },
    }
    const { codes, model } = analyzed(
      { '/events': paths['/events'], '/events({ref})': item },
      { Event: stored({ code: text }) },
    )
    expect([codes, model('Event')?.key]).toEqual([[], 'code'])
  })

  it('is in the resource name only if the path of the name is that of the URLs', () => {
    const Book = stored({ name: { ...text, ...own, 'x-link': 'shelves/{shelf}/books/{book}' } })
    const of = (paths: object) =>
      analyzed(
        { ...collection('/shelves', 'Shelf', 'shelf'), ...paths },
        {
          Shelf: stored({}),
          Book: { ...Book, properties: { ...Book.properties, shelf: { ...text, 'x-relation': 'Shelf' } } },
        },
      ).diagnostics.flatMap(({ code, help }) => (code === 'SVC8071' ? [String(help)] : []))
    const nested = collection('/shelves/{shelf}/books', 'Book', 'book')
    for (const path of Object.values(nested)) Object.assign(path, { parameters: [parameter('shelf')] })
    nested['/shelves/{shelf}/books/{book}'] = {
      parameters: [parameter('shelf'), parameter('book')],
      get: { responses: ok(reference('Book')) },
    }
    expect(of(nested)).toEqual([])
    expect(of({ ...nested, ...collection('/books', 'Book', 'book') })[0]).toContain('"books/{book}"')
  })

  it('selects, without other values, a component or those that inherit from it', () => {
    const kind = { kind: { type: 'string' } }
    const Pet = { ...stored(kind, ['kind']), discriminator: { propertyName: 'kind' } }
    const heir = { allOf: [reference('Pet'), { properties: { claws: { type: 'integer' } } }] }
    const { model } = analyzed(collection('/pets', 'Pet'), { Pet, Cat: heir, Dog: heir })
    const field = model('Pet')?.fields.find(({ name }) => name === 'kind')
    expect(JSON.stringify(field?.json)).toContain('["Cat","Dog","Pet"]')
  })

  test.each([
    [{ ...text, ...own }, []],
    [{ ...text, ...own, maxLength: 8 }, ['SVC8082']],
    [{ ...text, ...own, minLength: 40 }, ['SVC8082']],
    [{ ...text, ...own, pattern: '^[A-Z]+$' }, ['SVC8082']],
    [{ allOf: [text, { allOf: [{ ...own, maxLength: 8 }] }] }, ['SVC8082']],
    [{ ...text, ...own, pattern: '^[0-9a-f-]+$' }, []],
    [{ ...text, ...own, maxLength: 8, 'x-db-settings': { default: '{{new_code}}' } }, []],
    [{ ...text, maxLength: 8 }, ['SVC8086']],
  ])('%j is a UUID unless its schema refuses one', (schema, codes) => {
    expect(key('id', { id: schema, title: text }).codes).toEqual(codes)
  })

  it('is not generated if no operation creates items', () => {
    const Event = stored({ id: { type: 'string', maxLength: 8, readOnly: true } })
    const get = { responses: ok(reference('Event')) }
    const paths = { '/events/{id}': { parameters: [parameter('id')], get } }
    expect(analyzed(paths, { Event }).codes).toEqual([])
  })

  it('is not generated if the body that creates an item contains it', () => {
    const field = (required: string[]) =>
      key('id', { id: text }, { required })
        .model('Event')
        ?.fields.find(({ name }) => name === 'id')?.default
    expect([field([]), field(['id'])]).toEqual([{ kind: 'builtin', name: 'uuid' }, null])
  })
})

describe('a response', () => {
  const details = { properties: { code: { type: 'string' }, pin: { type: 'string', writeOnly: true } } }
  const Thing = stored({
    info: { ...details, properties: { ...details.properties, note: { type: 'string' } } },
  })
  const shown = (info: object) => ({
    '/things/{id}': {
      parameters: [parameter('id')],
      get: { responses: ok({ type: 'object', properties: { id, info } }) },
    },
  })

  it('cannot require a part of a value that the component does not declare', () => {
    const lines = { type: 'array', items: { type: 'object', required: ['sku'], properties: {} } }
    const info = { type: 'object', required: ['uid'], properties: { code: { type: 'string' } } }
    const { diagnostics } = analyzed(shown(info), { Thing })
    expect(diagnostics.map(({ code, message }) => [code, message])).toEqual([
      ['SVC8071', 'The response of GET /things/{id} requires "info/uid", which the service has no value for'],
    ])
    expect(analyzed(shown({ ...details, properties: { lines } }), { Thing }).codes).toEqual([])
  })

  it('of a list, or with an object named like the key, is no key', () => {
    const object = { type: 'object', properties: { total: { type: 'integer' } } }
    const answer = ok({ type: 'object', required: ['things'], properties: { things: object } })
    const { service } = analyzed(
      {
        ...collection('/things', 'Thing'),
        '/things': {
          get: { responses: answer },
          post: { requestBody: json(reference('Thing')), responses: answer },
        },
      },
      { Thing },
    )
    expect(service?.actions.map(({ id: name }) => name)).toEqual(['GET /things', 'POST /things'])
  })

  it('with a single item has no number of items', () => {
    const schema = {
      type: 'object',
      required: ['thing', 'total'],
      properties: { thing: reference('Thing'), total: { type: 'integer' } },
    }
    const { diagnostics } = analyzed(
      { '/things/{id}': { parameters: [parameter('id')], get: { responses: ok(schema) } } },
      { Thing },
    )
    expect(diagnostics.map(({ message }) => message)).toEqual([
      'The response of GET /things/{id} requires "total", which the service has no value for',
    ])
  })

  it('should allow all parts of a value that the component declares and clients can read', () => {
    const info = { type: 'object', additionalProperties: false, properties: { code: { type: 'string' } } }
    const { diagnostics, service } = analyzed(shown(info), { Thing })
    expect(diagnostics.map(({ code, message }) => [code, message])).toEqual([
      ['SVC8076', 'The response of GET /things/{id} does not allow "info/note", which items of Thing have'],
    ])
    expect(service?.routes[0]?.contract?.isImpossible).toBe(true)
  })
})

describe('a model', () => {
  it('cannot have a list as its key', () => {
    const { diagnostics } = analyzed(collection('/notes', 'Note', 'tags'), {
      Note: stored({ tags: { type: 'array', items: { type: 'string' } } }),
    })
    expect(diagnostics.map(({ message, help }) => [message, help])).toEqual([
      [
        '"tags" of type "list" cannot be the primary key',
        'Name another property with "x-key" in Note, or make the operations on its items your own with "x-operation: own"',
      ],
    ])
  })

  const Trip = stored({ name: { type: 'string' } })

  test.each([
    ['string', 'name', ['create']],
    ['integer', 'name', []],
    ['string', 'title', []],
  ])('is shown by a property of the type %s that is called %s: %j', (type, name, actions) => {
    const shown = { type: 'object', properties: { [name]: { type } } }
    const post = { requestBody: json(reference('Trip')), responses: ok(shown) }
    const { service } = analyzed({ '/trips': { post } }, { Trip })
    expect(service?.routes.map(({ action }) => action)).toEqual(actions)
  })

  it('has no response that requires a member without declaring it', () => {
    const response = { allOf: [reference('Trip'), { required: ['price'] }] }
    const { codes } = analyzed(
      { '/trips': { get: { parameters: [limit], responses: ok({ type: 'array', items: response }) } } },
      { Trip },
    )
    expect(codes).toEqual(['SVC8071'])
  })

  test.each<[name: string, response: object]>([
    ['an array', { type: 'array', items: reference('Trip') }],
    [
      'an envelope',
      { properties: { data: { type: 'array', items: reference('Trip') }, total: { type: 'integer' } } },
    ],
    [
      'an envelope of two levels',
      { properties: { page: { properties: { items: { type: 'array', items: reference('Trip') } } } } },
    ],
    [
      'a list of items with links',
      { type: 'array', items: { allOf: [reference('Trip'), { properties: { links: {} } }] } },
    ],
  ])('is recognized by %s, whatever the path', (_name, response) => {
    const { service } = analyzed({ '/journeys': { get: { responses: ok(response) } } }, { Trip })
    expect(service?.routes.map(({ id, model }) => [id, model])).toEqual([['GET /journeys', 'Trip']])
  })

  it('does not make a path such as /login a collection', () => {
    const paths = {
      ...collection('/trips', 'Trip'),
      '/login': { post: { requestBody: json(reference('Trip')), responses: ok({}) } },
    }
    const { service } = analyzed(paths, { Trip })
    expect(service?.actions.map((action) => action.id)).toEqual(['POST /login'])
  })

  it('is not another component that contains it', () => {
    const Detail = { allOf: [reference('Trip'), { properties: { links: { type: 'object' } } }] }
    const paths = { '/trips': { get: { responses: ok({ type: 'array', items: reference('Detail') }) } } }
    const { service } = analyzed(paths, { Trip, Detail })
    expect(service?.models.map(({ id: name }) => name)).toEqual(['Trip'])
  })

  it('warns about relations in parts of values that are stored as a whole', () => {
    const line = { type: 'object', properties: { product: { type: 'integer', 'x-relation': 'Product' } } }
    const Product = stored({ id: { type: 'integer' } })
    const Cart = stored({
      lines: { type: 'array', items: line },
      shop: { allOf: [{ type: 'object', properties: { first: reference('Product') } }] },
      best: { type: 'integer', 'x-relation': 'Product' },
      known: { type: 'array', items: { type: 'integer', 'x-relation': 'Product' } },
    })
    const { diagnostics } = analyzed(collection('/carts', 'Cart'), { Cart, Product })
    expect(diagnostics.map(({ code, message }) => [code, message])).toEqual([
      ['SVC3016', '"x-relation" has no effect in "lines", which is stored as one value'],
    ])
  })

  it('does not require of new items what their body lacks', () => {
    const Note = stored({ title: { type: 'string' }, hash: { type: 'string' }, at: { type: 'string' } }, [
      'title',
      'hash',
      'at',
    ])
    const body = { type: 'object', required: ['title'], properties: { title: { type: 'string' } } }
    const paths = collection('/notes', 'Note', 'id', body)
    const change = {
      patch: { requestBody: json({ properties: { at: {} } }), responses: ok(reference('Note')) },
    }
    const { diagnostics, model } = analyzed(
      { ...paths, '/notes/{id}': { ...paths['/notes/{id}'], ...change } },
      { Note },
    )
    expect(diagnostics.map(({ code, message }) => [code, message])).toEqual([
      ['SVC8083', 'No request can set "hash" of Note, which responses require'],
      ['SVC8083', 'No request that creates Note can set "at", which responses require of new items, too'],
    ])
    const required = model('Note')?.fields.flatMap(({ name, constraints }) =>
      constraints.required ? [name] : [],
    )
    expect(required).toEqual(['id', 'title'])
  })

  it('of an operation on an item above that says what its function permits is not changed as a whole', () => {
    const Pin = stored({ note: { type: 'string', 'x-relation': 'Note' } })
    const put = { responses: { 204: { description: 'Pinned' } } }
    const pinning = (extra: object) => ({
      ...collection('/notes', 'Note'),
      '/notes/{id}/pins': {
        parameters: [parameter('id')],
        get: { parameters: [limit], responses: ok({ type: 'array', items: reference('Pin') }) },
        put: { ...put, ...extra },
      },
    })
    expect(analyzed(pinning({}), { Note: stored({}), Pin }).codes).toEqual(['SVC8063'])
    expect(analyzed(pinning({ 'x-permission': 'view' }), { Note: stored({}), Pin }).codes).toEqual([])
  })

  it('requires what only a function stores, whatever its body contains', () => {
    const total = { type: 'number' }
    const Order = stored({ total }, ['total'])
    const paths = collection('/orders', 'Order', 'id', { type: 'object', properties: { lines: {} } })
    const { get, post } = paths['/orders'] ?? {}
    const own = { ...paths, '/orders': { get, post: { ...post, 'x-operation': 'own' } } }
    const { codes, model } = analyzed(own, { Order })
    expect(codes).toEqual([])
    expect(model('Order')?.fields.find(({ name }) => name === 'total')?.constraints.required).toBe(true)
  })

  it('is empty in lists and objects that its body can leave out, and warns about other required properties', () => {
    const texts = { type: 'array', items: { type: 'string' } }
    const properties = {
      title: { type: 'string' },
      tags: texts,
      facts: { type: 'object', additionalProperties: { type: 'string' } },
      sources: { ...texts, minItems: 1 },
      state: reference('State'),
    }
    const Note = stored(
      { ...properties, state: { ...properties.state, default: 'open' } },
      Object.keys(properties),
    )
    const State = { type: 'string', enum: ['open', 'done'] }
    const body = { type: 'object', properties }
    const { diagnostics, model } = analyzed(collection('/notes', 'Note', 'id', body), { Note, State })
    expect(diagnostics.map(({ code, message }) => [code, message])).toEqual([
      [
        'SVC8083',
        'Requests that create Note can leave out "sources" and "title", which responses require, and are rejected then',
      ],
    ])
    const fields = Object.fromEntries(model('Note')?.fields.map((field) => [field.name, field.default]) ?? [])
    expect(fields).toMatchObject({
      tags: { kind: 'literal', value: [] },
      facts: { kind: 'literal', value: {} },
      state: { kind: 'literal', value: 'open' },
      sources: null,
    })
  })

  it('warns about lists of related items that responses require items of and requests can leave out', () => {
    const lines = { type: 'array', items: reference('Line'), minItems: 1 }
    const Line = stored({ order: { type: 'integer', 'x-relation': 'Order' } })
    const codesOf = (list: object, required: readonly string[]): readonly string[] => {
      const body = { type: 'object', required, properties: { lines: list } }
      const Order = stored({ lines: list }, ['lines'])
      return analyzed(collection('/orders', 'Order', 'id', body), { Order, Line }).diagnostics.flatMap(
        ({ code, message }) => (code === 'SVC8083' ? [message] : []),
      )
    }
    expect(codesOf(lines, [])).toEqual([
      'Requests that create Order can leave out "lines", of which responses require items',
    ])
    expect(codesOf(lines, ['lines'])).toEqual([])
    expect(codesOf({ ...lines, minItems: 0 }, [])).toEqual([])
  })

  test.each(['before_create', 'before_set', 'before_show'])('is left to a handler of %s', (tag) => {
    const properties = { title: { type: 'string' }, number: { type: 'integer' }, hash: { type: 'string' } }
    const Note = {
      ...stored({ ...properties, state: { type: 'string', default: 'open' } }, [
        ...Object.keys(properties),
        'state',
      ]),
      'x-event-handlers': { [tag]: ['fill'] },
    }
    const body = { type: 'object', properties: { title: { type: 'string' }, hash: { type: 'string' } } }
    const { codes, model } = analyzed(collection('/notes', 'Note', 'id', { ...body, required: ['title'] }), {
      Note,
    })
    const isSet = tag !== 'before_show'
    expect(codes).toEqual(isSet ? [] : ['SVC8083', 'SVC8083'])
    expect(model('Note')?.setByHandlers).toEqual(isSet ? ['number', 'hash'] : undefined)
    expect(model('Note')?.schema['required']).toEqual(isSet ? ['title'] : ['hash', 'title'])
    const field = model('Note')?.fields.find(({ name }) => name === 'number')
    expect(field?.constraints.required).toBe(isSet)
  })

  it('names the line that makes a property the key that no path and no name identifies', () => {
    const uuid = { type: 'string', format: 'uuid', readOnly: true }
    const properties = { ref: uuid, delta: { type: 'integer' } }
    const Move = { type: 'object', 'x-stored': true, required: ['ref'], properties }
    const paths = {
      '/moves': { post: { requestBody: json(reference('Move')), responses: ok(reference('Move')) } },
    }
    expect(analyzed(paths, { Move }).diagnostics.map(({ code, help }) => [code, help])).toEqual([
      ['SVC8083', expect.stringContaining('Write "x-key: ref" in Move if it identifies the items')],
    ])
    expect(analyzed(paths, { Move: { ...Move, 'x-key': 'ref' } }).codes).toEqual([])
  })

  it('is identified by a property with its name, as in petId of Pet, if no path says otherwise', () => {
    const uuid = { type: 'string', format: 'uuid' }
    const paths = {
      '/moves': { post: { requestBody: json(reference('Move')), responses: ok(reference('Move')) } },
    }
    for (const [name, key] of [
      ['moveId', 'moveId'],
      ['move_uuid', 'move_uuid'],
      ['otherId', undefined],
    ] as const) {
      const properties = { [name]: { ...uuid, readOnly: true }, delta: { type: 'integer' } }
      const found = analyzed(paths, { Move: { type: 'object', 'x-stored': true, properties } }).model('Move')
      expect(found?.key === name).toBe(key !== undefined)
    }
    const both = { id: uuid, moveId: uuid }
    const Move = { type: 'object', 'x-stored': true, properties: both }
    expect(analyzed(paths, { Move }).model('Move')?.key).toBe('id')
  })

  test.each([
    [{ type: 'array', 'x-stored': true, items: {} }, ['SVC3002']],
    [{ type: 'object', 'x-stored': true }, ['SVC3002']],
    [Trip, ['SVC8084']],
    [{ ...Trip, 'x-row-rules': ['allow everyone all'] }, ['SVC5041']],
  ])('is reported if it cannot be stored or is not used: %j', (Thing, codes) => {
    expect(analyzed({}, { Thing }).codes).toEqual(codes)
  })
})

describe('the key of a component', () => {
  it('is generated if it is required and read-only, because requests cannot contain it', () => {
    const uuid = { type: 'string', format: 'uuid', readOnly: true }
    const Thing = { ...stored({}, ['id']), properties: { id: uuid, title: { type: 'string' } } }
    const { codes, model } = analyzed(collection('/things', 'Thing'), { Thing })
    expect(codes).toEqual([])
    expect(model('Thing')?.fields).toContainEqual(
      expect.objectContaining({ name: 'id', default: { kind: 'builtin', name: 'uuid' } }),
    )
  })

  it('can be a short name with which users register, although no operation creates them', () => {
    const short = { type: 'string', maxLength: 30 }
    const text = { type: 'string' }
    const User = {
      type: 'object',
      'x-stored': true,
      'x-auth-model': true,
      required: ['username', 'email', 'password'],
      properties: { username: short, email: text, password: text },
    }
    const session = {
      type: 'apiKey',
      in: 'cookie',
      name: 'session',
      'x-ticket': { secret: 'session_secret' },
    }
    const { ['/users/{username}']: item } = collection('/users', 'User', 'username')
    const { codes } = analyzed({ '/users/{username}': item }, { User }, { session })
    expect(codes).not.toContain('SVC8082')
  })
})

describe('keys of svcgen in components', () => {
  it('contain one name if they are x-key', () => {
    const { diagnostics } = analyzed(collection('/notes', 'Note'), {
      Note: { ...stored({}), 'x-key': ['id'] },
    })
    expect(diagnostics.map(({ code, message }) => [code, message])).toEqual([
      ['SVC3009', '"x-key" must be a name'],
    ])
  })

  const spelling = (key: string): string => openApiSpelling(key.startsWith('_') ? key : `_${key}`)

  test.each(ROOT_KEYS.map(spelling))('%s is read', (key) => {
    const value = key === 'x-event-handlers' ? 7 : {}
    const { diagnostics } = analyzed(collection('/things', 'Thing'), {
      Thing: { ...stored({}), [key]: value },
    })
    expect(diagnostics.map(({ code }) => code)).toContain('SVC3009')
    expect(diagnostics.find(({ code }) => code === 'SVC3009')?.message).toContain(`"${key}" must be `)
  })

  const checked = PROPERTY_KEYS.filter((key) => key.startsWith('_') && key !== '_backfill')
  test.each(checked.map(spelling))('%s of a property is read', (key) => {
    const { diagnostics } = thing({ type: 'string', [key]: key === 'x-db-settings' ? 7 : {} })
    expect(diagnostics.find(({ code }) => code === 'SVC3009')?.message).toContain(`"${key}" must be `)
  })

  it('say how rows change', () => {
    const value = { type: 'string', 'x-renamed-from': 'old', 'x-backfill': 'none' }
    const { model, codes } = analyzed(collection('/things', 'Thing'), {
      Thing: { ...stored({ value }, ['value']), 'x-renamed-from': 'Item' },
    })
    expect(codes).toEqual([])
    expect(model('Thing')).toMatchObject({ renamedFrom: 'Item' })
    expect(model('Thing')?.fields).toContainEqual(
      expect.objectContaining({ renamedFrom: 'old', backfill: { kind: 'literal', value: 'none' } }),
    )
  })
})

describe('aliases in YAML', () => {
  it('are components and references of their own', () => {
    const path = join(temporaryFolder(), 'api.yaml')
    const stores = (name: string, schema: string): string =>
      `  /${name}: { post: { requestBody: { content: { application/json: { schema: ${schema} } } } } }`
    writeFileSync(
      path,
      `openapi: 3.1.0
info: { title: Things, version: '1' }
paths:
${stores('people', "&person { $ref: '#/components/schemas/Person' }")}
${stores('tips', "{ $ref: '#/components/schemas/Tip' }")}
${stores('drafts', "{ $ref: '#/components/schemas/Draft' }")}
components:
  schemas:
    Person: { type: object, x-stored: true, properties: { id: { type: string } } }
    Tip: &tip
      type: object
      x-stored: true
      properties: { id: { type: string }, author: *person, editor: { allOf: [*person] } }
    Draft: *tip
`,
    )
    const collector = new Collector()
    const { api } = readOpenApi(path, { includeRoot: null, collector })
    const service = api && analyze(api, { engine: 'svc_sqla', collector })?.service
    expect(service?.routes.map(({ id, model }) => [id, model])).toEqual([
      ['POST /drafts', 'Draft'],
      ['POST /people', 'Person'],
      ['POST /tips', 'Tip'],
    ])
    expect(service?.relations.map(({ to, backref }) => `${to}.${backref}`).toSorted()).toEqual([
      'Draft.author',
      'Draft.editor',
      'Tip.author',
      'Tip.editor',
    ])
  })
})
