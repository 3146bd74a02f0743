/** The approximate width of an amount, measured in digits. A separator is half as wide as a digit. */
export function countDigits(text: string): number {
  return Math.max(1, text.length - (text.match(/[.,]/g)?.length ?? 0) / 2)
}
