/**
 * Pocket, the phone wallet of the sandbox. A person pastes, scans or opens (`/wc?uri=…`) a pairing link, and approves
 * each request of an app. Tests answer through `window.pocket`.
 */
import { createRoot } from 'react-dom/client'
import { installNodeGlobals } from '../../demo/install-node-globals.ts'
import { driftwood, getRpcUrl, skerry } from '../../chains/evm-networks.ts'
import { createApproval, type Approval, type Question } from '../wallets/approval.ts'
import type { Phone } from '../../services/walletconnect/phone.ts'
import type { PhoneConfig } from '../../services/walletconnect/phone-server.ts'
import { App } from './app.tsx'
import './phone.css'

declare global {
  interface Window {
    pocket?: { phone: Phone; approval: Approval }
  }
}

installNodeGlobals()
const config = (await (await fetch('/config.json')).json()) as PhoneConfig
// Import WalletConnect after the globals are set: the library reads them when it loads.
const { createPhone } = await import('../../services/walletconnect/phone.ts')

let question: Question | undefined
const approval = createApproval((next) => {
  question = next
  draw()
})
const phone = await createPhone({
  relayUrl: config.relay,
  nodes: [
    { chainId: driftwood.id, rpcUrl: getRpcUrl(config.rpc, driftwood) },
    { chainId: skerry.id, rpcUrl: getRpcUrl(config.rpc, skerry) },
  ],
  ...(config.solana && { solanaRpc: config.solana }),
  fetch: fetch.bind(window),
  approval,
  onChange: () => draw(),
})
window.pocket = { phone, approval }
const root = createRoot(document.getElementById('root')!)
draw()

const opened = new URLSearchParams(location.search).get('uri')
if (opened) {
  history.replaceState(null, '', '/')
  await phone.pair(opened)
}

function draw(): void {
  root.render(<App phone={phone} approval={approval} question={question} sessions={phone.getSessions()} />)
}
