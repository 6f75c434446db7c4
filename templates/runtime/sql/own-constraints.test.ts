import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ALL_ROWS } from '../repository/items.js'
import { emptyService } from '../../../src/testing/fake-stages.js'
import { field, model } from '../../../src/testing/sample-service.js'
import {
  emptyDatabase,
  openMigrated,
  type TestDatabase,
  testedEngines,
} from '../../../src/testing/stored-database.js'
import { ConstraintViolation } from '../errors.js'
import type { DialectName } from '../spec/dialects.js'
import type { SqlDatabase } from './connection.js'

const service = {
  ...emptyService('Bookings'),
  models: [
    model('Booking', [
      field('id', 'id_field'),
      field('begins', 'integer'),
      field('ends', 'integer'),
      field('state'),
    ]),
  ],
}

/** Constraints that the owner of the database adds: a check, no overlaps, and a table without deletions. */
const OWN: Readonly<Record<DialectName, string>> = {
  postgres: `
    ALTER TABLE booking ADD CONSTRAINT own_order CHECK (begins < ends);
    ALTER TABLE booking ADD CONSTRAINT own_overlap EXCLUDE USING gist (int4range(begins, ends) WITH &&);
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'append-only'; END $$;
    CREATE TRIGGER own_append_only BEFORE DELETE ON booking FOR EACH ROW EXECUTE FUNCTION refuse();
  `,
  sqlite: `
    CREATE TRIGGER own_order BEFORE INSERT ON booking WHEN new.begins >= new.ends
      BEGIN SELECT RAISE(ABORT, 'own_order'); END;
    CREATE TRIGGER own_overlap BEFORE INSERT ON booking
      WHEN EXISTS (SELECT 1 FROM booking WHERE begins < new.ends AND new.begins < ends)
      BEGIN SELECT RAISE(ROLLBACK, 'own_overlap'); END;
    CREATE TRIGGER own_append_only BEFORE DELETE ON booking BEGIN SELECT RAISE(ABORT, 'append-only'); END;
  `,
}

describe.each(testedEngines())('constraints that the owner has added on %s', (engine) => {
  let home: TestDatabase
  let database: SqlDatabase

  beforeAll(async () => {
    home = await emptyDatabase(engine)
    database = await openMigrated(home.url, service)
    await database.migrating((connection) => connection.run(OWN[engine]))
    await store().insert([booking(1, 5)])
  })
  afterAll(async () => {
    await database.close()
    await home.dispose()
  })

  const store = () => database.store('Booking', ALL_ROWS)
  const booking = (begins: number, ends: number) => ({ begins, ends, state: null })

  it.each([
    ['a check', 'own_order', () => store().insert([booking(9, 8)])],
    ['an exclusion', 'own_overlap', () => store().insert([booking(4, 6)])],
    ['a trigger', 'append-only', () => store().deleteByKey(1)],
    [
      'an exclusion in a transaction',
      'own_overlap',
      () => database.transaction((session) => session.store('Booking', ALL_ROWS).insert([booking(2, 3)])),
    ],
  ])('%s is a 409 whose cause is for the log', async (_kind, text, write) => {
    const error: unknown = await write().catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ConstraintViolation)
    expect(error).toMatchObject({
      status: 409,
      message: 'The change violates a constraint of the database.',
      cause: { message: expect.stringContaining(text) },
    })
    expect(await store().count({ kind: 'and', of: [] })).toBe(1)
  })
})
