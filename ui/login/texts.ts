/** Texts of email and social logins. */
import { catalogue } from '../../src/base/catalogue.ts'

export const texts = catalogue('login', {
  email: 'Email address',
  goOn: 'Continue with email',
  notEmail: 'Enter a valid email address.',
  tooSoon: {
    one: 'We just sent an email. Wait {n} s.',
    other: 'We just sent an email. Wait {n} s.',
  },
  moreSocials: 'More ways to sign in',
  socials: 'Social accounts',
  orWallet: 'or use a wallet',
  orLogin: 'or sign in without a wallet',

  chooseSocial: 'Sign in',

  checkEmail: 'Check your email',
  sentTo: 'We sent six digits to',
  code: 'Six-digit code',
  checking: 'Checking the code',
  validUntil: 'Valid until {time}',
  sendAgainIn: 'Send again in {time}',
  sendAgain: 'Send again',
  sentAgain: 'Email sent again.',
  onlyHere: 'Enter this code only here. Support will never ask you for it.',
  otherEmail: 'Use another email',

  approve: {
    personal_sign: 'Sign a message',
    eth_signTypedData_v4: 'Sign data',
    eth_sendTransaction: 'Approve a transaction',
    eth_sendUserOperation: 'Approve a transaction',
    wallet_sendCalls: 'Approve transactions',
    wallet_grantPermissions: 'Grant permissions',
    solana_signMessage: 'Sign a message',
    solana_signTransaction: 'Sign a transaction',
    solana_signAllTransactions: 'Sign transactions',
    solana_signAndSendTransaction: 'Approve a transaction',
  },
  approveOther: 'Approve a request',

  newDevice: 'Approve this device',
  deviceText: 'This device is new. Open the link we sent to {email} to approve it.',
  thenCode: 'Then we’ll email you a six-digit code.',
  expired: 'Device not approved',

  signInWith: 'Sign in with {social}',
  inWindow: 'Continue in the window that opened. Before you sign in, check that it belongs to {social}.',
  signingIn: 'Signing you in',
  blocked: 'Your browser blocked the window',
  blockedText: 'Allow pop-ups for this site, or try again.',
  notSignedIn: 'You’re not signed in',
  openAgain: 'Open window',
  tryAgain: 'Try again',
  cancel: 'Cancel',

  farcaster: 'Farcaster',
  scan: 'Scan with your phone to sign in with Farcaster.',
  farcasterCode: 'QR code for Farcaster',
  openFarcaster: 'Open Farcaster',
  openOnPhone: 'Approve in Farcaster, then come back.',
  copyLink: 'Copy link',
  loadingCode: 'Loading code',
})
