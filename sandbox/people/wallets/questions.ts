/** The questions that the sandbox's wallets ask a person. */
import { formatEther, hexToBigInt, hexToString, isHex } from 'viem'
import type { Question } from './approval.ts'
import type { TransactionRequest } from './signer.ts'

export function askToConnect(site: string, account: string): Question {
  return {
    kind: 'connect',
    title: `Connect to ${site}`,
    details: [
      ['Account', account],
      ['Can view', 'Address, balances, activity'],
    ],
    verb: 'Connect',
  }
}

export function askToUnlock(site: string): Question {
  return { kind: 'connect', title: 'Unlock wallet', details: [['Site', site]], verb: 'Unlock' }
}

export function askToSwitch(site: string, chainId: number): Question {
  return {
    kind: 'network',
    title: 'Switch network',
    details: [
      ['Site', site],
      ['Network', `Chain ${chainId}`],
    ],
    verb: 'Switch',
  }
}

export function askToAddNetwork(site: string, name: string, rpcUrl: string): Question {
  return {
    kind: 'network',
    title: 'Add a network',
    details: [
      ['Site', site],
      ['Network', name],
      ['RPC URL', rpcUrl],
    ],
    verb: 'Add',
  }
}

/** @param message text, or its bytes in hex */
export function askToSign(site: string, account: string, message: string): Question {
  return askToSignText(site, account, isHex(message) ? hexToString(message) : message)
}

/** @param pci id of the smart session's permissions */
export function askToRevoke(site: string, account: string, pci: string): Question {
  return {
    kind: 'message',
    title: 'Revoke permissions',
    details: [
      ['Site', site],
      ['Account', account],
      ['Permissions', pci],
    ],
    verb: 'Revoke',
  }
}

/** @param message readable text */
export function askToSignText(site: string, account: string, message: string): Question {
  return {
    kind: 'message',
    title: 'Sign a message',
    details: [
      ['Site', site],
      ['Account', account],
      ['Message', message],
    ],
    verb: 'Sign',
  }
}

/** @param length length of the transaction in bytes; these wallets don't decode it */
export function askToSignBytes(site: string, account: string, length: number): Question {
  return {
    kind: 'transaction',
    title: 'Sign a transaction',
    details: [
      ['Site', site],
      ['Account', account],
      ['Transaction', `${length} bytes`],
    ],
    verb: 'Sign',
  }
}

export function askToSend(site: string, { from, to, value, data }: TransactionRequest): Question {
  return {
    kind: 'transaction',
    title: 'Approve transaction',
    details: [
      ['Site', site],
      ['From', from],
      ['To', to ?? 'New contract'],
      ['Amount', `${formatEther(value ? hexToBigInt(value) : 0n)} ETH`],
      ...(data && data !== '0x' ? [['Data', `${(data.length - 2) / 2} bytes`] as const] : []),
    ],
    verb: 'Send',
  }
}
