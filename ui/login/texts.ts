/** Of signing in by email or a social account. */
export const texts = {
  email: 'Email address',
  goOn: 'Continue with this email',
  notEmail: 'This is no email address.',
  tooSoon: {
    one: 'The last mail was sent a moment ago. Wait {n} s.',
    other: 'The last mail was sent a moment ago. Wait {n} s.',
  },
  moreSocials: 'More ways to sign in',
  socials: 'Social accounts',
  orWallet: 'or use a wallet',
  orLogin: 'or sign in without a wallet',

  chooseSocial: 'Sign in',

  checkEmail: 'Check your email',
  sentTo: 'We sent six digits to',
  code: 'Code of six digits',
  checking: 'Checking the code',
  validUntil: 'Valid until {time}',
  sendAgainIn: 'Send again in {time}',
  sendAgain: 'Send again',
  sentAgain: 'Another mail is on its way.',
  onlyHere: 'Only type this code here. Nobody from support will ever ask you for it.',
  otherEmail: 'Use another email',

  approve: {
    personal_sign: 'Sign a message',
    eth_signTypedData_v4: 'Sign data',
    eth_sendTransaction: 'Approve a transaction',
    eth_sendUserOperation: 'Approve a transaction',
    wallet_sendCalls: 'Approve transactions',
    wallet_grantPermissions: 'Grant permissions',
  },
  approveOther: 'Approve a request',

  newDevice: 'Approve this device',
  deviceText:
    'This is the first time on this device. Open the link that we sent to {email} and approve it there.',
  thenCode: 'A second mail with six digits follows.',
  expired: 'Nobody approved it',

  signInWith: 'Sign in with {social}',
  inWindow: 'Go on in the window that opened. Check that it is {social}’s before you sign in.',
  signingIn: 'Signing you in',
  blocked: 'The window was blocked',
  blockedText: 'Allow this site to open windows, or press the button again.',
  notSignedIn: 'You are not signed in',
  openAgain: 'Open the window',
  tryAgain: 'Try again',
  cancel: 'Cancel',

  farcaster: 'Farcaster',
  scan: 'Scan this with your phone to sign in with Farcaster.',
  farcasterCode: 'Code for Farcaster',
  openFarcaster: 'Open Farcaster',
  openOnPhone: 'Approve it in Farcaster, then come back.',
  copyLink: 'Copy link',
  loadingCode: 'Loading the code',
} as const
