import type { Namespace } from '../core/chains/caip.ts'
import type { SIWX } from './siwx.ts'

/** Namespaces whose wallets can sign messages for this page. */
const signable: readonly Namespace[] = ['eip155', 'solana', 'bip122']

/** Whether sign-in is possible in a namespace. */
export function isServed({ namespaces = signable }: Pick<SIWX, 'namespaces'>, namespace: Namespace): boolean {
  return namespaces.includes(namespace)
}
