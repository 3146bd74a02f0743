/** How wide an amount is, in digits: signs between them are half as wide. */
export function countDigits(text: string): number {
  return Math.max(1, text.length - (text.match(/[.,]/g)?.length ?? 0) / 2)
}
