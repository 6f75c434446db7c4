import { createHash } from 'node:crypto'
import { below, pick, type Random } from '../../testing/random.js'
import type { Body } from '../service.js'
import { type Clinic, isOpen } from './clinic.js'
import type { Answer, Person } from './person.js'

const QUARTER = 15 * 60_000
const DAY = 24 * 3_600_000
const MAX_BYTES = 200_000

/** An appointment as its users know it. */
export interface Known {
  readonly id: number
  readonly clinic: Clinic
  readonly doctor: number
  readonly patient: number
  readonly starts: string
  readonly ends: string
  readonly price: string
  readonly by: string
  state: 'booked' | 'done' | 'cancelled'
}

/** A file that a doctor has uploaded. */
export interface KnownFile {
  readonly id: string
  readonly clinic: Clinic
  readonly patient: number
  readonly hash: string
}

/** What the responses have told the users, and what must not have happened. */
export class Ledger {
  readonly appointments = new Map<number, Known>()
  readonly files: KnownFile[] = []
  /** Responses that show rows of others, have an unexpected status, or contradict the ledger. */
  readonly faults: string[] = []
  /** The number of responses by operation and status. */
  readonly counts = new Map<string, number>()

  /** Counts a response, and records a fault unless its status is one of these. Returns whether it is the first one. */
  expect(person: Person, operation: string, answer: Answer, ...statuses: readonly number[]): boolean {
    const { status, bytes } = answer
    const name = `${operation} ${status}`
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1)
    if (!statuses.includes(status))
      this.faults.push(`${person.username}: ${name}: ${bytes.subarray(0, 300).toString()}`)
    return status === statuses[0]
  }

  /** Records a fault if a row is not the caller's. */
  check(isOwn: boolean, person: Person, row: unknown): void {
    if (!isOwn) this.faults.push(`${person.username} sees ${JSON.stringify(row)}`)
  }
}

export interface Worker {
  readonly person: Person
  readonly clinic: Clinic
  readonly clinics: readonly Clinic[]
  readonly ledger: Ledger
  readonly next: Random
  /** The number of days for which appointments can be booked. */
  readonly days: number
}

type Step = (worker: Worker) => Promise<void>

/** What each role does; steps that are listed twice happen twice as often. */
const STEPS: Record<Person['role'], readonly Step[]> = {
  admin: [],
  manager: [book, list, list, cancel, changePrice, peek, peek, trespass, report],
  doctor: [book, book, list, complete, cancel, peek, peek, trespass, upload, download],
  patient: [book, book, book, book, list, list, cancel, peek, peek, trespass, download],
}

/** Does one random piece of work. */
export async function work(worker: Worker): Promise<void> {
  await pick(worker.next, STEPS[worker.person.role])(worker)
}

async function book(worker: Worker): Promise<void> {
  const { person, clinic, next, days } = worker
  const doctor = ownKey(person, clinic.doctors) ?? pick(next, [...clinic.doctors.keys()])
  await bookAt(worker, doctor, bookableTime(next, days, clinic))
}

/** Lets all workers of a clinic book the same time of the same doctor at once. */
export async function rush(workers: readonly Worker[]): Promise<void> {
  const [first] = workers
  if (first === undefined) return
  const { clinic, next, days } = first
  const doctor = pick(next, [...clinic.doctors.keys()])
  const time = bookableTime(next, days, clinic)
  await Promise.all(workers.map((worker) => bookAt(worker, doctor, time)))
}

async function bookAt({ person, clinic, ledger, next }: Worker, doctor: number, time: Date): Promise<void> {
  const patient = ownKey(person, clinic.patients) ?? pick(next, [...clinic.patients.keys()])
  const { id: service } = pick(next, clinic.services)
  const starts = time.toISOString()
  const answer = await person.send('POST', '/appointments', { doctor, patient, service, starts })
  if (!isOpen(time, clinic.timeZone)) {
    ledger.expect(person, 'book closed', answer, 409)
    return
  }
  if (!ledger.expect(person, 'book', answer, 201, 409)) return
  const [id, ends, price] = [
    Number(answer.body['id']),
    String(answer.body['ends']),
    String(answer.body['price']),
  ]
  const by = person.username
  ledger.appointments.set(id, { id, clinic, doctor, patient, starts, ends, price, by, state: 'booked' })
}

/** Returns the start of the Monday from which appointments are booked, which is more than a day away. */
export function firstDay(): number {
  const weekday = new Date().getUTCDay()
  return Math.floor(Date.now() / DAY) * DAY + (8 - weekday) * DAY
}

function randomTime(next: Random, days: number): Date {
  return new Date(firstDay() + below(next, days * 96) * QUARTER)
}

/** Returns a time that is usually, but not always, within the hours of the clinic. */
function bookableTime(next: Random, days: number, { timeZone }: Clinic): Date {
  for (;;) {
    const time = randomTime(next, days)
    if (isOpen(time, timeZone) || next() < 0.02) return time
  }
}

async function list({ person, clinic, ledger }: Worker): Promise<void> {
  for (const path of ['/appointments', '/patients', '/doctors', '/audit-entries']) {
    const answer = await person.send('GET', `${path}?_limit=200&_sort=-id`)
    if (!ledger.expect(person, `GET ${path}`, answer, 200)) continue
    for (const row of rowsOf(answer.body)) {
      const isOwn = String(row['organization']) === clinic.organization
      ledger.check(path === '/audit-entries' ? isOwn && person.role === 'manager' : isOwn, person, row)
      if (path === '/appointments') ledger.check(isVisible(person, clinic, row), person, row)
      if (path === '/patients' && person.role === 'patient')
        ledger.check(String(row['account']) === person.username, person, row)
    }
  }
}

function isVisible(person: Person, clinic: Clinic, row: Body): boolean {
  if (person.role === 'manager') return true
  if (person.role === 'doctor') return clinic.doctors.get(Number(row['doctor'])) === person
  return clinic.patients.get(Number(row['patient'])) === person
}

async function cancel(worker: Worker): Promise<void> {
  await move(worker, 'cancel', 'cancelled')
}

async function complete(worker: Worker): Promise<void> {
  await move(worker, 'complete', 'done')
}

async function move(
  { person, clinic, ledger, next }: Worker,
  step: 'cancel' | 'complete',
  state: Known['state'],
): Promise<void> {
  const own = [...ledger.appointments.values()].filter((each) => isMine(person, clinic, each))
  if (own.length === 0) return
  const appointment = pick(next, own)
  const answer = await person.send('POST', `/appointments/${appointment.id}/${step}`)
  if (!ledger.expect(person, step, answer, 204, 409)) return
  // Two callers can cancel at the same time, but only one of them succeeds.
  if (appointment.state !== 'booked')
    ledger.faults.push(`${person.username} moves ${appointment.id} from ${appointment.state} to ${state}`)
  appointment.state = state
}

function isMine(person: Person, clinic: Clinic, appointment: Known): boolean {
  if (appointment.clinic !== clinic) return false
  if (person.role === 'doctor') return clinic.doctors.get(appointment.doctor) === person
  return person.role === 'manager' || clinic.patients.get(appointment.patient) === person
}

/** Opens any appointment by its key. */
async function peek({ person, clinic, ledger, next }: Worker): Promise<void> {
  const all = [...ledger.appointments.values()]
  if (all.length === 0) return
  const appointment = pick(next, all)
  const isOwn = isMine(person, clinic, appointment)
  const answer = await person.send('GET', `/appointments/${appointment.id}`)
  ledger.expect(person, isOwn ? 'peek own' : 'peek foreign', answer, isOwn ? 200 : 404)
}

/** Tries what others are allowed to do. */
async function trespass(worker: Worker): Promise<void> {
  const { person, clinic, clinics, ledger, next } = worker
  const other = pick(
    next,
    clinics.filter((each) => each !== clinic),
  )
  const [[foreignPatient = 0] = []] = [...other.patients]
  const [[foreignDoctor = 0] = []] = [...other.doctors]
  const [doctor = 0] = clinic.doctors.keys()
  const [patient = 0] = clinic.patients.keys()
  const [{ id: service } = { id: 0 }] = clinic.services
  const starts = randomTime(next, worker.days).toISOString()
  const refuse = async (
    operation: string,
    statuses: number | readonly number[],
    ...request: Parameters<Person['send']>
  ): Promise<void> => {
    ledger.expect(person, operation, await person.send(...request), ...[statuses].flat())
  }
  const booking = { doctor, patient, service, starts }
  await refuse('book foreign doctor', 400, 'POST', '/appointments', { ...booking, doctor: foreignDoctor })
  await refuse('book foreign patient', 400, 'POST', '/appointments', { ...booking, patient: foreignPatient })
  await refuse('open foreign patient', 404, 'GET', `/patients/${foreignPatient}`)
  await refuse('list foreign files', 404, 'GET', `/patients/${foreignPatient}/attachments`)
  await refuse(
    'upload to foreign patient',
    404,
    'POST',
    `/patients/${foreignPatient}/attachments`,
    form(Buffer.from('x')),
  )
  await refuse('become admin', 403, 'PATCH', `/users/${person.username}`, { groups: ['admin'] })
  await refuse('register', 403, 'POST', '/auth/register', {
    username: 'stranger',
    email: 'stranger@example.com',
    password: 'a password for strangers',
  })
  await refuse('change organization', 400, 'PATCH', `/users/${person.username}`, {
    organization: other.organization,
  })
  const [own] = [...ledger.appointments.values()].filter(
    (each) => isMine(person, clinic, each) && each.state === 'booked',
  )
  if (person.role !== 'doctor' && own !== undefined) {
    // The appointment can be cancelled or completed in the meantime.
    await refuse('complete as another', [403, 409], 'POST', `/appointments/${own.id}/complete`)
    const file = form(Buffer.from('x'))
    await refuse('upload as another', 403, 'POST', `/patients/${own.patient}/attachments`, file)
  }
  if (person.role !== 'manager') {
    await refuse('read report', 403, 'GET', '/reports/revenue?year=2030')
    await refuse('change price', 403, 'PATCH', `/services/${service}`, { price: '0' })
  }
}

async function changePrice({ person, clinic, ledger, next }: Worker): Promise<void> {
  const price = `${below(next, 200)}.${String(below(next, 100)).padStart(2, '0')}`
  const answer = await person.send('PATCH', `/services/${pick(next, clinic.services).id}`, { price })
  ledger.expect(person, 'change price', answer, 200)
}

async function report({ person, ledger }: Worker): Promise<void> {
  const answer = await person.send('GET', `/reports/revenue?year=${new Date().getUTCFullYear()}`)
  ledger.expect(person, 'report', answer, 200)
}

async function upload({ person, clinic, ledger, next }: Worker): Promise<void> {
  const patient = pick(next, [...clinic.patients.keys()])
  const bytes = Buffer.alloc(below(next, MAX_BYTES) + 1, String(next()))
  const answer = await person.send('POST', `/patients/${patient}/attachments`, form(bytes))
  if (!ledger.expect(person, 'upload', answer, 201)) return
  ledger.files.push({ id: String(answer.body['id']), clinic, patient, hash: hashOf(bytes) })
}

function form(bytes: Buffer): FormData {
  const data = new FormData()
  data.append('file', new Blob([new Uint8Array(bytes)]), 'Röntgen.png')
  return data
}

/** Downloads any file, which only doctors of the organization and the patient can do. */
async function download({ person, clinic, ledger, next }: Worker): Promise<void> {
  if (ledger.files.length === 0) return
  const file = pick(next, ledger.files)
  const isOwn =
    file.clinic === clinic && (person.role === 'doctor' || clinic.patients.get(file.patient) === person)
  const answer = await person.send('GET', `/attachments/${file.id}/content`)
  const isSent = ledger.expect(person, isOwn ? 'download' : 'download foreign', answer, isOwn ? 200 : 404)
  if (isOwn && isSent) ledger.check(hashOf(answer.bytes) === file.hash, person, `a changed file ${file.id}`)
}

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

function ownKey(person: Person, people: ReadonlyMap<number, Person>): number | undefined {
  return [...people].find(([, each]) => each === person)?.[0]
}

function rowsOf(body: Body): readonly Body[] {
  const { data }: { readonly data?: readonly Body[] } = body
  return data ?? []
}
