/** Texts of the account name views. */
import { catalogue } from '../../src/base/catalogue.ts'

export const texts = catalogue('names', {
  aName: 'A name instead of an address',
  aNameText: 'People can send to {example} instead of copying an address.',
  isPublic: 'Anyone can look it up',
  isPublicText: 'Anyone who knows the name can see your address and everything it holds.',
  isSigned: 'Free, with one signature',
  isSignedText: 'Your signature proves that the account is yours. It moves no money.',
  begin: 'Choose a name',

  title: 'Choose a name',
  name: 'Name',
  placeholder: 'yourname',
  available: 'Available',
  registered: 'Registered',
  standsFor: 'The name will point to {address}.',
  suggestions: 'Names',
  looking: 'Checking which names are available…',
  found: { one: '{n} name found', other: '{n} names found' },
  nothing: 'We don’t know yet if this name is available. We check before you sign.',
  notServed: 'Names aren’t available on {network}. Switch to another network to choose one.',
  notEvm: 'Names are only available for Ethereum accounts.',
  notListed: 'Error fetching name suggestions',

  rules: 'At least 4 letters, digits or hyphens.',
  faults: {
    short: 'Use at least 4 characters.',
    long: 'Use at most {n} characters.',
    characters: 'Use only letters, digits and hyphens.',
    hyphens: 'The third and fourth characters can’t both be hyphens.',
  },
  act: {
    empty: 'Enter a name',
    fault: 'Change the name',
    taken: 'Choose another name',
    ready: 'Sign and register',
    again: 'Sign again',
    preparing: 'Checking availability',
    signing: 'Approve in {wallet}',
    registering: 'Registering',
    looking: 'Checking',
    look: 'Check again',
  },

  account: 'Account',
  network: 'Network',
  message: 'Exact message',
  hurry: 'Approve within 10 seconds. If it takes longer, you can sign again.',
  free: 'Signing is free. It moves no money and gives no permission to spend.',
  cancel: 'Cancel',

  failed: '{name} wasn’t registered',
  unknown: 'We don’t know if {name} was registered',
  unknownText:
    'We sent your signature but got no answer. You may already have this name, so check again before you choose another.',
  later: 'Not now',

  done: 'Your name',
  yours: '{name} is yours',
  yoursText: 'It points to this address:',
  letsGo: 'Done',
})
