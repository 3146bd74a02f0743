/** Callbacks for the end of an approval. */
export interface Transaction {
  onSuccess?(): void
  onError?(): void
  onCancel?(): void
}

/** Declining and closing both count as `cancel`. */
export type Outcome = 'success' | 'error' | 'cancel'
