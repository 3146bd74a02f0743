/** What follows when something that a person decides about has ended. */
export interface Transaction {
  onSuccess?(): void
  onError?(): void
  onCancel?(): void
}

/** Declined and closed is `cancel`. */
export type Outcome = 'success' | 'error' | 'cancel'
