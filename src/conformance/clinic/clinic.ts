import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { MailSink } from './mail-sink.js'
import { Person } from './person.js'

const PASSWORD = 'a password for tests'
export const ADMIN = { username: 'root', password: PASSWORD, email: 'root@example.com' }

/** The organizations of the simulation. Doctors work from Monday to Friday, from 8:00 to 16:00 local time. */
export const TIME_ZONES: Readonly<Record<string, string>> = {
  north: 'Europe/Berlin',
  west: 'America/New_York',
  east: 'Asia/Kolkata',
  south: 'Pacific/Auckland',
}
const DOCTORS = 3
const PATIENTS = 6
const PRICES = ['49.90', '0.10', '120.05']

/** An organization with its people, whose numbers are the keys of their rows. */
export interface Clinic {
  readonly organization: string
  readonly timeZone: string
  readonly manager: Person
  readonly doctors: ReadonlyMap<number, Person>
  readonly patients: ReadonlyMap<number, Person>
  readonly services: readonly { readonly id: number; readonly minutes: number }[]
}

/** Returns whether doctors work at a time. */
export function isOpen(time: Date, timeZone: string): boolean {
  const text = new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    hourCycle: 'h23',
  })
  const [weekday = '', hour = ''] = text.format(time).split(/\W+/)
  return !weekday.startsWith('S') && Number(hour) >= 8 && Number(hour) < 16
}

/** Creates the organizations, with forty users. All of them choose their passwords with the link in an invitation. */
export async function openClinics(addresses: readonly string[], sink: MailSink): Promise<readonly Clinic[]> {
  const root = new Person(ADMIN.username, 'admin', '', addresses)
  await root.logIn(ADMIN.password)
  const clinics = Object.entries(TIME_ZONES).map(async ([name, timeZone]) => {
    await root.must('POST', '/organizations', { name, time_zone: timeZone })
    return openClinic(name, timeZone, root, addresses, sink)
  })
  return Promise.all(clinics)
}

async function openClinic(
  name: string,
  timeZone: string,
  root: Person,
  addresses: readonly string[],
  sink: MailSink,
): Promise<Clinic> {
  const invite = async (by: Person, role: Person['role'], number: number, more: object): Promise<Person> => {
    const person = new Person(`${role}-${name}-${number}`, role, name, addresses)
    const { username, email } = person
    const body = { username, email, password: randomUUID(), groups: [role], ...more }
    await by.must('POST', '/users', body)
    const token = await tokenFor(email, sink)
    await person.must('POST', '/auth/reset_password', { token, password: PASSWORD })
    await person.logIn(PASSWORD)
    return person
  }
  const manager = await invite(root, 'manager', 1, { organization: name })
  const services = PRICES.map(async (price, index) => {
    const minutes = 15 * (index + 1)
    const { id } = await manager.must('POST', '/services', { name: `Service ${index}`, minutes, price })
    return { id: Number(id), minutes }
  })
  const doctors = Array.from({ length: DOCTORS }, async (_, number) => {
    const account = await invite(manager, 'doctor', number, {})
    const { id } = await manager.must('POST', '/doctors', {
      name: `Dr. ${account.username}`,
      account: account.username,
    })
    for (const weekday of [1, 2, 3, 4, 5])
      await manager.must('POST', `/doctors/${String(id)}/hours`, {
        weekday,
        opens: '08:00:00',
        closes: '16:00:00',
      })
    return [Number(id), account] as const
  })
  const patients = Array.from({ length: PATIENTS }, async (_, number) => {
    const account = await invite(manager, 'patient', number, {})
    const { username, email } = account
    const { id } = await manager.must('POST', '/patients', { name: username, email, account: username })
    return [Number(id), account] as const
  })
  return {
    organization: name,
    timeZone,
    manager,
    doctors: new Map(await Promise.all(doctors)),
    patients: new Map(await Promise.all(patients)),
    services: await Promise.all(services),
  }
}

/** Waits for the mail with the link for a new password, and returns the token in the link. */
async function tokenFor(email: string, sink: MailSink): Promise<string> {
  for (let tries = 0; tries < 4000; tries += 1) {
    const mail = sink.mails.find(({ to }) => to === email)
    const token = mail && new URL(mail.text).searchParams.get('token')
    if (token) return token
    await sleep(25)
  }
  throw new Error(`no mail to ${email}`)
}
