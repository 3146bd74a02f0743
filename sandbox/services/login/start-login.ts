/** Starts all that people sign in with: their mailbox, "Local ID" and the sign-in site. */
import type { SmartAccounts } from '../../chains/smart-accounts.ts'
import { type LocalServer, startLocalServer } from '../local-server.ts'
import { type LocalId, startLocalId } from './local-id.ts'
import { createLoginSite } from './login-site.ts'
import { type Mail, type Mailbox, startMailbox } from './mailbox.ts'

export interface LoginServices {
  /** Of the sign-in site. By another name than the page's host: so it is another site to the browser. */
  readonly url: string
  /** Oldest first. */
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
