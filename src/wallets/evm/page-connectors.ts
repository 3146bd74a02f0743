/** Validates the page's own connectors, such as the SDK of one wallet. Errors name the invalid field. */
import { BillfoldError } from '../../core/base/errors.ts'
import type { Eip1193Provider } from './eip1193.ts'

/** A wallet that the page brings itself: a connector of type EXTERNAL, listed in the group "external". */
export interface PageConnector {
  /**
   * Unique among the page's connectors. Stored sessions refer to it, so keep it the same in later releases of the page.
   */
  id: string
  /** Name that people see, in one line. */
  name: string
  /** Picture: an https or http URL, or `data:image/…`. Absent: the first letter of the name is shown. */
  icon?: string | undefined
  /**
   * The rdns of the wallet's extension (EIP-6963), by which this connector is matched with the extension and the wallet
   * directory.
   */
  rdns?: string | undefined
  /**
   * Called when the wallet is first needed: when a person chooses it, or when its session is restored. Errors are
   * shown, and the next attempt calls this function again.
   * @returns an EIP-1193 provider
   */
  getProvider(): PageConnectorProvider | Promise<PageConnectorProvider>
  /**
   * For a wallet that embeds pages, such as a Safe: whether this page is embedded in it. If true, the wallet connects
   * at once without a prompt; otherwise the connector is not listed. Called once per page load. Without this function,
   * the connector is always listed.
   */
  autoConnect?: (() => boolean | Promise<boolean>) | undefined
}

/**
 * An EIP-1193 provider, with `on` and `removeListener` if it emits events. To disconnect, Billfold calls its method
 * `disconnect` if it has one, else `wallet_revokePermissions`.
 */
export type PageConnectorProvider = Pick<Eip1193Provider, 'request'>

export interface EvmOptions {
  connectors?: readonly PageConnector[] | undefined
  /**
   * Rdns (EIP-6963) of the wallets that keep the requested `nonce` of a transaction. Only payments of these wallets can
   * be sped up: in a wallet that chooses the nonce itself, a speed-up would be a second payment.
   */
  keepsNonce?: readonly string[] | undefined
}

/** @throws options_invalid */
export function readKeepsNonce({ keepsNonce = [] }: EvmOptions): readonly string[] {
  if (Array.isArray(keepsNonce) && keepsNonce.every((rdns) => isText(rdns, 128))) return [...keepsNonce]
  throw new BillfoldError('options_invalid', 'evm() needs keepsNonce to be a list of rdns.')
}

/** Copies the connectors, so that later changes by the page have no effect. @throws options_invalid */
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
