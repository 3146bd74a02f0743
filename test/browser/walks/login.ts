/** Into each way of signing in without a wallet, and back; nobody is signed in at its end. */
import { goBack, type Walk } from './walk.ts'

export async function lookAtLogins({ visit, goto, stop }: Walk): Promise<void> {
  await goto({ wallets: 'none', login: '' })
  await visit.choose('Connect wallet')
  await visit.waitFor('or use a wallet')
  await stop('Connect, without a wallet')
  await visit.choose('More ways to sign in')
  await visit.waitFor('Facebook')
  await stop('Social accounts')
  await visit.choose('Farcaster')
  await visit.waitFor('Scan this with your phone')
  await stop('Farcaster, the code')
  await goBack(visit, 'Farcaster')
  // The window of a provider would take the keyboard along.
  await visit.evaluate(() => void (window.open = () => null))
  await visit.choose('Discord', 'back')
  await visit.waitFor('The window was blocked')
  await stop('A social account, the window is blocked')
  await goBack(visit, 'Discord')
  await goBack(visit, 'More ways to sign in')

  await visit.tabTo('Email address', 'back')
  await visit.type('walk@driftmail.example')
  await visit.press('Enter')
  await visit.waitFor('Check your email')
  await visit.waitForFocus('Code of six digits')
  await stop('Email, the code')
  await visit.tabTo('Code of six digits', 'back')
  await visit.type('000000')
  await visit.waitFor('Wrong code')
  await stop('Email, a wrong code')
  await visit.choose('Use another email')
  await visit.waitFor('or use a wallet')
}
