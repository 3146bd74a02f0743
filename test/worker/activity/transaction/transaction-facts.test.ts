/** [G49] What an opened row says beyond its row: by the network's node, checked, and kept. */
import {
  encodeAbiParameters,
  encodeEventTopics,
  encodeFunctionData,
  erc1155Abi,
  erc20Abi,
  erc721Abi,
  getAddress,
  maxUint256,
  numberToHex,
  pad,
  zeroAddress,
} from 'viem'
import { describe, expect, test } from 'vitest'
import type { TransactionFacts } from '../../../../src/core/assets/activity.ts'
import { BillfoldError } from '../../../../src/core/base/errors.ts'
import type { Network } from '../../../../src/core/chains/networks.ts'
import { fetchTransactionFacts } from '../../../../worker/activity/transaction/transaction-facts.ts'
import type { Http } from '../../../../worker/base/context.ts'
import { config } from '../../create-tab.ts'
import { ACCOUNT, ADDRESS, OTHER_ADDRESS } from '../../fake-api.ts'
import { createFakeClock, START } from '../../fake-clock.ts'
import { createBench, range } from '../history.ts'
import { loadOnlyEvm } from '../../load-evm.ts'

type Hex = `0x${string}`
type Fields = Record<string, unknown>

const HASH: Hex = `0x${'ab'.repeat(32)}`
const BLOCK: Hex = `0x${'b1'.repeat(32)}`
const USDC: Hex = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const FOLDS: Hex = '0x00000000000000000000000000000000000000f0'
const NADIA: Hex = '0x9fa341b7c08e5d26e7f130ab84c9d25e6f07b1e4'
const MARA = ADDRESS as Hex
const MINED = START - 3_600_000

const network: Network = {
  id: 1,
  caipNetworkId: 'eip155:1',
  chainNamespace: 'eip155',
  name: 'Ethereum',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: ['https://node.example'],
}

/** A node with one transaction: 80 USDC from Mara to Nadia, unless a test says otherwise. */
async function createWorld() {
  const clock = createFakeClock()
  const bench = createBench({ clock })
  bench.pages.set('', { data: range(1, 3), next: null })
  await bench.fetch()
  const node = {
    down: false,
    asked: [] as string[],
    transaction: {
      hash: HASH,
      from: MARA,
      to: USDC,
      input: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [NADIA, 80_000_000n] }),
      gas: '0x186a0',
      maxFeePerGas: '0x77359400',
      blockHash: BLOCK,
      blockNumber: '0x10',
    } as Fields | null,
    receipt: {
      transactionHash: HASH,
      from: MARA,
      blockHash: BLOCK,
      status: '0x1',
      gasUsed: '0xb71a',
      effectiveGasPrice: '0x3b9aca07',
      contractAddress: null,
      logs: [transferLog(USDC, MARA, NADIA)],
    } as Fields | null,
    block: { hash: BLOCK, timestamp: numberToHex(MINED / 1000) } as Fields,
    code: '0x6001' as unknown,
    calls: new Map<string, unknown>([
      ['0x313ce567', encodeAbiParameters([{ type: 'uint8' }], [6])],
      ['0x95d89b41', encodeAbiParameters([{ type: 'string' }], ['USDC'])],
    ]),
  }
  const rpc: Http['rpc'] = async (url, method, params) => {
    node.asked.push(method)
    expect(url).toBe('https://node.example')
    if (node.down) throw new BillfoldError('http_network', 'no node')
    if (method === 'eth_getTransactionByHash') return node.transaction
    if (method === 'eth_getTransactionReceipt') return node.receipt
    if (method === 'eth_getBlockByHash') return node.block
    if (method === 'eth_getCode') return node.code
    const [{ data }] = params as [{ data: string }]
    const said = node.calls.get(data)
    if (said === undefined) {
      const context = { rpcCode: 3, description: 'execution reverted' }
      throw new BillfoldError('bad_envelope', 'The node refused.', { context })
    }
    return said
  }
  const read = (options: { from?: string; hash?: string; networks?: Network[] } = {}) =>
    fetchTransactionFacts(
      { account: ACCOUNT, hash: options.hash ?? HASH, from: options.from ?? ADDRESS },
      {
        config: { ...config, networks: options.networks ?? [network] },
        clock,
        http: { rpc } as Http,
        load: loadOnlyEvm,
        store: bench.store,
        signal: new AbortController().signal,
      },
    )
  return { node, read, clock, store: bench.store }
}

function transferLog(contract: Hex, from: Hex, to: Hex, tokenId?: bigint) {
  const topics =
    tokenId === undefined
      ? encodeEventTopics({ abi: erc20Abi, eventName: 'Transfer', args: { from, to } })
      : encodeEventTopics({ abi: erc721Abi, eventName: 'Transfer', args: { from, to, tokenId } })
  return { address: contract, topics, data: tokenId === undefined ? pad('0x1') : '0x' }
}

function approvalLog(contract: Hex, owner: Hex, spender: Hex, tokenId?: bigint) {
  const topics =
    tokenId === undefined
      ? encodeEventTopics({ abi: erc20Abi, eventName: 'Approval', args: { owner, spender } })
      : encodeEventTopics({ abi: erc721Abi, eventName: 'Approval', args: { owner, spender, tokenId } })
  return { address: contract, topics, data: '0x' }
}

describe('[G49] Transaction facts from the node', () => {
  test('include the receiver of a token, the exact network fee and the time', async () => {
    const { read } = await createWorld()
    expect(await read()).toEqual({
      isWhole: true,
      status: 'confirmed',
      minedAt: MINED,
      fee: 46_874n * 1_000_000_007n,
      signer: getAddress(MARA),
      from: getAddress(MARA),
      to: getAddress(NADIA),
      token: getAddress(USDC),
    })
  })

  test('include the receiver of a payment in the native token', async () => {
    const { node, read } = await createWorld()
    Object.assign(node.transaction!, { to: NADIA, input: '0x', value: '0x1' })
    Object.assign(node.receipt!, { logs: [] })
    const facts = await read()
    expect(facts).toMatchObject({ from: getAddress(MARA), to: getAddress(NADIA) })
    expect(facts).not.toHaveProperty('token')
    expect(facts).not.toHaveProperty('contract')
  })

  test('include the paying account when a different account signed the transaction', async () => {
    const { node, read } = await createWorld()
    const input = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'transferFrom',
      args: [MARA, NADIA, 0n],
    })
    Object.assign(node.transaction!, { from: OTHER_ADDRESS, input })
    Object.assign(node.receipt!, { from: OTHER_ADDRESS })
    expect(await read({ from: OTHER_ADDRESS })).toMatchObject({
      signer: getAddress(OTHER_ADDRESS),
      from: getAddress(MARA),
      to: getAddress(NADIA),
    })
  })

  test.each([
    [
      'transferFrom of ERC-721',
      encodeFunctionData({ abi: erc721Abi, functionName: 'transferFrom', args: [MARA, NADIA, 12n] }),
      [transferLog(FOLDS, MARA, NADIA, 12n)],
    ],
    [
      'safeTransferFrom of ERC-721',
      encodeFunctionData({ abi: erc721Abi, functionName: 'safeTransferFrom', args: [MARA, NADIA, 12n] }),
      [transferLog(FOLDS, MARA, NADIA, 12n)],
    ],
    [
      'safeTransferFrom of ERC-1155',
      encodeFunctionData({
        abi: erc1155Abi,
        functionName: 'safeTransferFrom',
        args: [MARA, NADIA, 7n, 3n, '0x'],
      }),
      [
        {
          address: FOLDS,
          topics: encodeEventTopics({
            abi: erc1155Abi,
            eventName: 'TransferSingle',
            args: { operator: MARA, from: MARA, to: NADIA },
          }),
          data: '0x',
        },
      ],
    ],
  ])('include the receiver of an NFT sent by %s', async (_, input, logs) => {
    const { node, read } = await createWorld()
    Object.assign(node.transaction!, { to: FOLDS, input })
    Object.assign(node.receipt!, { logs })
    expect(await read()).toMatchObject({
      from: getAddress(MARA),
      to: getAddress(NADIA),
      token: getAddress(FOLDS),
    })
  })

  test.each([
    ['an amount', 250_000_000n, { kind: 'amount', amount: 250_000_000n, decimals: 6 }],
    ['unlimited for the largest uint256', maxUint256, { kind: 'unlimited' }],
    ['unlimited from 2^255', 2n ** 255n, { kind: 'unlimited' }],
    ['a large amount below 2^255', 2n ** 255n - 1n, { kind: 'amount', amount: 2n ** 255n - 1n, decimals: 6 }],
    ['none for a revocation', 0n, { kind: 'none' }],
  ] as const)('include the spending cap of an approval (%s)', async (_, value, limit) => {
    const { node, read } = await createWorld()
    const input = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [NADIA, value] })
    Object.assign(node.transaction!, { input })
    Object.assign(node.receipt!, { logs: [approvalLog(USDC, MARA, NADIA)] })
    const facts = await read()
    expect(facts.approval).toEqual({ spender: getAddress(NADIA), symbol: 'USDC', limit })
    expect(facts.token).toBe(getAddress(USDC))
    expect(facts).not.toHaveProperty('to')
    // It is kept as it was read.
    expect(await read()).toEqual(facts)
  })

  test('include the id of an approved NFT, even if the id is the largest possible number', async () => {
    const { node, read } = await createWorld()
    const args = [NADIA, maxUint256] as const
    Object.assign(node.transaction!, {
      to: FOLDS,
      input: encodeFunctionData({ abi: erc721Abi, functionName: 'approve', args }),
    })
    Object.assign(node.receipt!, { logs: [approvalLog(FOLDS, MARA, NADIA, maxUint256)] })
    expect((await read()).approval?.limit).toEqual({ kind: 'nft', tokenId: String(maxUint256) })
    // A failed one wrote no event: without decimals it is not said to be a token.
    node.calls.clear()
    const failed = await createWorld()
    failed.node.calls.clear()
    Object.assign(failed.node.transaction!, node.transaction)
    Object.assign(failed.node.receipt!, { status: '0x0', logs: [] })
    expect((await failed.read()).approval).toEqual({ spender: getAddress(NADIA) })
  })

  test.each([
    [true, 'all'],
    [false, 'none'],
  ] as const)(
    'include whether the account approved a whole collection (approved: %s)',
    async (isAllowed, kind) => {
      const { node, read } = await createWorld()
      const topics = encodeEventTopics({
        abi: erc721Abi,
        eventName: 'ApprovalForAll',
        args: { owner: MARA, operator: NADIA },
      })
      Object.assign(node.transaction!, {
        to: FOLDS,
        input: encodeFunctionData({
          abi: erc721Abi,
          functionName: 'setApprovalForAll',
          args: [NADIA, isAllowed],
        }),
      })
      Object.assign(node.receipt!, { logs: [{ address: FOLDS, topics, data: '0x' }] })
      expect((await read()).approval).toEqual({ spender: getAddress(NADIA), limit: { kind } })
    },
  )

  test.each([
    ['a contract', '0x6001', { contract: getAddress(USDC) }],
    ['a standard account', '0x', { to: getAddress(USDC) }],
    ['an EIP-7702 account with code', `0xef0100${NADIA.slice(2)}`, { to: getAddress(USDC) }],
  ])('include whether the called address is a contract (address: %s)', async (_, code, said) => {
    const { node, read } = await createWorld()
    Object.assign(node.transaction!, { input: '0xd0e30db0' })
    node.code = code
    const { to, contract, token, from, isWhole } = await read()
    expect({ isWhole, to, contract, token, from }).toEqual({ isWhole: true, ...said })
  })

  test('include the address of a contract that the transaction created', async () => {
    const { node, read } = await createWorld()
    Object.assign(node.transaction!, { to: null, input: '0x6001' })
    Object.assign(node.receipt!, { contractAddress: FOLDS, logs: [] })
    expect(await read()).toMatchObject({ contract: getAddress(FOLDS) })
  })

  test('include the layer 1 fee on a layer 2 network', async () => {
    const { node, read } = await createWorld()
    Object.assign(node.receipt!, { l1Fee: '0x3e8' })
    expect((await read()).fee).toBe(46_874n * 1_000_000_007n + 1_000n)
  })

  test('include the receiver of a pending transaction, but are not stored while the transaction is pending', async () => {
    const { node, read } = await createWorld()
    Object.assign(node.transaction!, { blockHash: null, blockNumber: null })
    node.receipt = null
    expect(await read()).toEqual({
      isWhole: false,
      signer: getAddress(MARA),
      from: getAddress(MARA),
      to: getAddress(NADIA),
      token: getAddress(USDC),
    })
    node.down = true
    expect(await read()).toEqual({ isWhole: false })
  })
})

describe('[G49] Stored transaction facts', () => {
  test('are returned while the node is down, and are fetched only once if the block is old', async () => {
    const { node, read, clock } = await createWorld()
    const facts = await read()
    node.down = true
    expect(await read()).toEqual(facts)
    const asked = node.asked.length
    await clock.advance(60_000)
    expect(await read()).toEqual(facts)
    expect(node.asked.length).toBe(asked)
  })

  test('are fetched each time if the block is recent, since the block may be replaced', async () => {
    const { node, read } = await createWorld()
    node.block['timestamp'] = numberToHex(START / 1000 - 60)
    await read()
    const asked = node.asked.length
    await read()
    expect(node.asked.length).toBeGreaterThan(asked)
    node.down = true
    expect(await read()).toMatchObject({ isWhole: true, to: getAddress(NADIA) })
  })

  test('[F33] are deleted with the account, even if the node answers after the deletion', async () => {
    const { read, store } = await createWorld()
    await read()
    const keys = async () => (await store.list('activity/')).map(({ key }) => key)
    expect(await keys()).toContain(`activity/${ACCOUNT}/facts`)
    await store.forget(`eip155:${ADDRESS}`)
    expect(await keys()).toEqual([])
    await read()
    expect(await keys()).toEqual([])
  })

  test('are limited to the newest 200', async () => {
    const { node, read, store } = await createWorld()
    for (let index = 0; index < 205; index += 1) {
      const hash = pad(numberToHex(index + 1))
      node.transaction!['hash'] = hash
      node.receipt!['transactionHash'] = hash
      await read({ hash })
    }
    const record = await store.get(`activity/${ACCOUNT}/facts`)
    const entries = JSON.parse(String(record?.value)) as [string, unknown][]
    expect(entries.length).toBe(200)
    expect(entries[0]![0]).toBe(pad(numberToHex(6)))
  })

  test('are validated when they are read', async () => {
    const { node, read, store } = await createWorld()
    const facts = await read()
    const key = `activity/${ACCOUNT}`
    const text = String((await store.get(`${key}/facts`))!.value)
    node.down = true
    const write = (value: unknown) =>
      store.update(key, (stored) => ({ put: [stored!, { key: `${key}/facts`, owner: '', value }] }))
    const spoiled = [
      text.replace(getAddress(NADIA), '0x12'),
      text.replace('"confirmed"', '"paid"'),
      text.replace(/"fee":"\d+"/, '"fee":1e300'),
      text.replace(/"minedAt":\d+/, '"minedAt":-1'),
      text.slice(0, -3),
      'null',
      7,
      [[HASH, facts]],
    ]
    for (const value of spoiled) {
      await write(value)
      expect(await read()).toEqual({ isWhole: false })
    }
    await write(text)
    expect(await read()).toEqual(facts)
  })
})

describe('[G49] Transaction facts from a node with invalid answers', () => {
  const parts = ['transaction', 'receipt', 'block'] as const
  const wrong: unknown[] = [null, 7, '', '0x', `0x${'f'.repeat(4_000)}`, -1, {}, [], true, 1e300, '0xzz']

  /** Everything that is said in spite of it, is true. */
  async function expectTruth(read: () => Promise<TransactionFacts>, truth: TransactionFacts): Promise<void> {
    for (const [name, value] of Object.entries({ ...(await read()), isWhole: true }))
      expect([name, value]).toEqual([name, truth[name as 'fee']])
  }

  test.each(parts.flatMap((part) => wrong.map((value) => [part, value] as const)))(
    'contain only true values even if the node’s %s is %j',
    async (part, value) => {
      const truth = await (await createWorld()).read()
      const { node, read } = await createWorld()
      node[part] = value as Fields
      await expectTruth(read, truth)
    },
  )

  const fields = [
    ['transaction', 'hash'],
    ['transaction', 'from'],
    ['transaction', 'blockHash'],
    ['receipt', 'transactionHash'],
    ['receipt', 'from'],
    ['receipt', 'blockHash'],
    ['receipt', 'status'],
    ['receipt', 'gasUsed'],
    ['receipt', 'effectiveGasPrice'],
    ['receipt', 'l1Fee'],
    ['block', 'hash'],
    ['block', 'timestamp'],
  ] as const
  test.each(fields)(
    'contain only true values even if the node gives an invalid %s.%s',
    async (part, field) => {
      const truth = await (await createWorld()).read()
      for (const value of wrong) {
        const { node, read } = await createWorld()
        if (field === 'l1Fee' && value === null) continue
        node[part]![field] = value
        await expectTruth(read, truth)
      }
    },
  )

  test('are empty when the node’s answer is about a different transaction or signer', async () => {
    const { node, read } = await createWorld()
    node.transaction!['hash'] = `0x${'cd'.repeat(32)}`
    expect(await read()).toEqual({ isWhole: false })
    node.transaction!['hash'] = HASH
    expect(await read({ from: OTHER_ADDRESS })).toEqual({ isWhole: false })
  })

  test('have no network fee when the node’s fee exceeds the maximum that the account signed', async () => {
    const { node, read } = await createWorld()
    node.receipt!['effectiveGasPrice'] = numberToHex(10n ** 30n)
    const facts = await read()
    expect(facts).not.toHaveProperty('fee')
    expect(facts).toMatchObject({ isWhole: false, to: getAddress(NADIA) })
  })

  test('have no receiver when the token’s contract did not log the transfer', async () => {
    const { node, read } = await createWorld()
    node.receipt!['logs'] = [transferLog(FOLDS, MARA, NADIA), transferLog(USDC, MARA, zeroAddress)]
    const facts = await read()
    expect(facts).not.toHaveProperty('to')
    expect(facts).toMatchObject({ contract: getAddress(USDC) })
  })

  test('[F18] have no token name and no spending cap when the token’s answers are invalid', async () => {
    for (const said of [
      '0x',
      `0x${'f'.repeat(64)}`,
      `0x${'0'.repeat(62)}ff`,
      7,
      null,
      {},
      `0x${'0'.repeat(9_000)}`,
    ]) {
      const { node, read } = await createWorld()
      const input = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [NADIA, 5n] })
      Object.assign(node.transaction!, { input })
      Object.assign(node.receipt!, { logs: [approvalLog(USDC, MARA, NADIA)] })
      for (const selector of node.calls.keys()) node.calls.set(selector, said)
      const { approval } = await read()
      expect(approval).toEqual({ spender: getAddress(NADIA) })
    }
  })

  test('[F18] show a look-alike letter in a token symbol as a replacement character', async () => {
    const { node, read } = await createWorld()
    const input = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [NADIA, 5n] })
    Object.assign(node.transaction!, { input })
    Object.assign(node.receipt!, { logs: [approvalLog(USDC, MARA, NADIA)] })
    node.calls.set('0x95d89b41', encodeAbiParameters([{ type: 'string' }], ['U\u0405DC']))
    expect((await read()).approval?.symbol).toBe('U\uFFFDDC')
  })

  test('have no receiver when the calldata of the transfer is malformed', async () => {
    const { node, read } = await createWorld()
    node.transaction!['input'] = `0xa9059cbb${'f'.repeat(64)}${pad('0x1').slice(2)}`
    expect(await read()).not.toHaveProperty('to')
    node.transaction!['input'] = '0xa9059cbb'
    const other = await createWorld()
    other.node.transaction!['input'] = '0xa9059cbb'
    expect(await other.read()).not.toHaveProperty('to')
  })

  test('are empty, without a request, when the page names no node or the hash is invalid', async () => {
    const { node, read } = await createWorld()
    expect(await read({ networks: [] })).toEqual({ isWhole: false })
    expect(await read({ networks: [{ ...network, rpcUrls: [] }] })).toEqual({ isWhole: false })
    expect(await read({ hash: '0x12' })).toEqual({ isWhole: false })
    expect(node.asked).toEqual([])
  })
})
