/** Texts for name registrations that failed. */
import { catalogue } from '../../src/base/catalogue.ts'

export const texts = catalogue('nameFailures', {
  failures: {
    account_changed: 'The account or network changed. Nothing was registered.',
    account_missing: 'Address or auth connector not found',
    network_missing: 'Network not found',
    network_unsupported: 'Names aren’t available on this network. Nothing was registered.',
    name_taken: 'Someone else has this name.',
    name_stale:
      'Signing took longer than 10 seconds, so nothing was registered. If this keeps happening, check your device’s clock.',
    chain_invalid: 'Invalid chainId',
    name_unregistered: 'Nothing was registered. You can sign again.',
  },
  notResolved: 'Error resolving name. {reason}',
  notRegistered: 'Error registering name {name}',
})
