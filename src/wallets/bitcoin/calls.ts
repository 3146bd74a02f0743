/**
 * Requests to a Bitcoin wallet: signatures of messages and PSBTs. The wallet's answers are untrusted.
 * @see https://github.com/ExodusMovement/bitcoin-wallet-standard
 * @see https://docs.unisat.io/dev/unisat-developer-center/unisat-wallet
 */
import { base64 } from '@scure/base'
import * as v from 'valibot'
import type { ConnectedAccount } from '../account.ts'
import type { AdapterContext } from '../adapter.ts'
import type { BitcoinProvider } from '../providers.ts'
import { BillfoldError } from '../../core/base/errors.ts'
import { getScriptKind } from '../../core/chains/bitcoin-address.ts'
import { parseOrNone } from '../../core/contract/schemas.ts'
import type { NamespaceCalls } from '../namespace-calls.ts'
import {
  askActive,
  askStandard,
  assertShared,
  findAccount,
  readBytes,
  toScript,
  unusable,
} from './ask-wallet.ts'
import { fromBase64 } from '../../core/chains/byte-text.ts'
import { isInjected } from './injected.ts'
import { accountChanged, signPsbt } from './sign-psbt.ts'

interface BitcoinCalls extends NamespaceCalls {
  /**
   * Answers a method of the page's Bitcoin provider.
   * @param isActive whether `account` is still connected
   */
  provide(
    account: ConnectedAccount,
    method: keyof BitcoinProvider,
    request: unknown,
    isActive: () => boolean,
  ): Promise<unknown>
}

/** @param call sends commands to the worker, which reads PSBTs */
export function createBitcoinCalls(call: AdapterContext['call']): BitcoinCalls {
  return {
    signMessage: (account, message) => signMessage(account, account.address, message),
    async provide(account, method, request, isActive) {
      if (!isActive()) throw accountChanged()
      if (method === 'signPsbt') return signPsbt({ call, account, isActive }, request)
      const asked = parseOrNone(messageRequest, request)
      if (!asked)
        throw new BillfoldError('transaction_bad', 'signMessage takes { address, message }, both strings.')
      const { address, message } = asked
      assertShared(account, address)
      return signMessage(account, address, message)
    },
  }
}

const messageRequest = v.object({ address: v.string(), message: v.string() })

/** The signature in base64. */
async function signMessage(account: ConnectedAccount, address: string, message: string): Promise<string> {
  const { connector } = account
  if (isInjected(connector)) {
    // Injected wallets support BIP-322 only for segwit and taproot addresses.
    const kind = getScriptKind(toScript(account, address)!)
    const type = kind === 'segwit' || kind === 'taproot' ? 'bip322-simple' : 'ecdsa'
    const signature = await askActive(connector, address, 'signMessage', message, type)
    if (typeof signature === 'string' && signature && fromBase64(signature)) return signature
    throw unusable(connector)
  }
  const answer = await askStandard(connector, 'bitcoin:signMessage', () => ({
    account: findAccount(connector, address),
    message: new TextEncoder().encode(message),
  }))
  const signature = readBytes(answer, 'signature')
  if (signature) return base64.encode(signature)
  throw unusable(connector)
}
