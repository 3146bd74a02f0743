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
  withWallet({ name: 'Sign in', when: 'What the wallet will be asked to sign.', see: 'Signing is free.' }),
  withWallet({
    name: 'Sign in, exact message',
    when: 'The message, letter by letter.',
    steps: ['Exact message'],
    see: 'I have read the terms',
  }),
  withWallet({
    name: 'Sign in, in the wallet',
    when: 'The wallet asks the person.',
    steps: ['Sign message'],
    see: 'Approve in Harbor',
  }),
  withWallet(
    {
      name: 'Sign in, checking the signature',
      when: 'The wallet has signed, and the signature is looked at.',
      steps: ['Sign message'],
      see: 'Checking the signature',
    },
    'approves',
  ),
  withWallet(
    {
      name: 'Sign in, declined',
      when: 'The person said no in the wallet.',
      steps: ['Sign message'],
      see: 'Signature declined',
    },
    'declines',
  ),
  withWallet({
    name: 'Sign in, not known',
    when: 'Whether the person is signed in could not be found out.',
    signIn: 'unknown',
    see: 'Couldn’t check whether',
  }),
  withWallet({
    name: 'Sign in, no message',
    when: 'The page could not make a message to sign.',
    signIn: 'impossible',
    see: 'You can’t sign in right now',
  }),
  withWallet(
    {
      name: 'Settings, signed in',
      view: 'AccountSettings',
      when: 'The person has signed in with the wallet.',
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
    when: 'The page takes email and social accounts, and no wallet is installed.',
    see: 'or use a wallet',
  }),
  withoutWallet({
    name: 'Connect, no email address',
    view: 'Connect',
    when: 'What was typed is no address.',
    steps: [['Email address', 'mara@driftmail'], 'Continue with email'],
    see: 'Enter a valid email address',
  }),
  withoutWallet({
    name: 'Social accounts',
    view: 'ConnectSocials',
    when: 'All social accounts that the page takes.',
    steps: ['More ways to sign in'],
    see: 'Facebook',
  }),
  withoutWallet({
    name: 'Social account, in its window',
    view: 'ConnectingSocial',
    when: 'The provider’s window is open.',
    steps: [allowWindow(), 'Google'],
    see: 'Continue in the window',
  }),
  withoutWallet({
    name: 'Social account, window blocked',
    view: 'ConnectingSocial',
    when: 'The browser has opened no window.',
    steps: ['Google'],
    see: 'The window was blocked',
  }),
  withoutWallet(
    {
      name: 'Social account, failed',
      view: 'ConnectingSocial',
      when: 'The sign-in site refused.',
      steps: [allowWindow(), 'Google'],
      see: 'You’re not signed in',
    },
    { GET_SOCIAL_REDIRECT_URI: { error: 'This provider is not available for this project.' } },
  ),
  withoutWallet({
    name: 'Farcaster, code not there yet',
    view: 'ConnectingFarcaster',
    when: 'The code is being made.',
    steps: ['More ways to sign in', 'Farcaster'],
    see: 'Scan with your phone',
  }),
  withoutWallet(
    {
      name: 'Farcaster',
      view: 'ConnectingFarcaster',
      when: 'The code for the phone.',
      steps: ['More ways to sign in', 'Farcaster'],
      see: 'Copy link',
    },
    { GET_FARCASTER_URI: { url: 'https://farcaster.example/~/sign-in?channelToken=7f6e504bfad60b48' } },
  ),
  withoutWallet(
    {
      name: 'Farcaster, failed',
      view: 'ConnectingFarcaster',
      when: 'The sign-in site refused.',
      steps: ['More ways to sign in', 'Farcaster'],
      see: 'You’re not signed in',
    },
    { GET_FARCASTER_URI: { error: 'This provider is not available for this project.' } },
  ),
  withoutWallet(
    {
      name: 'Email, the code',
      view: 'EmailVerifyOtp',
      when: 'Six digits were sent by email.',
      steps: enterEmail,
      see: 'We sent six digits to',
    },
    { CONNECT_EMAIL: { action: 'VERIFY_OTP' } },
  ),
  withoutWallet(
    {
      name: 'Email, a wrong code',
      view: 'EmailVerifyOtp',
      when: 'The digits were not those of the email.',
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
      name: 'Email, a new device',
      view: 'EmailVerifyDevice',
      when: 'The first time on this device: a link in the email has to be followed.',
      steps: enterEmail,
      see: 'Approve this device',
    },
    { CONNECT_EMAIL: { action: 'VERIFY_DEVICE' } },
  ),
  withoutWallet(
    {
      name: 'Email, the device not approved',
      view: 'EmailVerifyDevice',
      when: 'The link in the email was not followed in time.',
      steps: enterEmail,
      see: 'Device not approved',
    },
    { CONNECT_EMAIL: { action: 'VERIFY_DEVICE' }, CONNECT_DEVICE: { error: 'The link has expired.' } },
  ),
  withoutWallet(
    {
      name: 'Approve a transaction',
      view: 'ApproveTransaction',
      when: 'An account by email is asked to send: the sign-in site’s frame.',
      steps: [
        ...enterEmail,
        ask('eth_sendTransaction', [{ from: address, to: address, value: '0xde0b6b3a7640000' }]),
      ],
      see: 'Approve a transaction',
    },
    user,
  ),
]
