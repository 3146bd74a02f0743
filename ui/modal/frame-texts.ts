/** Texts of the card's frame: header, loading and error states, messages. */
import { catalogue } from '../../src/base/catalogue.ts'

export const frameTexts = catalogue('frame', {
  back: 'Back',
  close: 'Close',
  dismiss: 'Dismiss',
  moreMessages: { one: '{n} more message', other: '{n} more messages' },
  /** While the code of a view loads, or after that failed. */
  loading: 'Loading',
  notFetched: 'This part didn’t load',
  notFetchedText: 'Try reloading the page.',
  /** After a rendering error. */
  notShown: 'Not shown',
  wentWrong: 'Something went wrong here',
  notAffected: 'This part of Billfold couldn’t be shown. Your wallet and tokens aren’t affected.',
  tryAgain: 'Try again',
})
