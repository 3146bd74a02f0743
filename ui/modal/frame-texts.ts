/** Of what stands around every view. */
export const frameTexts = {
  back: 'Back',
  close: 'Close',
  dismiss: 'Dismiss',
  moreMessages: { one: '{n} more message', other: '{n} more messages' },
  /** The code of a view is on its way, or did not come. */
  loading: 'Loading',
  notFetched: 'This part did not load',
  notFetchedText: 'Reload the page if it does not come.',
  /** An error in what is drawn. */
  notShown: 'Not shown',
  wentWrong: 'Something went wrong here',
  notAffected: 'This part of Billfold could not be shown. Your wallet and what it holds are not affected.',
  tryAgain: 'Try again',
} as const
