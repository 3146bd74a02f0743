/** Signs out accounts whose wallet was disconnected, ended the connection, or was replaced by another. */
import { type CaipAddress, type CaipNetworkId, getNamespace, isSameOwner } from '../core/chains/caip.ts'
import type { Shell } from '../shell/shell.ts'
import { isServed } from './is-served.ts'
import type { RunningOneStep } from './one-step.ts'
import type { SignIn } from './sign-in.ts'
import type { SIWX } from './siwx.ts'
import { fetchChecksumAddress } from './fetch-checksum-address.ts'

interface LeavingContext {
  siwx: SIWX
  shell: Pick<Shell, 'account' | 'accounts' | 'remembered' | 'networks' | 'call' | 'signIn'>
  oneStep: Pick<RunningOneStep, 'handing'>
}

export function createLeaving({ siwx, shell, oneStep }: LeavingContext): Pick<SignIn, 'leave' | 'stop'> {
  const { account, accounts, remembered, networks } = shell
  /** How wallets write the addresses of CAIP-10 accounts. */
  const checksumAddresses = new Map<string, string>()
  const stop = accounts.subscribe((connected) => {
    for (const { caipAddress, address } of connected) checksumAddresses.set(readAddress(caipAddress), address)
  })

  /** On all networks: it may have been signed in on each. */
  function end(caipAddress: CaipAddress): void {
    const namespace = getNamespace(caipAddress)
    if (!isServed(siwx, namespace)) return
    for (const { chainNamespace, caipNetworkId } of networks)
      if (chainNamespace === namespace) quietly(() => revoke(caipNetworkId, readAddress(caipAddress)))
  }

  /** Without a pause where the address was seen: who connects again is looked for after it. */
  async function revoke(caipNetworkId: CaipNetworkId, address: string): Promise<void> {
    const checksumAddress =
      checksumAddresses.get(address) ?? (await fetchChecksumAddress(shell, caipNetworkId, address))
    await siwx.revokeSession(caipNetworkId, checksumAddress)
  }

  return {
    leave() {
      const left = shell.signIn.left.splice(0)
      if (left.length === 0 || siwx.signOutOnDisconnect === false) return
      const isLast = account.peek().status === 'disconnected' && remembered.peek().length === 0
      if (isLast) quietly(() => siwx.setSessions([]))
      else left.forEach(end)
      // What was still on its way may arrive after that.
      const isBack = (one: CaipAddress) =>
        accounts.peek().some(({ caipAddress }) => isSameOwner(caipAddress, one))
      void oneStep.handing?.then(() => left.filter((one) => !isBack(one)).forEach(end))
    },
    stop,
  }
}

function readAddress(caipAddress: CaipAddress): string {
  return caipAddress.slice(caipAddress.lastIndexOf(':') + 1)
}

/** Signing out does not wait for a server that cannot be reached (T16). */
function quietly(end: () => Promise<void>): void {
  try {
    end().catch(() => {})
  } catch {
    // The page's own code.
  }
}
