/**
 * Announces a wallet by EIP-6963, which every modal lists by name. Runs in the page, also as source text.
 * @param account the account that it shares; undefined: none
 */
export function announceHarbor(account: string | undefined): void {
  const accounts = account === undefined ? [] : [account]
  const answers: Record<string, unknown> = {
    ...(account !== undefined && { eth_requestAccounts: accounts }),
    eth_accounts: accounts,
    eth_chainId: '0x1',
  }
  const detail = Object.freeze({
    info: {
      uuid: '350670db-19fa-4704-a166-e52e178b59d2',
      name: 'Harbor',
      rdns: 'example.harbor',
      icon: 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7',
    },
    provider: {
      request: async ({ method }: { method: string }) => answers[method] ?? null,
      on() {},
      removeListener() {},
    },
  })
  const tell = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  window.addEventListener('eip6963:requestProvider', tell)
  tell()
}
