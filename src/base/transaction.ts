/** Callbacks for the end of an approval. */
export interface Transaction {
  onSuccess?(): void
  onError?(): void
  onCancel?(): void
}

/** `cancel`: the person declined the approval or closed it. */
export type Outcome = 'success' | 'error' | 'cancel'
