/** A small block explorer for the sandbox's chains, so that the explorer links in wallets work. */
import { formatEther, formatUnits, type Hex, isAddress, isHash } from 'viem'
import type { IndexedTransaction, Move } from '../chains/chain-index.ts'
import type { EvmChain } from '../chains/evm-chain.ts'
import { getExplorerPath } from '../chains/evm-networks.ts'
import { type Handler, sendJson } from './local-server.ts'

/** `/explorer/tx/{hash}` and `/explorer/address/{address}` of the first chain; `/explorer/{id}/…` of the others. */
export function createExplorer(chains: readonly EvmChain[]): Handler {
  const explorers = chains.map((chain) => {
    const base = getExplorerPath(chain.network)
    return { base, handle: createChainExplorer(chain, base) }
  })
  return (request, response, url) => {
    // Search from the end: the first chain's path is a prefix of all others.
    const found = explorers.findLast(({ base }) => url.pathname.startsWith(`${base}/`))
    return found!.handle(request, response, url)
  }
}

function createChainExplorer({ network, index, world }: EvmChain, base: string): Handler {
  function name(move: Move): string {
    if (move.kind === 'native') return `${formatEther(move.amount)} ETH`
    const contract = move.contract
    if (move.kind === 'nft') {
      const collection = world.collections.find(({ address }) => address.toLowerCase() === contract)
      return `${collection?.name ?? contract} #${move.tokenId}`
    }
    const token = world.tokens.find(({ address }) => address.toLowerCase() === contract)
    return `${formatUnits(move.amount, token?.decimals ?? 0)} ${token?.symbol ?? contract}`
  }

  function renderTransaction({
    hash,
    from,
    to,
    nonce,
    status,
    time,
    fee,
    moves,
  }: IndexedTransaction): string {
    const rows = moves.map(
      (move) =>
        `<li>${escape(name(move))}<small>${link(base, move.from)} → ${link(base, move.to)}</small></li>`,
    )
    return render(
      `${network.name} · Transaction`,
      hash,
      `<dl>${term('Status', status)}${term('Time', new Date(time * 1000).toISOString())}${term('From', link(base, from))}${term(
        'To',
        to ? link(base, to) : 'New contract',
      )}${term('Fee', `${formatEther(fee)} ETH`)}${term('Nonce', `${nonce}`)}</dl><h2>Transfers</h2><ul>${
        rows.join('') || '<li>None</li>'
      }</ul>`,
    )
  }

  function renderAddress(address: Hex): string {
    const rows = index
      .getTransactions(address)
      .map(
        ({ hash, time, status, moves }) =>
          `<li><a href="${base}/tx/${hash}">${hash.slice(0, 18)}…</a> ${status === 'confirmed' ? '' : status}<small>${new Date(
            time * 1000,
          ).toISOString()} · ${escape(moves.map(name).join(', ') || 'no transfers')}</small></li>`,
      )
    return render(
      `${network.name} · Address`,
      address,
      `<h2>${rows.length} transactions</h2><ul>${rows.join('')}</ul>`,
    )
  }

  return async (_request, response, url) => {
    await index.sync()
    const [, kind, id = ''] = url.pathname.slice(base.length).split('/')
    const found = kind === 'tx' && isHash(id) ? index.getTransaction(id) : undefined
    const html = found
      ? renderTransaction(found)
      : kind === 'address' && isAddress(id, { strict: false })
        ? renderAddress(id)
        : undefined
    if (!html) return sendJson(response, 404, { error: `Nothing at ${url.pathname}` })
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html)
  }
}

function term(label: string, value: string): string {
  return `<div><dt>${label}</dt><dd>${value}</dd></div>`
}

function link(base: string, address: Hex): string {
  return `<a href="${base}/address/${address}">${address}</a>`
}

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
}

function render(kind: string, id: string, body: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${kind} ${id}</title><link rel="icon" href="/driftwood.svg"><style>${css}</style><main><p>${kind}</p><h1>${id}</h1>${body}</main>`
}

const css = `:root{color-scheme:light dark;--ground:light-dark(#e9edf0,#090b0d);--panel:light-dark(#fff,#0f1215);--line:light-dark(#e3e8ec,#1d2227);--text:light-dark(#10161c,#e9edf1);--quiet:light-dark(#53606d,#9aa5b1);--brand:light-dark(#b84e0c,#ff8f4a)}
body{margin:0;background:var(--ground);color:var(--text);font:14px/20px Inter,"Segoe UI",Roboto,"Helvetica Neue","Liberation Sans",Arial,sans-serif;font-variant-numeric:tabular-nums}
main{box-sizing:border-box;max-width:760px;margin:40px auto;padding:28px 32px;border-radius:16px;background:var(--panel)}
p,dt,small{color:var(--quiet);margin:0}h1{margin:4px 0 24px;font:600 16px/24px "SF Mono",Consolas,"Liberation Mono",Menlo,monospace;overflow-wrap:anywhere}h2{margin:28px 0 4px;font-size:14px}
dl{margin:0}dl div{display:grid;grid-template-columns:110px 1fr;gap:16px;padding:10px 0;border-top:1px solid var(--line)}dd{margin:0;overflow-wrap:anywhere}
ul{margin:0;padding:0;list-style:none}li{padding:10px 0;border-top:1px solid var(--line);overflow-wrap:anywhere}li:first-child{border:0}small{display:block;font-size:12px}
a{color:var(--brand);text-decoration:none}a:hover{text-decoration:underline}`
