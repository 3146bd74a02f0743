/** Serves the built phone wallet on an origin of its own. `/wc?uri=…` opens a pairing link, as on a real phone. */
import { fileURLToPath } from 'node:url'
import { type Handler, sendJson } from '../local-server.ts'
import { sendFile } from '../send-file.ts'

/** The phone's settings; response of `GET /config.json`. */
export interface PhoneConfig {
  relay: string
  rpc: string
  /** URL of the Solana node; absent without a Solana chain. */
  solana?: string
}

const phone = fileURLToPath(new URL('../../../.cache/phone', import.meta.url))

export function createPhoneServer(config: PhoneConfig): Handler {
  return async (_request, response, { pathname }) => {
    if (pathname === '/config.json') return sendJson(response, 200, config)
    await sendFile(response, phone, pathname === '/' || pathname === '/wc' ? 'index.html' : pathname)
  }
}
