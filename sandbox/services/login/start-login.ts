/** Starts the services for signing in: the mail server, "Local ID" and the sign-in site. */
import type { SmartAccounts } from '../../chains/smart-accounts.ts'
import { type LocalServer, startLocalServer } from '../local-server.ts'
import { type LocalId, startLocalId } from './local-id.ts'
import { createLoginSite } from './login-site.ts'
import { type Mail, type Mailbox, startMailbox } from './mailbox.ts'

export interface LoginServices {
  /** URL of the sign-in site: `localhost` instead of `127.0.0.1`, so that the browser treats the site as cross-site. */
  readonly url: string
  /** Emails to an address, oldest first. */
  readMails(to: string): readonly Mail[]
  followMails: Mailbox['follow']
  close(): Promise<void>
}

export async function startLogin(
  port: number,
  smartAccounts?: SmartAccounts,
  onRequest?: Parameters<typeof startLocalServer>[2],
): Promise<LoginServices> {
  const mailbox = await startMailbox()
  let localId: LocalId | undefined
  const site: LocalServer = await startLocalServer(
    createLoginSite({ smtpPort: mailbox.port, getUrl: () => url, getLocalId: () => localId!, smartAccounts }),
    port,
    onRequest,
  )
  const url = `http://localhost:${new URL(site.url).port}`
  localId = await startLocalId(`${url}/oauth/callback`)
  return {
    url,
    readMails: mailbox.list,
    followMails: mailbox.follow,
    async close() {
      await Promise.all([site.close(), mailbox.close(), localId?.close()])
    },
  }
}
