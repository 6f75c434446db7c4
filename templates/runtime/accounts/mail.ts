import { type KnownJobs, StoredJobs } from '../jobs/jobs.js'
import type { Row } from '../model.js'
import type { Session } from '../store.js'
import { MAX_EMAIL } from '../users/user-checks.js'
import { characterFault } from '../values/scalars.js'

/** A mail to a user. */
export interface Mail<User = Row> {
  /** `reset`: the user must set a password. `verify`: the user must verify the email address. */
  readonly kind: 'reset' | 'verify'
  /** Whether your code has invited the user, who has not forgotten a password. */
  readonly isInvitation: boolean
  /** The user's email address. */
  readonly to: string
  /** Valid once, and for the time in `accounts.token_lifetime` or `accounts.invite_lifetime`. */
  readonly token: string
  /** The page of your application with the token: `https://example.com/reset-password?token=…`. */
  readonly link: string
  /** The user, without the password. */
  readonly user: User
}

/** What the token in a mail is for. `change` verifies the address that is to replace the user's. */
export type TokenKind = Mail['kind'] | 'invite' | 'change'

/** Sends a mail. If the function throws, it is called again later, with a new token. */
export type MailFunction<User> = (mail: Mail<User>) => unknown

/** Your function that sends mails. */
export class Mailer<User> {
  #send: MailFunction<User> | undefined

  get isRegistered(): boolean {
    return this.#send !== undefined
  }

  readonly register = (send: MailFunction<User>): void => {
    this.#send = send
  }

  async send(mail: Mail): Promise<void> {
    // Safe because users are items of the auth model, whose fields are the ones in its schema.
    await this.#send?.(mail as Mail<User>)
  }
}

/** Returns what the registry needs for mails: the method that registers your function, and the function. */
export function mailRegistration<User>(): {
  /** Registers the function that sends mails to users. */
  readonly mail: (send: MailFunction<User>) => void
  readonly mailer: Mailer<User>
} {
  const mailer = new Mailer<User>()
  return { mail: mailer.register, mailer }
}

/** The payload of the job that sends a mail. */
export interface MailRequest {
  readonly kind: TokenKind
  /** The address as given. There might be no user with this address. */
  readonly email: string
  /** For `change`, the user's key as JSON. */
  readonly user?: string
}

export const MAIL_JOB = 'account_mail'

/** Returns whether a user can have an address. Other text must not fill the database. */
export function isPossible(email: string): boolean {
  return email.length <= MAX_EMAIL && characterFault(email) === undefined
}

/** Sends mails to users at the request of your code. */
export interface AccountMails {
  /**
   * Sends an invitation to the user with this address, after the commit. With its token, the user sets a password, as
   * after a forgotten one. Does nothing if no active user has the address.
   */
  invite(email: string): Promise<void>
}

/** Returns what sends mails in the transaction of a session. */
export function accountMails(session: Session, jobs: KnownJobs): AccountMails {
  return {
    invite: async (email) => {
      if (!isPossible(email)) return
      const request: MailRequest = { kind: 'invite', email }
      await new StoredJobs(session, jobs).addNamed(MAIL_JOB, request, { key: `invite ${email}` })
    },
  }
}
