import { vi } from 'vitest'

/** Waits until a check passes. The timeout is long, because a slow machine isn't a defect. */
export function eventually(check: () => void | Promise<void>): Promise<void> {
  return vi.waitFor(check, { timeout: 30_000 })
}
