/** Estimates the width of an amount in digits. A separator counts as half a digit. */
export function countDigits(text: string): number {
  return Math.max(1, text.length - (text.match(/[.,]/g)?.length ?? 0) / 2)
}
