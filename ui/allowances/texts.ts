/** Texts of the spending cap views. */
import { catalogue } from '../../src/base/catalogue.ts'

export const texts = catalogue('allowances', {
  title: 'Spending caps',
  about: 'These spenders can take your tokens without asking again, up to the cap.',
  reading: 'Loading spending caps',
  failed: 'Couldn’t load spending caps',
  notUpdated: 'Not up to date',
  none: 'No spending caps found',
  noneText: 'No known approval lets anyone take your tokens.',
  partial: 'Older approvals may be missing.',
  loadOlder: 'Load older activity',
  unread: 'Couldn’t be checked: {n}',
  scope:
    'This list comes from token approvals in your activity. NFTs and caps inside Permit2 aren’t included.',
  unlimited: 'Unlimited',
  /** For a token that does not return its decimals. */
  units: 'smallest units',
  someToken: 'a token',
  revoking: 'Revoking…',
  atRisk: '{amount} at risk',
  // For the view of one spending cap.
  one: 'Spending cap',
  riskNow: 'At risk now',
  riskUnknown: 'Unknown',
  spender: 'Spender',
  named: 'In your activity: {app}',
  contract: 'Contract of {symbol}',
  explorer: 'Explorer',
  network: 'Network',
  effect: 'After this, the spender can’t take this token unless you approve it again.',
  revoke: 'Revoke',
  gone: 'Nothing to revoke',
  goneText: 'This spender can’t take this token from you.',
  renewing: 'Updating',
  approve: 'Check that your wallet shows a spending cap of 0 {token} for {spender}.',
  simulationFailed: 'Simulation failed',
  simulationText: 'Revoking would fail on the network, and you’d still pay the network fee.',
  feeShort: 'Not enough {token} for the network fee',
  failures: {
    payment_pending:
      'This was already submitted, or is waiting in {wallet}. Check there before you sign it again.',
  },
  lookFirst: 'Check {wallet} before you sign again',
  lookText:
    'We don’t know if {what} was sent, because {wallet} didn’t give a clear answer. If you find it there, do not sign it again.',
  lookCap: 'the spending cap of {amount}',
})
