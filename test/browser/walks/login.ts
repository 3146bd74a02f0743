/** Walks to signing in without a wallet. Both walks end signed out. */
import type { Sandbox } from '../../../sandbox/start.ts'
import { ACCOUNT } from '../button-words.ts'
import { goBack, type Walk } from './walk.ts'

/** Opens each way to sign in, and goes back. */
export async function lookAtLogins({ visit, sandbox, goto, stop }: Walk): Promise<void> {
  await goto({ wallets: 'none', login: '' })
  await visit.choose('Connect wallet')
  await visit.waitFor('or use a wallet')
  await stop('Connect, without a wallet')
  await visit.choose('More ways to sign in')
  await visit.waitFor('Facebook')
  await stop('Social accounts')
  await visit.choose('Farcaster')
  await visit.waitFor('Scan with your phone')
  await stop('Farcaster, the code')
  await goBack(visit, 'Farcaster')
  // Block the provider's window, which would take the keyboard focus.
  await visit.evaluate(() => void (window.open = () => null))
  await visit.choose('Discord', 'back')
  await visit.waitFor('Your browser blocked the window')
  await stop('A social account, the window is blocked')
  await goBack(visit, 'Discord')
  await goBack(visit, 'More ways to sign in')

  await visit.tabTo('Email address', 'back')
  await visit.type('walk@driftmail.example')
  await visit.press('Enter')
  await visit.waitFor('Check your email')
  await visit.waitForFocus('Six-digit code')
  await stop('Email, the code')
  await visit.tabTo('Six-digit code', 'back')
  await visit.type('000000')
  await visit.waitFor('Wrong code')
  await stop('Email, a wrong code')
  await visit.choose('Use another email')
  await visit.waitFor('or use a wallet')

  await signInElsewhere(sandbox, 'elsewhere@driftmail.example')
  // Skip the limit of one email per half minute.
  await visit.evaluate(() => localStorage.removeItem('billfold/login-sent'))
  await goto({ wallets: 'none', login: '' })
  await visit.choose('Connect wallet')
  await visit.waitFor('or use a wallet')
  await visit.tabTo('Email address', 'back')
  await visit.type('elsewhere@driftmail.example')
  await visit.press('Enter')
  await visit.waitFor('Approve this device')
  await stop('Email, a new device')
  await visit.choose('Use another email')
  await visit.waitFor('or use a wallet')
}

/** Requests to an email account, shown in the sign-in site's frame. `login.test.ts` covers the frame's own buttons. */
export async function approve({ visit, sandbox, goto, stop }: Walk): Promise<void> {
  // Use a new address: known people have to approve a new device instead.
  const email = `approve-${Date.now().toString(36)}@driftmail.example`
  await goto({ wallets: 'none', login: '', account: 'eoa' })
  await visit.evaluate(() => localStorage.removeItem('billfold/login-sent'))
  await visit.choose('Connect wallet')
  await visit.waitFor('or use a wallet')
  await visit.tabTo('Email address', 'back')
  await visit.type(email)
  await visit.press('Enter')
  await visit.waitForFocus('Six-digit code')
  await visit.type(/\d{6}/.exec(sandbox.readMails(email).at(-1)!.text)![0])
  await visit.waitForFocus(ACCOUNT)
  await visit.evaluate(() => {
    const billfold = window.billfold!
    const { address } = billfold.account.peek() as { address: string }
    const params = [{ from: address, to: address, value: '0xde0b6b3a7640000' }]
    billfold
      .getProvider('eip155')!
      .request({ method: 'eth_sendTransaction', params } as never)
      .catch(() => {})
  })
  await visit.waitFor('Approve a transaction')
  await stop('Approve a transaction')
  await visit.evaluate(() => window.billfold!.close())
  await visit.evaluate(() => window.billfold!.disconnect())
  await visit.waitFor('Connect wallet')
}

/** Signs in on another device, so that the site treats this one as new. */
async function signInElsewhere({ urls, readMails }: Sandbox, email: string): Promise<void> {
  const { headers } = await fetch(`${urls.login}/sdk`)
  const [cookie = ''] = headers.get('set-cookie')?.split(';') ?? []
  const ask = async (call: string, body: object) => {
    const options = { method: 'POST', headers: { cookie }, body: JSON.stringify(body) }
    return (await fetch(`${urls.login}/api/${call}`, options)).json() as Promise<{ action?: string }>
  }
  const { action } = await ask('email', { email })
  // An earlier run may have created this person.
  if (action === 'VERIFY_OTP') await ask('code', { otp: /\d{6}/.exec(readMails(email).at(-1)!.text)![0] })
}
