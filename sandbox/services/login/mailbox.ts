/** A mail server that stores the emails it receives, so that tests and the demo can read them. */
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { createFeed, type Follow } from '../event-stream.ts'

export interface Mail {
  to: string
  subject: string
  text: string
  /** Time of arrival in milliseconds since 1970. */
  time: number
}

export interface Mailbox {
  readonly port: number
  /** Emails to an address, oldest first. */
  list(to: string): readonly Mail[]
  follow: Follow<Mail>
  close(): Promise<void>
}

export async function startMailbox(): Promise<Mailbox> {
  const mails = createFeed<Mail>()
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const raw = Buffer.concat(chunks).toString('utf8')
        for (const { address } of session.envelope.rcptTo) mails.add(readMail(address, raw))
        done()
      })
    },
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => resolve())
  })
  return {
    port: (server.server.address() as AddressInfo).port,
    list: (to) => mails.list().filter((mail) => mail.to === to.toLowerCase()),
    follow: mails.follow,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** Reads a plain-text email in seven bits, the only kind that the sign-in site sends. */
function readMail(to: string, raw: string): Mail {
  const end = raw.indexOf('\r\n\r\n')
  const subject = /^Subject: (.*)$/m.exec(raw.slice(0, end))?.[1]?.trim() ?? ''
  return {
    to: to.toLowerCase(),
    subject,
    time: Date.now(),
    text: raw
      .slice(end + 4)
      .replaceAll('\r\n', '\n')
      .replaceAll('=\n', ''),
  }
}
