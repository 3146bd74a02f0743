import { encodeEventTopics, erc20Abi, numberToHex } from 'viem'
import { toAddress } from '../evm/contract.ts'
import { fetchQuantity, type Rpc, unusable } from '../http/rpc.ts'

/**
 * Returns a function that reads, as one text, the values that a block changes if it touches the account: nonce, balance,
 * and the number of incoming token transfers so far. If a request for logs fails, logs are not requested again.
 */
export function createAccountReader(rpc: Rpc, address: string): () => Promise<string> {
  const args = { to: toAddress(address) }
  const topics = encodeEventTopics({ abi: erc20Abi, eventName: 'Transfer', args })
  let last: bigint | undefined
  let transfers = 0
  let givesLogs = true

  async function countTransfers(from: bigint, until: bigint): Promise<number> {
    const range = { fromBlock: numberToHex(from), toBlock: numberToHex(until) }
    const logs = await rpc('eth_getLogs', [{ ...range, topics }])
    if (!Array.isArray(logs)) throw unusable('eth_getLogs')
    return logs.length
  }

  return async () => {
    const [nonce, balance, block] = await Promise.all([
      fetchQuantity(rpc, 'eth_getTransactionCount', [address, 'latest']),
      fetchQuantity(rpc, 'eth_getBalance', [address, 'latest']),
      fetchQuantity(rpc, 'eth_blockNumber', []),
    ])
    if (givesLogs && last !== undefined && block > last) {
      transfers += await countTransfers(last + 1n, block).catch(() => {
        givesLogs = false
        return 0
      })
    }
    last = block
    return `${nonce} ${balance} ${transfers}`
  }
}
