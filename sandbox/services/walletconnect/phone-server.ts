/** Serves the built phone at an origin of its own. `/wc?uri=…` opens it with a link, as a phone opens a wallet. */
import { fileURLToPath } from 'node:url'
import { type Handler, sendJson } from '../local-server.ts'
import { sendFile } from '../send-file.ts'

/** What the phone has to know of the sandbox; `GET /config.json`. */
export interface PhoneConfig {
  relay: string
  rpc: string
  /** Absent where there is no Solana chain. */
  solana?: string
}

const phone = fileURLToPath(new URL('../../../.cache/phone', import.meta.url))

export function createPhoneServer(config: PhoneConfig): Handler {
  return async (_request, response, { pathname }) => {
    if (pathname === '/config.json') return sendJson(response, 200, config)
    await sendFile(response, phone, pathname === '/' || pathname === '/wc' ? 'index.html' : pathname)
  }
}
