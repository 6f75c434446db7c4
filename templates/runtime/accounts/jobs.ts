import { StartError } from '../server/start.js'
import type { JobDefinition, JobFunctions } from '../jobs/registry.js'
import { type AccountOptions, AccountParts } from './extension.js'
import { MAIL_JOB, type MailRequest, type Mailer } from './mail.js'

/** After ten retries, which take less than a day, a mail is not sent. */
const RETRIES = 10
const TIMEOUT = 60_000

/**
 * Returns what the authentication and its routes need for accounts, and makes the worker of jobs send mails.
 * @throws StartError if your function for mails is not registered
 */
export function openAccounts<Models, User>(
  options: AccountOptions & { readonly jobs: JobFunctions<Models> },
  mailer: Mailer<User>,
): AccountParts {
  if (!mailer.isRegistered) throw new StartError('src/mail.ts must call registry.mail(…)')
  const accounts = new AccountParts(options)
  const run: JobDefinition<Models>['run'] = ({
    payload,
    attempt,
  }: {
    readonly payload: MailRequest
    readonly attempt: number
  }) => accounts.sendMail(mailer, payload, attempt)
  options.jobs.definitions.set(MAIL_JOB, { run, retries: RETRIES, timeout: TIMEOUT, schedule: null })
  return accounts
}
