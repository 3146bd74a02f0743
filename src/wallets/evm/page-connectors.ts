/** Reads the connectors that a page brings itself, such as the SDK of one wallet; errors name the faulty field. */
import { BillfoldError } from '../../core/base/errors.ts'
import type { Eip1193Provider } from './eip1193.ts'

/** A wallet that a page brings itself: of type EXTERNAL, in the group "external". */
export interface PageConnector {
  /** Unique among the page's own. A session is restored by it, so it stays the same from one release of the page to the next. */
  id: string
  /** One line. */
  name: string
  /** https, http or `data:image/…`. Absent: the first letter of the name. */
  icon?: string | undefined
  /** As the wallet's own extension announces it (EIP-6963): the directory and that extension are then known to be the same wallet. */
  rdns?: string | undefined
  /**
   * Called when the wallet is first needed: when a person chooses it, or when its session is restored. What it throws is
   * shown, and the next try calls it again.
   * @returns an EIP-1193 provider
   */
  getProvider(): PageConnectorProvider | Promise<PageConnectorProvider>
  /**
   * For a wallet that this page runs inside of, such as a Safe: whether it does. While true, the wallet is connected at
   * once, without a question; otherwise the connector is not listed. Asked once for each page load. Absent: the
   * connector is listed, and a person chooses it.
   */
  autoConnect?: (() => boolean | Promise<boolean>) | undefined
}

/**
 * An EIP-1193 provider, with `on` and `removeListener` where it has events. Disconnecting calls its `disconnect`
 * where it has one, else `wallet_revokePermissions`.
 */
export type PageConnectorProvider = Pick<Eip1193Provider, 'request'>

export interface EvmOptions {
  connectors?: readonly PageConnector[] | undefined
  /**
   * Wallets that send a transaction under the `nonce` that they are asked for, by rdns (EIP-6963): only in these a person
   * can speed up a payment from here. In a wallet that chooses the number itself it would be a second payment.
   */
  keepsNonce?: readonly string[] | undefined
}

/** @throws options_invalid */
export function readKeepsNonce({ keepsNonce = [] }: EvmOptions): readonly string[] {
  if (Array.isArray(keepsNonce) && keepsNonce.every((rdns) => isText(rdns, 128))) return [...keepsNonce]
  throw new BillfoldError('options_invalid', 'evm() needs keepsNonce to be a list of rdns.')
}

/** Copies them: later changes by the page have no effect. @throws options_invalid */
export function readPageConnectors({ connectors = [] }: EvmOptions): readonly PageConnector[] {
  const taken: unknown[] = ['auth', 'injected', 'walletConnect']
  function needs(isMet: unknown, what: string): asserts isMet {
    if (!isMet) throw new BillfoldError('options_invalid', `evm() needs connectors${what}.`)
  }
  needs(Array.isArray(connectors), ' to be a list')
  return connectors.map((given: PageConnector | null | undefined, at): PageConnector => {
    const { id, name, icon, rdns, getProvider, autoConnect } = given ?? ({} as Partial<PageConnector>)
    const part = (isMet: unknown, what: string) => needs(isMet, `[${at}].${what}`)
    part(isText(id, 64), 'id, a text')
    part(!taken.includes(id), `id to differ from "${id}", which is taken`)
    taken.push(id)
    part(isText(name, 256), 'name, which people see')
    part(icon === undefined || ICON.test(icon), 'icon to be an http(s) address or data:image/…')
    part(rdns === undefined || isText(rdns, 128), 'rdns to be a string')
    part(typeof getProvider === 'function', 'getProvider, a function')
    part(!autoConnect || typeof autoConnect === 'function', 'autoConnect to be a function')
    return {
      id: id!,
      name: name!,
      icon,
      rdns,
      getProvider: () => getProvider!.call(given),
      autoConnect: autoConnect && (() => autoConnect.call(given)),
    }
  })
}

const ICON = /^(?:https?:\/\/[^/]|data:image\/)/i

function isText(value: unknown, longest: number): boolean {
  return typeof value === 'string' && !!value.trim() && value.length <= longest
}
