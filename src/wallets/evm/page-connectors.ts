/** Connectors that a page brings itself, such as the SDK of one wallet: read once, and refused by name. */
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
  getProvider(): PageProvider | Promise<PageProvider>
  /**
   * For a wallet that this page runs inside of, such as a Safe: whether it does. While true, the wallet is connected at
   * once, and nobody is asked; otherwise the connector is not listed. Asked once for each page load. Absent: the
   * connector is listed, and a person chooses it.
   */
  autoConnect?: (() => boolean | Promise<boolean>) | undefined
}

/**
 * An EIP-1193 provider, with `on` and `removeListener` where it has events. One that has `disconnect` is left by it, any other
 * one by `wallet_revokePermissions`.
 */
export type PageProvider = Pick<Eip1193Provider, 'request'>

export interface EvmOptions {
  connectors?: readonly PageConnector[] | undefined
}

/** A copy: what the page changes later has no effect. @throws options_invalid */
export function readPageConnectors({ connectors = [] }: EvmOptions): readonly PageConnector[] {
  const known = new Set<unknown>(['auth', 'injected', 'walletConnect'])
  function needs(isMet: unknown, what: string): asserts isMet {
    if (!isMet) throw new BillfoldError('options_invalid', `evm() needs ${what}.`)
  }
  needs(Array.isArray(connectors), 'connectors to be a list')
  return connectors.map((given: PageConnector | null | undefined, at): PageConnector => {
    const { id, name, icon, rdns, getProvider, autoConnect } = given ?? ({} as Partial<PageConnector>)
    const of = `connectors[${at}]`
    needs(isText(id, 64), `${of}.id, a text of at most 64 characters`)
    needs(!known.has(id), `${of} with another id than "${id}", which is taken`)
    known.add(id)
    needs(isText(name, 256), `${of}.name: people must see what they choose`)
    needs(
      icon === undefined || (typeof icon === 'string' && ICON.test(icon)),
      `${of}.icon to be an http(s) address or data:image/…`,
    )
    needs(rdns === undefined || isText(rdns, 128), `${of}.rdns to be a text such as com.example.wallet`)
    needs(typeof getProvider === 'function', `${of}.getProvider, a function that gives an EIP-1193 provider`)
    needs(
      autoConnect === undefined || typeof autoConnect === 'function',
      `${of}.autoConnect to be a function`,
    )
    return {
      id,
      name,
      icon,
      rdns,
      getProvider: () => getProvider.call(given),
      ...(autoConnect && { autoConnect: () => autoConnect.call(given) }),
    }
  })
}

const ICON = /^(?:https?:\/\/[^/]|data:image\/)/i

function isText(value: unknown, longest: number): value is string {
  return typeof value === 'string' && value.trim() !== '' && value.length <= longest
}
