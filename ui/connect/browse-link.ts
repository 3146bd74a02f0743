/**
 * Links for wallets that a phone cannot pair with, or can pair with only on some chains. Such a wallet has a browser,
 * in which it is available to pages. The links are fixed in the code, by wallet id. They contain nothing from the
 * directory, only the encoded URL of the page (F21).
 * @see https://docs.phantom.com/phantom-deeplinks/other-methods/browse
 * @see https://docs.solflare.com/solflare/technical/deeplinks/other-methods/browse
 */
import { base64 } from '@scure/base'
import type { Namespace } from '../../src/core/chains/caip.ts'
import type { Wallet } from '../../src/core/assets/wallet.ts'

/** The browser inside a wallet. */
interface Browser {
  /** Namespaces that the wallet offers to pages in its browser. */
  namespaces: readonly Namespace[]
  /**
   * Present if a phone can pair with the wallet on other namespaces. Then the browser is used only if the page needs no
   * namespaces besides `namespaces`.
   */
  isPairable?: true
  /** @param page encoded URL of the page @param origin encoded origin of the page */
  format(page: string, origin: string): string
}

const phantom: Browser = {
  namespaces: ['solana', 'eip155', 'bip122'],
  format: (page, origin) => `https://phantom.app/ul/browse/${page}?ref=${origin}`,
}
const solflare: Browser = {
  namespaces: ['solana'],
  format: (page, origin) => `https://solflare.com/ul/v1/browse/${page}?ref=${origin}`,
}
const coinbase: Browser = {
  namespaces: ['solana'],
  isPairable: true,
  format: (page) => `https://go.cb-w.com/dapp?cb_url=${page}`,
}
/** An https link that contains the app link, for phones without the app. */
const binance: Browser = {
  namespaces: ['bip122'],
  isPairable: true,
  format(page) {
    const view = `startPagePath=${encode('/pages/browser/index')}&startPageQuery=${encode(`url=${page}`)}`
    const app = `bnc://app.binance.com/mp/app?appId=yFK5FCqYprrXDiVFbhyRx7&${view}`
    return `https://app.binance.com/en/download?_dp=${encode(app)}`
  },
}

/** The wallets' browsers, by the wallet's id in the directory. */
const browsers: ReadonlyMap<string, Browser> = new Map([
  ['a797aa35c0fadbfc1a53e7f675162ed5226968b44a19ee3d24385c64d1d3c393', phantom],
  ['1ca0bdd4747578705b1939af023d120677c64fe6ca76add81fda36e350605e79', solflare],
  ['fd20dc426fb37566d803205b19bbc1d4096b248ac04548e3cfb6b3a38bd033aa', coinbase],
  ['2fafea35bb471d22889ccb49c08d99dd0a18a37982602c33f696a5723934ba25', binance],
])

/**
 * The link that opens this page in the wallet's own browser. Undefined in these cases: the wallet has no such link, its
 * browser has none of the namespaces, a pairing can connect a namespace that its browser lacks (`isPairable`), or the URL
 * is not http(s).
 * @param page URL of the page
 * @param wanted namespaces that the account must be of
 */
export function getBrowseLink(
  { id }: Pick<Wallet, 'id'>,
  page: string,
  wanted: readonly Namespace[],
): string | undefined {
  const browser = browsers.get(id)
  if (!browser || !/^https?:/i.test(page)) return undefined
  const has = (one: Namespace) => browser.namespaces.includes(one)
  if (!wanted.some(has) || (browser.isPairable && !wanted.every(has))) return undefined
  const { protocol, host } = new URL(page)
  return browser.format(encodeURIComponent(page), encodeURIComponent(`${protocol}//${host}`))
}

/** URL-encoded Base64 of an ASCII text. */
function encode(text: string): string {
  return encodeURIComponent(base64.encode(new TextEncoder().encode(text)))
}
