/** What MetaMask's packages expect of Node. It must be imported before them. */
import { Buffer } from 'buffer'

const process = {
  env: {},
  browser: true,
  nextTick: (run: (...args: unknown[]) => void, ...args: unknown[]) => queueMicrotask(() => run(...args)),
}
Object.assign(globalThis, { Buffer, process, global: globalThis })
