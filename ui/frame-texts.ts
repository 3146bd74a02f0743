/** Of what stands around every view. */
export const frameTexts = {
  back: 'Back',
  close: 'Close',
  /** An error in what is drawn. */
  notShown: 'Not shown',
  wentWrong: 'Something went wrong here',
  notAffected: 'This part of Billfold could not be shown. Your wallet and what it holds are not affected.',
  tryAgain: 'Try again',
} as const
