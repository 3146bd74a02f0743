/** Signs transactions with the sandbox's own keys and sends them to a chain. */
import { type Abi, encodeDeployData, encodeFunctionData, getContractAddress, type Hex } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import type { Anvil } from './anvil.ts'
import compiled from './contracts/compiled.json' with { type: 'json' }

export interface Sender {
  send(from: PrivateKeyAccount, request: { to?: Hex; data?: Hex; value?: bigint; gas?: bigint }): Promise<Hex>
  call(from: PrivateKeyAccount, contract: ContractName, to: Hex, call: Call): Promise<Hex>
  /** @returns address of the new contract */
  deploy(from: PrivateKeyAccount, contract: ContractName, args?: readonly unknown[]): Promise<Hex>
}

export interface Call {
  name: string
  args: readonly unknown[]
  /** Gas limit, for calls that must fail: their gas estimate would fail too. */
  gas?: bigint
}

export type ContractName = keyof typeof compiled

const GWEI = 1_000_000_000n

/** @param isWithheld whether blocks are withheld; then don't wait for the receipt */
export function createSender(anvil: Anvil, isWithheld: () => boolean = () => false): Sender {
  // Send one transaction at a time, so that two never read the same nonce.
  let last: Promise<unknown> = Promise.resolve()
  function inTurn<T>(run: () => Promise<T>): Promise<T> {
    const result = last.then(run)
    last = result.catch(() => {})
    return result
  }

  async function sendNow(
    from: PrivateKeyAccount,
    { to, data = '0x', value = 0n, gas }: { to?: Hex; data?: Hex; value?: bigint; gas?: bigint },
  ): Promise<{ hash: Hex; nonce: number }> {
    const nonce = Number(await anvil.rpc('eth_getTransactionCount', from.address, 'pending'))
    const estimate = { from: from.address, to, data, value: `0x${value.toString(16)}` }
    const signed = await from.signTransaction({
      chainId: anvil.chainId,
      type: 'eip1559',
      nonce,
      data,
      value,
      gas: gas ?? BigInt(await anvil.rpc('eth_estimateGas', estimate)),
      maxFeePerGas: 4n * GWEI,
      maxPriorityFeePerGas: GWEI / 2n,
      ...(to ? { to } : {}),
    })
    const hash = await anvil.rpc('eth_sendRawTransaction', signed)
    // Wait for the receipt: anvil returns the hash before the block is readable.
    while (!isWithheld() && !(await anvil.rpc<object | null>('eth_getTransactionReceipt', hash))) {
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
    return { hash, nonce }
  }

  return {
    send: (from, request) => inTurn(async () => (await sendNow(from, request)).hash),
    call: (from, contract, to, { name, args, gas }) =>
      inTurn(async () => {
        const data = encodeFunctionData({ abi: compiled[contract].abi as Abi, functionName: name, args })
        return (await sendNow(from, { to, data, ...(gas ? { gas } : {}) })).hash
      }),
    deploy: (from, contract, args = []) =>
      inTurn(async () => {
        const { abi, bytecode } = compiled[contract]
        const data = encodeDeployData({ abi: abi as Abi, bytecode: bytecode as Hex, args })
        const { nonce } = await sendNow(from, { data })
        return getContractAddress({ from: from.address, nonce: BigInt(nonce) })
      }),
  }
}
