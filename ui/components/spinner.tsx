/** Something is being waited for. Always beside words; a row of still dots under reduced motion. */
export function Spinner() {
  return <span className="spin" aria-hidden="true" />
}
