/** Rows that are on their way, in their final places. Nothing of this stays longer than 15 s (`useOverdue`). */
export function SkeletonRow() {
  return (
    <div className="rw asset bone-row" aria-hidden="true">
      <i className="bone disc" />
      <i className="bone" />
      <i className="bone end" />
    </div>
  )
}

export function SkeletonRows({
  count,
  words,
}: {
  count: number
  /** For those who cannot see it. */ words: string
}) {
  return (
    <div className="scroll" role="status" aria-label={words}>
      {Array.from({ length: count }, (_, index) => (
        <SkeletonRow key={index} />
      ))}
    </div>
  )
}
