/**
 * Sign-in together with a connection over WalletConnect: the wallet gets one request for both. If the page cannot
 * prepare the message, or the signature is invalid, the account is connected and asked to sign later.
 */
import type { CaipNetworkId } from '../core/chains/caip.ts'
import { checkSiwxMessage } from '../core/siwx/siwx-check.ts'
import type { WalletConnectSigned, WalletConnectSignIn } from '../core/contract/walletconnect.ts'
import { isServed } from './is-served.ts'
import type { SIWX } from './siwx.ts'
import { pageClock } from '../base/page-clock.ts'
import { withTimeout } from '../core/base/wait.ts'
import { withCallbackTimeout } from './callback-timeout.ts'

export interface OneStep {
  /**
   * The message that the wallet signs when it connects. Undefined if the wallet should only connect: sign-in is not
   * required, a network is not an EVM network (where no wallet signs while connecting), or the message is not prepared
   * in time. Never rejects.
   */
  offer(chains: readonly CaipNetworkId[]): Promise<WalletConnectSignIn | undefined>
  /**
   * Submits the signed message. Never rejects: if the submission fails, the account is asked to sign later.
   * @param caipNetworkId the account's network
   */
  take(signed: readonly WalletConnectSigned[], caipNetworkId?: CaipNetworkId): Promise<void>
}

export interface RunningOneStep extends OneStep {
  /** Resolves when a signed message has been submitted. Undefined if none is being submitted. */
  readonly handing: Promise<void> | undefined
}

/** How long the pairing link may be delayed to prepare the message. Milliseconds. */
const PATIENCE = 2_000
/** Upper limit of messages that may still be signed. Each pairing link is valid for four minutes. */
const MAX_OFFERS = 10
/** Address for a message whose signer is not known yet. */
const NOBODY = `0x${'0'.repeat(40)}`

export function createOneStep(siwx: SIWX): RunningOneStep {
  const nonces = new Set<string>()
  let handing: Promise<void> | undefined

  async function prepare([chainId]: readonly CaipNetworkId[]): Promise<WalletConnectSignIn | undefined> {
    // If sign-in is optional, the person must be able to connect without signing.
    if ((await siwx.getRequired?.()) === false) return undefined
    const message = await siwx.createMessage({ accountAddress: NOBODY, chainId: chainId! })
    const { domain, uri, nonce, statement, expirationTime, notBefore, resources } = message
    nonces.add(nonce)
    if (nonces.size > MAX_OFFERS) nonces.delete(nonces.values().next().value!)
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
    // Each nonce is valid once.
    if (!data || !nonces.delete(data.nonce)) return
    await withCallbackTimeout(
      siwx.addSession({ data: { ...data, chainId: caipNetworkId }, message, signature, cacao }),
    )
  }

  return {
    async offer(chains) {
      if (!isServed(siwx, 'eip155') || chains.length === 0) return undefined
      if (!chains.every((chain) => chain.startsWith('eip155:'))) return undefined
      return withTimeout(pageClock, PATIENCE, prepare(chains)).catch(() => undefined)
    },
    async take(signed, caipNetworkId) {
      // Submit only one message, since its nonce is valid once. On other networks, the account signs later.
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
