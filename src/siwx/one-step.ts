/**
 * Signing in together with the connection, over WalletConnect: the wallet is asked once for both. Where the page cannot
 * prepare it, or what was signed does not hold, the person is connected and asked to sign afterwards, as ever.
 */
import type { CaipNetworkId } from '../core/chains/caip.ts'
import { checkSiwxMessage } from '../core/siwx/siwx-check.ts'
import type { WalletConnectSigned, WalletConnectSignIn } from '../core/contract/walletconnect.ts'
import { isServed } from './is-served.ts'
import type { SIWX } from './siwx.ts'
import { within } from './within.ts'

export interface OneStep {
  /**
   * What a wallet is asked to sign with the connection. Undefined: it is to connect only, for a network is not of eip155
   * (no wallet can do it there), or nobody needs to sign in. Never rejects.
   */
  offer(chains: readonly CaipNetworkId[]): Promise<WalletConnectSignIn | undefined>
  /**
   * Hands in what was signed. Never rejects: who is not signed in by it is asked.
   * @param caipNetworkId where the account is from now on
   */
  take(signed: readonly WalletConnectSigned[], caipNetworkId?: CaipNetworkId): Promise<void>
}

export interface RunningOneStep extends OneStep {
  /** Something is being handed in; resolves when that is over. */
  readonly handing: Promise<void> | undefined
}

/** How long a person waits for the link because of it. Milliseconds. */
const PATIENCE = 2_000
/** Links that may still be answered; each lasts four minutes. */
const MOST_OFFERS = 10
/** Who will sign is not known yet. */
const NOBODY = `0x${'0'.repeat(40)}`

export function createOneStep(siwx: SIWX): RunningOneStep {
  const nonces = new Set<string>()
  let handing: Promise<void> | undefined

  async function prepare([chainId]: readonly CaipNetworkId[]): Promise<WalletConnectSignIn | undefined> {
    // Who may go on without it is not made to sign in order to connect.
    if ((await siwx.getRequired?.()) === false) return undefined
    const message = await siwx.createMessage({ accountAddress: NOBODY, chainId: chainId! })
    const { domain, uri, nonce, statement, expirationTime, notBefore, resources } = message
    nonces.add(nonce)
    if (nonces.size > MOST_OFFERS) nonces.delete(nonces.values().next().value!)
    return {
      domain,
      uri,
      nonce,
      ...(statement !== undefined && { statement }),
      ...(expirationTime !== undefined && { expirationTime }),
      ...(notBefore !== undefined && { notBefore }),
      ...(resources && { resources }),
    }
  }

  async function add({ caipNetworkId, address, message, signature, cacao }: WalletConnectSigned) {
    const expected = { domain: location.host, caipNetworkId, address }
    const { data } = checkSiwxMessage(message, expected, Date.now())
    // Each counts once.
    if (!data || !nonces.delete(data.nonce)) return
    await within(siwx.addSession({ data: { ...data, chainId: caipNetworkId }, message, signature, cacao }))
  }

  return {
    async offer(chains) {
      if (!isServed(siwx, 'eip155') || chains.length === 0) return undefined
      if (!chains.every((chain) => chain.startsWith('eip155:'))) return undefined
      const late = new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE))
      return Promise.race([prepare(chains).catch(() => undefined), late])
    },
    async take(signed, caipNetworkId) {
      // One nonce, so one message: whoever goes to another network signs there.
      const first = signed.find((one) => one.caipNetworkId === caipNetworkId) ?? signed[0]
      if (!first) return
      const mine = add(first).catch(() => {})
      handing = mine
      await mine
      if (handing === mine) handing = undefined
    },
    get handing() {
      return handing
    },
  }
}
