import { vi } from 'vitest'

/** Waits until a check holds: far longer than it needs, for a slow machine is no defect. */
export function eventually(check: () => void | Promise<void>): Promise<void> {
  return vi.waitFor(check, { timeout: 30_000 })
}
