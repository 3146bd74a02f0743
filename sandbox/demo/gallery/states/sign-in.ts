/** States of signing in: with the wallet, by email, or with a social account. */
import { address, CHAIN } from '../sample-data.ts'
import type { SiteAnswers } from '../sign-in-site.ts'
import type { State, Tools } from '../state.ts'
import { allowWindow, untilConnected } from '../steps.ts'
import type { Mood } from '../wallets.ts'

type Part = Pick<State, 'name' | 'when' | 'see'> & Partial<State>

/** A state in which Harbor is connected and the page asks for a signature. */
function withWallet(part: Part, later: Mood = 'waits'): State {
  return {
    view: 'SIWXSignMessage',
    wallets: [{ name: 'Harbor', later }],
    signIn: 'required',
    connected: ['Harbor'],
    ...part,
  }
}

/** A state without installed wallets on a page with a sign-in site. */
function withoutWallet(part: Part & Pick<State, 'view'>, site: SiteAnswers = {}): State {
  const options = { enableWalletConnect: true }
  return { wallets: [], options, site: { GET_SMART_ACCOUNT_ENABLED_NETWORKS: none, ...site }, ...part }
}

const none = { smartAccountEnabledNetworks: [] }
const email = 'mara@driftmail.example'
const enterEmail = [['Email address', email], 'Continue with email'] as const
const user: SiteAnswers = {
  CONNECT_EMAIL: { action: 'CONNECT' },
  IS_CONNECTED: { isConnected: true },
  GET_USER: { address, chainId: CHAIN, email },
}

/** Sends a request as the page does. */
function ask(method: string, params: readonly unknown[]) {
  return async (tools: Tools) => {
    await untilConnected(tools)
    tools.billfold
      .getProvider('eip155')!
      .request({ method, params } as never)
      .catch(() => {})
  }
}

export const signInStates: readonly State[] = [
  withWallet({ name: 'Sign in', when: 'The message to sign, field by field.', see: 'Signing is free.' }),
  withWallet({
    name: 'Sign in, exact message',
    when: 'The exact text to sign.',
    steps: ['Exact message'],
    see: 'I have read the terms',
  }),
  withWallet({
    name: 'Sign in, in the wallet',
    when: 'The wallet is waiting for approval.',
    steps: ['Sign message'],
    see: 'Approve in Harbor',
  }),
  withWallet(
    {
      name: 'Sign in, checking the signature',
      when: 'The wallet has signed, and the signature is being verified.',
      steps: ['Sign message'],
      see: 'Checking the signature',
    },
    'approves',
  ),
  withWallet(
    {
      name: 'Sign in, declined',
      when: 'The user declined in the wallet.',
      steps: ['Sign message'],
      see: 'Signature declined',
    },
    'declines',
  ),
  withWallet({
    name: 'Sign in, status unknown',
    when: 'Billfold couldn’t check whether the user is signed in.',
    signIn: 'unknown',
    see: 'Couldn’t check whether',
  }),
  withWallet({
    name: 'Sign in, no message',
    when: 'The page couldn’t create a message to sign.',
    signIn: 'impossible',
    see: 'You can’t sign in right now',
  }),
  withWallet(
    {
      name: 'Settings, signed in',
      view: 'AccountSettings',
      when: 'The user has signed in with the wallet.',
      worker: (worker) => (worker.answers.verifySignature = () => ({ outcome: 'valid' })),
      steps: [
        'Sign message',
        async ({ billfold }) => {
          while (billfold.isOpen.peek()) await new Promise(requestAnimationFrame)
          await billfold.open({ view: 'AccountSettings' })
        },
      ],
      see: 'Signed in',
    },
    'approves',
  ),
  withoutWallet({
    name: 'Connect, without a wallet',
    view: 'Connect',
    when: 'The page offers email and social sign-in, and no wallet is installed.',
    see: 'or use a wallet',
  }),
  withoutWallet({
    name: 'Connect, invalid email address',
    view: 'Connect',
    when: 'The text that was typed isn’t an email address.',
    steps: [['Email address', 'mara@driftmail'], 'Continue with email'],
    see: 'Enter a valid email address',
  }),
  withoutWallet({
    name: 'Social accounts',
    view: 'ConnectSocials',
    when: 'All social sign-ins that the page offers.',
    steps: ['More ways to sign in'],
    see: 'Facebook',
  }),
  withoutWallet({
    name: 'Social account, window open',
    view: 'ConnectingSocial',
    when: 'The provider’s window is open.',
    steps: [allowWindow(), 'Google'],
    see: 'Continue in the window',
  }),
  withoutWallet({
    name: 'Social account, window blocked',
    view: 'ConnectingSocial',
    when: 'The browser blocked the provider’s window.',
    steps: ['Google'],
    see: 'Your browser blocked the window',
  }),
  withoutWallet(
    {
      name: 'Social account, failed',
      view: 'ConnectingSocial',
      when: 'The sign-in site refused the sign-in.',
      steps: [allowWindow(), 'Google'],
      see: 'You’re not signed in',
    },
    { GET_SOCIAL_REDIRECT_URI: { error: 'This provider is not available for this project.' } },
  ),
  withoutWallet({
    name: 'Farcaster, loading',
    view: 'ConnectingFarcaster',
    when: 'The QR code is being created.',
    steps: ['More ways to sign in', 'Farcaster'],
    see: 'Scan with your phone',
  }),
  withoutWallet(
    {
      name: 'Farcaster',
      view: 'ConnectingFarcaster',
      when: 'The QR code to scan with the phone.',
      steps: ['More ways to sign in', 'Farcaster'],
      see: 'Copy link',
    },
    { GET_FARCASTER_URI: { url: 'https://farcaster.example/~/sign-in?channelToken=7f6e504bfad60b48' } },
  ),
  withoutWallet(
    {
      name: 'Farcaster, failed',
      view: 'ConnectingFarcaster',
      when: 'The sign-in site refused the sign-in.',
      steps: ['More ways to sign in', 'Farcaster'],
      see: 'You’re not signed in',
    },
    { GET_FARCASTER_URI: { error: 'This provider is not available for this project.' } },
  ),
  withoutWallet(
    {
      name: 'Email, code',
      view: 'EmailVerifyOtp',
      when: 'The user enters the six digits from the email.',
      steps: enterEmail,
      see: 'We sent six digits to',
    },
    { CONNECT_EMAIL: { action: 'VERIFY_OTP' } },
  ),
  withoutWallet(
    {
      name: 'Email, wrong code',
      view: 'EmailVerifyOtp',
      when: 'The digits don’t match the email.',
      steps: [...enterEmail, ['Six-digit code', '000000']],
      see: 'Wrong code',
    },
    {
      CONNECT_EMAIL: { action: 'VERIFY_OTP' },
      CONNECT_OTP: { error: 'Wrong code. Check the latest email.' },
    },
  ),
  withoutWallet(
    {
      name: 'Email, new device',
      view: 'EmailVerifyDevice',
      when: 'On a new device, the user first opens a link in the email.',
      steps: enterEmail,
      see: 'Approve this device',
    },
    { CONNECT_EMAIL: { action: 'VERIFY_DEVICE' } },
  ),
  withoutWallet(
    {
      name: 'Email, device not approved',
      view: 'EmailVerifyDevice',
      when: 'The user didn’t open the link in time.',
      steps: enterEmail,
      see: 'Device not approved',
    },
    { CONNECT_EMAIL: { action: 'VERIFY_DEVICE' }, CONNECT_DEVICE: { error: 'The link has expired.' } },
  ),
  withoutWallet(
    {
      name: 'Approve a transaction',
      view: 'ApproveTransaction',
      when: 'An email account is asked to send, in the sign-in site’s frame.',
      steps: [
        ...enterEmail,
        ask('eth_sendTransaction', [{ from: address, to: address, value: '0xde0b6b3a7640000' }]),
      ],
      see: 'Approve a transaction',
    },
    user,
  ),
]
