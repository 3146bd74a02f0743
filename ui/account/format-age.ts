/** `just now`, `3 min ago`, `2 h ago`, `5 days ago`. */
export function formatAge(ms: number): string {
  const seconds = Math.floor(ms / 1_000)
  if (seconds < 20) return 'just now'
  if (seconds < 60) return `${seconds} s ago`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes} min ago`
  const hours = Math.floor(minutes / 60)
  if (hours < 48) return `${hours} h ago`
  return `${Math.floor(hours / 24)} days ago`
}
