/** Texts of the card around a view: header, loading and error states, messages. */
import { catalogue } from '../../src/base/catalogue.ts'

export const frameTexts = catalogue('frame', {
  back: 'Back',
  close: 'Close',
  dismiss: 'Dismiss',
  moreMessages: { one: '{n} more message', other: '{n} more messages' },
  /** While the code of a view loads, or after its load has failed. */
  loading: 'Loading',
  notFetched: 'This part didn’t load',
  notFetchedText: 'Try reloading the page.',
  /** After an error of rendering. */
  notShown: 'Not shown',
  wentWrong: 'Something went wrong here',
  notAffected: 'This part of Billfold couldn’t be shown. Your wallet and tokens aren’t affected.',
  tryAgain: 'Try again',
})
