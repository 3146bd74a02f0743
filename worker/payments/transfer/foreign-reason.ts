/** Upper limit of a reason that is shown, in characters. */
const MAX_LENGTH = 120

/**
 * Makes an error message of a foreign program safe to show: one line of ASCII, in which no text looks like a link.
 * Replaces letters beyond ASCII, since they may imitate ASCII letters, and tables to recognise imitations would be
 * large.
 */
export function toForeignReason(text: string): string {
  return text
    .slice(0, MAX_LENGTH)
    .replace(/[^ -~]+/g, '\uFFFD')
    .replace(/(?<=\w)\.(?=[A-Za-z])/g, '\u00B7')
    .trim()
}
