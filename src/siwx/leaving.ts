/** Signs out accounts whose wallet was disconnected, has ended the connection, or was replaced by another wallet. */
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
  /** Addresses with checksum, as wallets write them, by the address in the CAIP-10 id. */
  const checksumAddresses = new Map<string, string>()
  /** One CAIP-10 id for each address that a wallet has shared, since each of them may be signed in. */
  const seen = new Map<string, CaipAddress>()
  const stop = accounts.subscribe((connected) => {
    for (const { caipAddress, address, allAccounts } of connected)
      for (const one of [...allAccounts, { caipAddress, address }]) {
        checksumAddresses.set(readAddress(one.caipAddress), one.address)
        seen.set(`${getNamespace(one.caipAddress)}:${readAddress(one.caipAddress)}`, one.caipAddress)
      }
  })

  /** Adds the other accounts of the same wallet, if their namespace has no connected account left. */
  function withOthers(left: readonly CaipAddress[]): readonly CaipAddress[] {
    const stay = new Set(
      [...accounts.peek(), ...remembered.peek()].map(({ caipAddress }) => getNamespace(caipAddress)),
    )
    const gone = new Set(left.map(getNamespace).filter((namespace) => !stay.has(namespace)))
    const others = [...seen].filter(([, one]) => gone.has(getNamespace(one)))
    for (const [key] of others) seen.delete(key)
    const all = [...left, ...others.map(([, one]) => one)]
    return all.filter((one, at) => all.findIndex((other) => isSameOwner(other, one)) === at)
  }

  /** Revokes the sessions of an account on all networks, since it may have a session on each. */
  function end(caipAddress: CaipAddress): void {
    const namespace = getNamespace(caipAddress)
    if (!isServed(siwx, namespace)) return
    for (const { chainNamespace, caipNetworkId } of networks)
      if (chainNamespace === namespace) quietly(() => revoke(caipNetworkId, readAddress(caipAddress)))
  }

  /**
   * Revokes one session. Sends the request at once if the checksum address is known: if the account reconnects, the
   * revocation must precede the check of its session.
   */
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
      const all = withOthers(left)
      if (isLast) quietly(() => siwx.setSessions([]))
      else all.forEach(end)
      // A session that is still being submitted may arrive after the revocation: revoke it when it has arrived.
      const isBack = (one: CaipAddress) =>
        accounts.peek().some(({ caipAddress }) => isSameOwner(caipAddress, one))
      void oneStep.handing?.then(() => all.filter((one) => !isBack(one)).forEach(end))
    },
    stop,
  }
}

function readAddress(caipAddress: CaipAddress): string {
  return caipAddress.slice(caipAddress.lastIndexOf(':') + 1)
}

/** Signs out without waiting for the server, which may not be reachable (T16). */
function quietly(end: () => Promise<void>): void {
  try {
    end().catch(() => {})
  } catch {
    // Ignore errors of the page's own code.
  }
}
