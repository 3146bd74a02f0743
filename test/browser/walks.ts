/**
 * Walks through all views by keyboard only. Each walk calls `stop` at every state, where callers check it, and goes
 * back with the focus where it was.
 */
import {
  allowAnyOrigin,
  type LocalServer,
  readBody,
  sendJson,
  startLocalServer,
} from '../../sandbox/services/local-server.ts'
import type { Sandbox } from '../../sandbox/start.ts'
import { buyAndReceive, lookAround, suffer } from './walks/account.ts'
import { connect, signIn } from './walks/connect.ts'
import { approve, lookAtLogins } from './walks/login.ts'
import { takeName } from './walks/names.ts'
import { goBetweenChains, switchNetwork } from './walks/networks.ts'
import { send } from './walks/send.ts'
import { swap } from './walks/swap.ts'
import type { Walk } from './walks/walk.ts'

/** In this order, because each walk starts with the wallet's state after the previous one. */
export const walks: Readonly<Record<string, (walk: Walk) => Promise<void>>> = {
  'the sign-in methods without a wallet': lookAtLogins,
  'the approvals of the sign-in site': approve,
  'the list of wallets and a connected account': connect,
  // All walks from here on may leave a page with an open request, for which the next page must not wait.
  'the request to sign in': signIn,
  'the tokens, NFTs and activity of an account': lookAround,
  'the views for buying and receiving': buyAndReceive,
  'the views for sending': send,
  'the views for swapping': swap,
  'the views for a name': takeName,
  'the list of networks': switchNetwork,
  'the wallets of several chains': goBetweenChains,
  'the empty and failed views': suffer,
}

/** The sandbox's API with one additional unsolicited token. */
export function startApiWithSpam({ urls, chain }: Sandbox): Promise<LocalServer> {
  return startLocalServer(async (request, response, url) => {
    if (allowAnyOrigin(request, response)) return
    const { method = 'GET' } = request
    const body = method === 'POST' ? { method, body: await readBody(request) } : {}
    const upstream = await fetch(`${urls.api}${url.pathname}${url.search}`, body).catch(() => undefined)
    if (!upstream) return void response.destroy()
    const answer = (await upstream.json()) as { balances?: object[] }
    if (answer.balances && answer.balances.length > 0)
      answer.balances.push({ ...spam, chainId: chain, address: `${chain}:0x${'5'.repeat(40)}` })
    sendJson(response, upstream.status, answer)
  })
}

const spam = {
  name: 'claim-reward.example',
  symbol: 'CLAIM',
  quantity: { decimals: '18', numeric: '1000.0' },
  iconUrl: '',
}
