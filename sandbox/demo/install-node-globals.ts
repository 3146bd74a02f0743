/** Gives MetaMask's packages what they expect of Node; call it before any of them runs. */
import { Buffer } from 'buffer'

export function installNodeGlobals(): void {
  const process = {
    env: {},
    browser: true,
    nextTick: (run: (...args: unknown[]) => void, ...args: unknown[]) => queueMicrotask(() => run(...args)),
  }
  Object.assign(globalThis, { Buffer, process, global: globalThis })
}
