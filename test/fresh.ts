/**
 * The files of project `unit` share processes, which takes half the time. Each file begins with modules of its own, and
 * takes back what it changed of the process.
 */
import { afterAll, vi } from 'vitest'

vi.resetModules()

afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  process.env['TZ'] = 'UTC'
  // What copies of Billfold share on a page, or in a worker.
  for (const key of Object.getOwnPropertySymbols(globalThis))
    if (key.description?.startsWith('billfold')) Reflect.deleteProperty(globalThis, key)
})
