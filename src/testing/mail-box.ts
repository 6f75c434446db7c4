import { once } from 'node:events'
import { appendFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

/** A mail server that accepts all mails. */
export interface MailBox {
  /** `smtp://127.0.0.1:PORT` */
  readonly url: string
  close(): void
}

/** Starts a mail server on a free port, which appends each mail to a file. */
export async function startMailBox(file: string): Promise<MailBox> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => {
      text(stream).then(
        (mail) => {
          appendFileSync(file, `${decoded(mail)}\n`)
          done()
        },
        (error) => done(error),
      )
    },
  })
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const address = listening.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return { url: `smtp://127.0.0.1:${port}`, close: () => server.close() }
}

/** Returns a mail whose text is in the encoding quoted-printable, as long as it is ASCII. */
function decoded(mail: string): string {
  return mail.replaceAll('\r\n', '\n').replaceAll('=\n', '').replaceAll('=3D', '=')
}
