/** `npm run demo`: starts the sandbox at its usual ports (`PORT=0`: at free ones) and says where it is. */
import { demoPorts, startSandbox } from './start.ts'

// Leaving by `exit` takes the chain along, also while it is still starting.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(0))

const { urls, accounts, chain } = await startSandbox(process.env.PORT === '0' ? undefined : demoPorts)

console.log(`
  Billfold sandbox: everything below is local and worth nothing elsewhere.

  Page      ${urls.page}
  API       ${urls.api}
  Chain     ${urls.rpc}  (${chain})
  Control   ${urls.control}/sandbox/…

  Harbor    ${accounts.mara}  eight months of history
            ${accounts.wren}  nothing yet
  MetaMask  ${accounts.theo}  five months of history

ready ${urls.page}
`)
