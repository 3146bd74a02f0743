/** Walks to connecting a wallet, and to signing in with it. */
import { ACCOUNT } from '../button-words.ts'
import { answer, goBack, type Walk } from './walk.ts'

export async function connect(walk: Walk): Promise<void> {
  const { visit, goto, stop } = walk
  await goto({ wallets: 'none', directory: 'none', walletconnect: 'none' })
  await visit.choose('Connect wallet')
  await visit.waitFor('No wallet found')
  await stop('Connect, no wallet')
  await lookForAWallet(walk)

  await goto({ wallets: 'none' })
  // Wait for the button: the page is ready later than it is loaded.
  await visit.waitFor('Connect wallet')
  await visit.evaluate(() => window.billfold!.open({ view: 'ConnectingWalletConnectBasic' }))
  await visit.waitFor('Copy link')
  await stop('Whichever wallet, by its code')
  await visit.press('Escape')

  await goto()
  await visit.evaluate(announceOthers)
  await visit.choose('Connect wallet')
  await visit.waitFor('Connect to')
  await visit.press('Escape')
  await visit.waitForFocus('Connect wallet')
  await visit.press('Space')
  await visit.waitFor('Connect to')
  await stop('Connect')
  await visit.choose('What is a wallet?')
  await visit.waitFor('An app that keeps your key')
  await stop('What is a wallet?')
  await goBack(visit, 'What is a wallet?')

  await visit.choose('Broken')
  await visit.waitFor('Broken didn’t connect')
  await stop('Failed')
  await visit.choose('Choose another wallet')
  await visit.waitForFocus('Broken')
  await visit.choose('Busy')
  await visit.waitFor('Busy has another request open')
  await stop('Busy')
  await goBack(visit, 'Busy')

  await visit.evaluate(() => window.harbor!.setCondition('silent'))
  await visit.choose('Harbor')
  await visit.waitFor('Approve in Harbor')
  await stop('Connecting')
  await visit.choose('Cancel')
  await visit.waitForFocus('Harbor')

  await visit.evaluate(() => window.harbor!.setCondition('ready'))
  await visit.press('Enter')
  await answer(visit, 'Connect', 'Decline')
  await visit.waitFor('You declined in Harbor')
  await stop('Declined')
  await visit.choose('Ask again')
  await answer(visit, 'Connect')
  await visit.waitForFocus(ACCOUNT)
}

/** Visits Connect without an installed wallet. */
async function lookForAWallet({ visit, sandbox, goto, stop }: Walk): Promise<void> {
  await goto({ wallets: 'none' })
  await visit.choose('Connect wallet')
  await visit.waitFor('Northvault')
  await stop('Connect, wallets of the directory')
  await visit.choose('Northvault')
  await visit.waitFor('Copy link')
  await stop('A wallet on a phone')
  await goBack(visit, 'Northvault')
  await sandbox.control.stop({ part: 'relay' })
  await goto({ wallets: 'none' })
  await visit.choose('Connect wallet')
  await visit.choose('Northvault')
  await visit.waitFor('No code yet')
  await stop('A wallet on a phone, nothing to reach it by')
  await sandbox.control.start({ part: 'relay' })
  await goBack(visit, 'Northvault')
  await visit.choose('What is a wallet?')
  await visit.choose('Get a wallet')
  await visit.waitFor('Compare more wallets')
  await stop('Get a wallet')
  await visit.choose('Tern')
  await visit.waitFor('Beware of fakes')
  await stop('Get a wallet, downloads')
  await visit.choose('Back')
  await visit.waitForFocus('Tern')
  await visit.choose('Back')
  await visit.waitForFocus('Get a wallet')
  await goBack(visit, 'What is a wallet?')
  await visit.choose('All wallets')
  await visit.waitFor('Foldwell')
  await stop('All wallets')
  await visit.tabTo(/^Search /)
  await visit.type('zzq')
  await visit.waitFor('No wallet found')
  await stop('All wallets, none of that name')
  await visit.choose('Show all wallets')
  await visit.waitFor('Foldwell')
}

export async function signIn({ visit, goto, stop }: Walk): Promise<void> {
  await goto({ 'sign-in': 'required' })
  // The modal asks connected accounts to sign in by itself.
  await visit.waitFor('Signing is free.')
  await stop('Sign in')
  await visit.choose('Exact message')
  await stop('Sign in, the message')
  await visit.choose('Sign message')
  await visit.waitFor('Approve in Harbor')
  await answer(visit, 'Sign', 'Decline')
  await visit.waitFor('Signature declined')
  await stop('Sign in, declined')
  await visit.choose('Sign message')
  await answer(visit, 'Sign')
  await visit.waitFor('Signing is free.', 'gone')
}

/** Announces two more wallets: one has another open request, one returns invalid data. */
function announceOthers(): void {
  const refuse = (name: string, code: number) => {
    const provider = {
      request: ({ method }: { method: string }) =>
        method === 'eth_accounts'
          ? Promise.resolve([])
          : Promise.reject(Object.assign(new Error('The wallet’s own words.'), { code })),
      on() {},
      removeListener() {},
    }
    const info = { uuid: crypto.randomUUID(), name, rdns: `example.${name.toLowerCase()}`, icon: 'data:,' }
    const tell = () =>
      window.dispatchEvent(
        new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }),
      )
    window.addEventListener('eip6963:requestProvider', tell)
    tell()
  }
  refuse('Broken', -32_603)
  refuse('Busy', -32_002)
}
