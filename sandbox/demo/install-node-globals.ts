/** Sets the Node globals that MetaMask's packages expect. Must be called before they load. */
import { Buffer } from 'buffer'

export function installNodeGlobals(): void {
  const process = {
    env: {},
    browser: true,
    nextTick: (run: (...args: unknown[]) => void, ...args: unknown[]) => queueMicrotask(() => run(...args)),
  }
  Object.assign(globalThis, { Buffer, process, global: globalThis })
}
