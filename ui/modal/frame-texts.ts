/** Of what stands around every view. */
import { catalogue } from '../../src/base/catalogue.ts'

export const frameTexts = catalogue('frame', {
  back: 'Back',
  close: 'Close',
  dismiss: 'Dismiss',
  moreMessages: { one: '{n} more message', other: '{n} more messages' },
  /** The code of a view is on its way, or did not come. */
  loading: 'Loading',
  notFetched: 'This part didn’t load',
  notFetchedText: 'Try reloading the page.',
  /** An error in what is drawn. */
  notShown: 'Not shown',
  wentWrong: 'Something went wrong here',
  notAffected: 'This part of Billfold couldn’t be shown. Your wallet and tokens aren’t affected.',
  tryAgain: 'Try again',
})
