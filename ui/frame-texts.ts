/** Of what stands around every view. */
export const frameTexts = {
  back: 'Back',
  close: 'Close',
} as const
