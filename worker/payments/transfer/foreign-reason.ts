/** Characters of a reason that is shown. */
const MAX_LENGTH = 120

/**
 * What a stranger's program says, for showing: one line of plain letters, since it may say anything, and its links are
 * dead. The tables that tell true letters from false ones would be larger than all the rest here.
 */
export function toForeignReason(text: string): string {
  return text
    .slice(0, MAX_LENGTH)
    .replace(/[^ -~]+/g, '\uFFFD')
    .replace(/(?<=\w)\.(?=[A-Za-z])/g, '\u00B7')
    .trim()
}
