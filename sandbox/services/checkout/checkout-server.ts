/**
 * The checkout page of the sandbox's provider, on an origin of its own. Buttons also decline the card, cancel the order
 * and let it expire, for people and tests alike.
 */
import { isSolanaAddress } from '../../../src/core/chains/solana-address.ts'
import { type Handler, sendJson } from '../local-server.ts'
import { solanaLocalnet } from '../../chains/solana-network.ts'
import { solanaCoin } from '../../chains/tokens.ts'
import type { Order, Orders, OrderStatus } from './orders.ts'

const verbs = ['pay', 'decline', 'cancel', 'expire'] as const
type Verb = (typeof verbs)[number]

const ends = { decline: 'failed', cancel: 'cancelled', expire: 'expired' } as const

export function createCheckoutServer(orders: Orders): Handler {
  return async (request, response, url) => {
    const [, noun, id = '', verb] = url.pathname.split('/')
    if (noun === 'meld') {
      const created = createMeldOrder(orders, url.searchParams)
      if (!created)
        return sendPage(response, 404, 'Not available', '<p>The sandbox sells only SOL through Meld.</p>')
      response.writeHead(303, { location: `/orders/${created.id}` }).end()
      return
    }
    const order = noun === 'orders' ? orders.get(id) : undefined
    if (!order) return sendPage(response, 404, 'Order not found', '<p>Go back and start again.</p>')
    if (request.method === 'GET' && !verb) return sendPage(response, 200, titles[order.status], show(order))
    if (request.method !== 'POST' || !isVerb(verb))
      return sendJson(response, 404, { error: 'Page not found' })
    if (verb === 'pay') await orders.pay(id)
    else orders.end(id, ends[verb])
    response.writeHead(303, { location: `/orders/${id}` }).end()
  }
}

/** Creates an order as Meld's page does. The real Meld lets people choose the amount; this page uses a fixed amount. */
function createMeldOrder(orders: Orders, asked: URLSearchParams): Order | undefined {
  const address = asked.get('walletAddress') ?? ''
  if (asked.get('destinationCurrencyCode') !== solanaCoin.symbol || !isSolanaAddress(address))
    return undefined
  const { symbol, price } = solanaCoin
  const amount = (MELD_FIAT / price).toFixed(4)
  const { caipNetworkId } = solanaLocalnet
  return orders.create({ address, caipNetworkId, symbol, amount, fiat: MELD_FIAT })
}

/** US dollars. */
const MELD_FIAT = 100

function isVerb(verb: string | undefined): verb is Verb {
  return (verbs as readonly (string | undefined)[]).includes(verb)
}

const titles: Readonly<Record<OrderStatus, string>> = {
  open: 'Checkout',
  paying: 'Sending',
  paid: 'Paid',
  failed: 'Your card was declined',
  cancelled: 'Cancelled',
  expired: 'Order expired',
}

function show({ id, status, amount, symbol, fiat, address, caipNetworkId, hash }: Order): string {
  const facts = `<dl>
<dt>You receive</dt><dd>${escapeHtml(amount)} ${escapeHtml(symbol)}</dd>
<dt>You pay</dt><dd>$${fiat.toFixed(2)}</dd>
<dt>Network</dt><dd>${escapeHtml(caipNetworkId)}</dd>
<dt>To</dt><dd class="address">${escapeHtml(address)}</dd>
${hash ? `<dt>Transaction</dt><dd class="address">${escapeHtml(hash)}</dd>` : ''}</dl>`
  if (status !== 'open') return facts
  const buttons = [
    ['pay', `Pay $${fiat.toFixed(2)}`],
    ['decline', 'Pay with a declined card'],
    ['expire', 'Let the order expire'],
    ['cancel', 'Cancel'],
  ].map(
    ([verb, words]) =>
      `<form method="post" action="/orders/${id}/${verb}"><button class="${verb}">${words}</button></form>`,
  )
  return facts + buttons.join('')
}

function sendPage(response: Parameters<Handler>[1], status: number, title: string, content: string): void {
  response
    .writeHead(status, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
    .end(
      `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"><title>${title}</title><style>${style}</style><main><p class="mark">Simulation: no money moves</p><h1>${title}</h1>${content}</main></html>`,
    )
}

const style = `
*{box-sizing:border-box}
body{margin:0;background:#eef1f4;color:#16202b;font:15px/22px system-ui,sans-serif}
main{max-width:420px;margin:0 auto;padding:32px 24px}
.mark{display:inline-block;margin:0;padding:2px 10px;border:1px dashed #8a97a6;border-radius:8px;color:#4c5967;font-size:13px}
h1{margin:24px 0 16px;font-size:24px;line-height:30px}
dl{display:grid;grid-template-columns:auto 1fr;gap:8px 24px;margin:0 0 24px;padding:16px;border-radius:14px;background:#fff}
dt{color:#5a6775}
dd{margin:0;text-align:end;overflow-wrap:anywhere}
.address{font:13px/20px ui-monospace,monospace}
button{width:100%;min-height:48px;margin:0 0 8px;border:0;border-radius:12px;background:#dde3e9;color:inherit;font:inherit;font-weight:600;cursor:pointer}
.pay{background:#1757c2;color:#fff}
.cancel{background:none}
`

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
}
