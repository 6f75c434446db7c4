import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { environmentName } from '../../templates/runtime/settings/reader.js'
import { random } from '../testing/random.js'
import { emptyDatabase, testedEngines } from '../testing/stored-database.js'
import { temporaryFolder } from '../testing/temporary-folder.js'
import { ADMIN, type Clinic, isOpen, openClinics } from './clinic/clinic.js'
import { type SentMail, startMailSink } from './clinic/mail-sink.js'
import { firstDay, Ledger, rush, work } from './clinic/work.js'
import { type ServiceProcess, startProcess } from './process.js'
import { buildFixture, removeProject } from './service.js'
import { userCode } from './user-code.js'

/** `CLINIC_MINUTES=5` lets the users work for five minutes, with a mail provider that sometimes fails. */
const MINUTES = Number(process.env['CLINIC_MINUTES'] ?? 0)
const STEPS = 12
/** How often all users of a clinic book the same time at once. */
const RUSHES = 3
const DAYS = MINUTES === 0 ? 3 : 14
/** A failed mail is sent again after 1, 2, 4 minutes. */
const DRAIN_MS = MINUTES === 0 ? 30_000 : 600_000
const TIMEOUT_MS = 120_000 + MINUTES * 60_000 + DRAIN_MS
const HOUR = 3_600_000

interface Appointment {
  readonly id: number
  readonly doctor: number
  readonly patient: number
  readonly organization: string
  readonly state: string
  readonly starts: string
  readonly ends: string
  readonly price: string
  readonly reminded_at: string | null
}

interface AuditEntry {
  readonly model: string
  readonly item: string
  readonly action: string
  readonly by: string | null
}

/** What the test uses of the clinic's code. */
interface ClinicCode {
  openModels(settings: object): Promise<{
    readonly models: {
      readonly appointment: {
        findMany(): Promise<readonly Appointment[]>
        create(values: { readonly data: object }): Promise<Appointment>
      }
      readonly auditEntry: { findMany(): Promise<readonly AuditEntry[]> }
      readonly $jobs: { add(name: string, payload: object): Promise<string> }
      readonly $sql: (parts: TemplateStringsArray) => Promise<readonly { readonly n: number }[]>
    }
    close(): Promise<void>
  }>
}

describe('a clinic in which forty users work at the same time', () => {
  let folder: Promise<string> | undefined
  afterAll(async () => folder && removeProject(await folder))

  it.each(testedEngines())(
    'keeps its promises on %s',
    async (dialect) => {
      folder ??= buildFixture('clinic', 'svc_sqla', userCode('clinic'))
      const project = await folder
      const database = await emptyDatabase(dialect)
      const sink = await startMailSink(random(1), MINUTES === 0 ? 0 : 0.01)
      const processes: ServiceProcess[] = []
      const env = environment({ 'database.url': database.url, migrate: 'auto' }, sink.url)
      process.chdir(project)
      // The first process creates the tables and the secret.
      for (let count = dialect === 'sqlite' ? 1 : 2; count > 0; count -= 1)
        processes.push(await startProcess(project, env))
      const code: ClinicCode = await import(pathToFileURL(join(project, 'dist/src/generated/index.js')).href)
      const { models, close } = await code.openModels({ 'database.url': database.url })
      try {
        const ledger = new Ledger()
        const clinics = await openClinics(
          processes.map(({ address }) => address),
          sink,
        )
        await workAll(clinics, ledger)
        expect(ledger.faults.slice(0, 20)).toEqual([])

        const remind = async (): Promise<void> => {
          const start = firstDay() - 24 * HOUR
          for (let hour = 0; hour < (DAYS + 1) * 24; hour += 6)
            await models.$jobs.add('remind', { date: new Date(start + hour * HOUR).toISOString() })
          await drained(models)
        }
        await remind()
        const rows = await models.appointment.findMany()
        const mails = () => sink.mails.filter(({ key }) => !key.startsWith('reset ')).map(nameOf)
        const sent = mails()
        expectLedger(rows, ledger)
        expectNoDoubleBooking(rows, clinics)
        expect(sent.toSorted()).toEqual(expectedMails(rows, clinics).toSorted())
        expect(sink.mails.length - sent.length, 'mails with a link for a new password').toBe(40)
        expectAudited(await models.auditEntry.findMany(), rows, ledger)
        for (const clinic of clinics) await expectReport(clinic, rows)

        // Jobs run at least once: everything that ran once more changes nothing.
        for (const { id } of rows.slice(0, 50))
          await models.$jobs.add('mail_appointment', { appointment: id, purpose: 'confirmation' })
        await remind()
        expect(mails()).toEqual(sent)
        expect(rows.length).toBeGreaterThan(50)
        await expectNotice(models, clinics, rows)
        if (MINUTES > 0) console.log(dialect, Object.fromEntries([...ledger.counts].sort()), sent.length)
      } finally {
        await close()
        await Promise.all(processes.map((each) => each.stop()))
        await sink.close()
        await database.dispose()
      }
    },
    TIMEOUT_MS,
  )
})

function environment(settings: Readonly<Record<string, string>>, mailUrl: string): Record<string, string> {
  const all = {
    ...settings,
    'system.user': ADMIN.username,
    'system.password': ADMIN.password,
    'system.email': ADMIN.email,
    'rate_limit.login_max': '100000',
    'log.level': 'error',
  }
  const entries = Object.entries(all).map(([key, value]) => [environmentName(key), value] as const)
  return { ...Object.fromEntries(entries), MAIL_URL: mailUrl, ATTACHMENTS: join(temporaryFolder(), 'files') }
}

/** Lets everyone work in parallel, each with random numbers of their own. */
async function workAll(clinics: readonly Clinic[], ledger: Ledger): Promise<void> {
  const workers = clinics
    .flatMap((clinic) =>
      [clinic.manager, ...clinic.doctors.values(), ...clinic.patients.values()].map((person) => ({
        person,
        clinic,
      })),
    )
    .map((one, seed) => ({ ...one, clinics, ledger, next: random(seed + 1), days: DAYS }))
  expect(workers).toHaveLength(40)
  for (let round = 0; round < RUSHES; round += 1)
    await Promise.all(clinics.map((clinic) => rush(workers.filter((worker) => worker.clinic === clinic))))
  const deadline = Date.now() + MINUTES * 60_000
  const days = workers.map(async (worker) => {
    for (let step = 0; step < STEPS || Date.now() < deadline; step += 1) await work(worker)
  })
  await Promise.all(days)
}

type Models = Awaited<ReturnType<ClinicCode['openModels']>>['models']

/** Waits until no job is waiting or running. */
async function drained({ $sql }: Models): Promise<void> {
  const deadline = Date.now() + DRAIN_MS
  for (;;) {
    const [row] = await $sql`select count(*) as n from _svc_jobs where due is not null`
    if (row?.n === 0) return
    if (Date.now() > deadline) throw new Error(`${row?.n} jobs are left`)
    await sleep(50)
  }
}

/** What the responses said is what is stored. */
function expectLedger(rows: readonly Appointment[], { appointments }: Ledger): void {
  const stored = rows.map(({ id, doctor, state, starts, ends, price }) => [
    id,
    doctor,
    state,
    starts,
    ends,
    price,
  ])
  const known = [...appointments.values()].map((each) => {
    const { id, doctor, state, starts, ends, price } = each
    return [id, doctor, state, starts, ends, price]
  })
  const byId = ([one]: readonly unknown[], [other]: readonly unknown[]): number => Number(one) - Number(other)
  expect(stored.toSorted(byId)).toEqual(known.toSorted(byId))
}

function expectNoDoubleBooking(rows: readonly Appointment[], clinics: readonly Clinic[]): void {
  const active = rows.filter(({ state }) => state !== 'cancelled')
  for (const { timeZone, organization, doctors } of clinics)
    for (const id of doctors.keys()) {
      const own = active
        .filter(({ doctor }) => doctor === id)
        .toSorted((a, b) => (a.starts < b.starts ? -1 : 1))
      for (const [index, { starts, ends, ...each }] of own.entries()) {
        expect(each.organization).toBe(organization)
        expect([starts, isOpen(new Date(starts), timeZone)]).toEqual([starts, true])
        expect([ends, isOpen(new Date(Date.parse(ends) - 1), timeZone)]).toEqual([ends, true])
        const later = own[index + 1]
        if (later !== undefined) expect(later.starts >= ends, `${later.id} overlaps ${each.id}`).toBe(true)
      }
    }
}

/** Returns for what and to whom a mail was sent. */
function nameOf({ key, to }: SentMail): string {
  return `${key} to ${to}`
}

/** Returns the names of all mails about appointments. Those that are still booked have been reminded. */
function expectedMails(rows: readonly Appointment[], clinics: readonly Clinic[]): string[] {
  const patients = new Map(clinics.flatMap((clinic) => [...clinic.patients]))
  return rows.flatMap(({ id, patient, state, reminded_at }) => {
    if (state === 'booked') expect([id, reminded_at]).not.toEqual([id, null])
    const purposes = [
      'confirmation',
      ...(state === 'cancelled' ? ['cancellation'] : []),
      ...(reminded_at === null ? [] : ['reminder']),
    ]
    return purposes.map((purpose) => `${purpose} ${id} to ${patients.get(patient)?.email}`)
  })
}

/** Each change of an appointment has one entry, with the user who made it. */
function expectAudited(
  entries: readonly AuditEntry[],
  rows: readonly Appointment[],
  { appointments }: Ledger,
): void {
  const found = new Map<string, AuditEntry[]>()
  for (const entry of entries)
    if (entry.model === 'Appointment') found.set(entry.item, [...(found.get(entry.item) ?? []), entry])
  for (const { id, state, reminded_at } of rows) {
    const own = found.get(String(id)) ?? []
    const changes = (state === 'booked' ? 0 : 1) + (reminded_at === null ? 0 : 1)
    expect([id, own.length]).toEqual([id, 1 + changes])
    const by = own.find(({ action }) => action === 'create')?.by
    expect([id, by]).toEqual([id, appointments.get(id)?.by])
  }
}

/** Shortly before an appointment, only the staff can cancel it. */
async function expectNotice(
  { appointment }: Models,
  clinics: readonly Clinic[],
  [row]: readonly Appointment[],
): Promise<void> {
  const times = [2, 3].map((hours) => new Date(Date.now() + hours * HOUR).toISOString())
  const { id: _, ...values } = row ?? { id: 0 }
  const data = { ...values, state: 'booked', starts: times[0], ends: times[1] }
  const { id, patient } = await appointment.create({ data })
  const clinic = clinics.find(({ patients }) => patients.has(patient))
  const cancel = `/appointments/${id}/cancel`
  expect(await clinic?.patients.get(patient)?.send('POST', cancel)).toMatchObject({ status: 409 })
  expect(await clinic?.manager.send('POST', cancel)).toMatchObject({ status: 204 })
}

/** The report has every cent of every appointment, by month and doctor. */
async function expectReport(clinic: Clinic, rows: readonly Appointment[]): Promise<void> {
  const sums = new Map<string, [number, number]>()
  for (const { organization, doctor, state, starts, price } of rows) {
    if (organization !== clinic.organization || state === 'cancelled') continue
    const key = `${starts.slice(0, 7)},Dr. ${clinic.doctors.get(doctor)?.username ?? ''}`
    const [count, sum] = sums.get(key) ?? [0, 0]
    sums.set(key, [count + 1, sum + cents(price)])
  }
  const years = new Set([...sums.keys()].map((key) => key.slice(0, 4)))
  const lines: string[] = []
  for (const year of years) {
    const { bytes } = await clinic.manager.send('GET', `/reports/revenue?year=${year}`)
    lines.push(...bytes.toString().trim().split('\r\n').slice(1))
  }
  const reported = lines.map((line) => {
    const [month, doctor, count, revenue = ''] = line.split(',')
    return [`${month},${doctor}`, [Number(count), cents(revenue)]]
  })
  expect(Object.fromEntries(reported)).toEqual(Object.fromEntries(sums))
}

/** Returns an amount in cents, without the rounding of numbers with a fraction. */
function cents(amount: string): number {
  const [whole = '', fraction = ''] = amount.split('.')
  return Number(`${whole}${fraction.padEnd(2, '0')}`)
}
