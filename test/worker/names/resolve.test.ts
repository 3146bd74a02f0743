import {
  decodeFunctionData,
  encodeAbiParameters,
  encodeErrorResult,
  getAddress,
  type Hex,
  namehash,
  parseAbi,
} from 'viem'
import { describe, expect, test } from 'vitest'
import { BillfoldError } from '../../../src/core/base/errors.ts'
import { toNetwork } from '../../../src/core/chains/networks.ts'
import { names } from '../../../worker/names/domain.ts'
import { normalizeName } from '../../../worker/names/ens.ts'
import * as resolver from '../../../worker/names/resolve.ts'
import type { CommandContext } from '../../../worker/base/context.ts'
import { config } from '../create-tab.ts'

const RESOLVER = '0xeeeeeeee14d718c2b47d9923deab1335e144eeee'
const MARA = getAddress('0x71c4a09e5b2df8361c7e90d4af52e8137bd6c02a')
const abi = parseAbi([
  'function resolveWithGateways(bytes name, bytes data, string[] gateways)',
  'function addr(bytes32 node)',
  'function addr(bytes32 node, uint256 coinType)',
  'function text(bytes32 node, string key)',
  'function tokenURI(uint256 id)',
  'function answer(bytes response, bytes extraData)',
  'error ResolverNotFound(bytes name)',
  'error ResolverNotContract(bytes name, address resolver)',
  'error UnsupportedResolverProfile(bytes4 selector)',
  'error ResolverError(bytes errorData)',
  'error HttpError(uint16 status, string message)',
  'error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData)',
])
const network = toNetwork({
  id: 1,
  name: 'Ethereum',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['https://node.example'] } },
  contracts: { ensUniversalResolver: { address: RESOLVER } },
})

const toText = (text: string) => encodeAbiParameters([{ type: 'string' }], [text])
const toAnswer = (result: Hex) =>
  encodeAbiParameters([{ type: 'bytes' }, { type: 'address' }], [result, RESOLVER])
/** [V1] The node's answer comes through another file of the worker, which has a class of its own. */
const revert = (data: Hex) =>
  Object.assign(new Error('refused'), {
    name: 'BillfoldError',
    code: 'bad_envelope',
    category: 'DATA_PARSING_ERROR',
    context: { rpcCode: 3, description: 'execution reverted', rpcData: data },
  })

/** `records`: by the name's node. */
function createNode(records: Record<Hex, { address?: Hex; avatar?: string }>, tokenUri = '') {
  const documents: string[] = []
  const call = (data: Hex): Hex => {
    const { functionName, args } = decodeFunctionData({ abi, data })
    if (functionName === 'tokenURI') return toText(tokenUri)
    if (functionName === 'answer') return toAnswer(encodeAbiParameters([{ type: 'address' }], [MARA]))
    const inner = decodeFunctionData({ abi, data: args![1] as Hex })
    const record = records[inner.args![0] as Hex]
    if (!record) throw revert(encodeErrorResult({ abi, errorName: 'ResolverNotFound', args: ['0x'] }))
    if (inner.functionName === 'text') return toAnswer(toText(record.avatar ?? ''))
    const { address = '0x0000000000000000000000000000000000000000' } = record
    return toAnswer(encodeAbiParameters([{ type: 'address' }], [address]))
  }
  const context = {
    config: { ...config, networks: [network] },
    signal: new AbortController().signal,
    load: async () => ({ ...resolver, normalizeName }),
    http: {
      rpc: async (_: string, method: string, [{ data }]: readonly [{ data: Hex }]) => {
        expect(method).toBe('eth_call')
        return call(data)
      },
      document: async (url: string) => {
        documents.push(url)
        return { data: '0x12', image: 'https://pictures.example/7.png' }
      },
    },
  } as unknown as CommandContext
  return { context, documents }
}

const input = (name: string) => ({ name, caipNetworkId: 'eip155:1' as const })

describe('[A156] the address of an ENS name', () => {
  test('is read from the network’s contracts, and has its checksum', async () => {
    const { context } = createNode({ [namehash('mara.eth')]: { address: MARA } })
    await expect(names.commands.ensAddress(input('mara.eth'), context)).resolves.toBe(MARA)
  })

  test('is looked up by the normal form of the name', async () => {
    const { context } = createNode({ [namehash('mara.eth')]: { address: MARA } })
    await expect(names.commands.ensAddress(input('Mara.eth'), context)).resolves.toBe(MARA)
  })

  test('[V1] is undefined when the name has no owner or no address', async () => {
    const { context } = createNode({ [namehash('tide.eth')]: {} })
    await expect(names.commands.ensAddress(input('mara.eth'), context)).resolves.toBeUndefined()
    await expect(names.commands.ensAddress(input('tide.eth'), context)).resolves.toBeUndefined()
  })

  const errors = {
    HttpError: encodeErrorResult({ abi, errorName: 'HttpError', args: [503, 'down'] }),
    ResolverError: encodeErrorResult({ abi, errorName: 'ResolverError', args: ['0x'] }),
    ResolverNotFound: encodeErrorResult({ abi, errorName: 'ResolverNotFound', args: ['0x'] }),
    ResolverNotContract: encodeErrorResult({
      abi,
      errorName: 'ResolverNotContract',
      args: ['0x', RESOLVER],
    }),
    UnsupportedResolverProfile: encodeErrorResult({
      abi,
      errorName: 'UnsupportedResolverProfile',
      args: ['0x3b3b57de'],
    }),
  }

  test.each(['ensAddress', 'ensAvatar'] as const)(
    '[D8] is unknown while a gateway is down, and undefined if there is no record (also for the avatar; command: %s)',
    async (command) => {
      const { context } = createNode({})
      const ask = (data: Hex) => {
        context.http.rpc = () => Promise.reject(revert(data))
        return names.commands[command](input('mara.eth'), context)
      }
      for (const name of ['HttpError', 'ResolverError'] as const)
        await expect(ask(errors[name]), name).rejects.toMatchObject({ code: 'name_unresolved' })
      for (const name of ['ResolverNotFound', 'ResolverNotContract', 'UnsupportedResolverProfile'] as const)
        await expect(ask(errors[name]), name).resolves.toBeUndefined()
      await expect(ask('0x'), 'an unknown revert').rejects.toMatchObject({ code: 'name_unresolved' })
    },
  )

  test('[D7] is read for a network from the record under the network’s coin type, and is undefined if this record is empty', async () => {
    const { context } = createNode({})
    const records: Record<string, Hex> = {
      60: encodeAbiParameters([{ type: 'address' }], [MARA]),
      [0x80000000 + 8453]: encodeAbiParameters([{ type: 'bytes' }], [RESOLVER]),
      [0x80000000 + 10]: encodeAbiParameters([{ type: 'bytes' }], ['0x']),
      [0x80000000 + 137]: encodeAbiParameters([{ type: 'bytes' }], [`0x${'00'.repeat(20)}`]),
      [0x80000000 + 56]: encodeAbiParameters([{ type: 'bytes' }], ['0x1234']),
    }
    const answer = (_: string, __: string, [{ data }]: readonly [{ data: Hex }]) => {
      const { args } = decodeFunctionData({ abi, data })
      const inner = decodeFunctionData({ abi, data: args![1] as Hex })
      const record = records[String(inner.args![1] ?? 60)]
      return record ? Promise.resolve(toAnswer(record)) : Promise.reject(revert(errors.ResolverError))
    }
    context.http.rpc = answer as never
    const ask = (coinType?: number) => resolver.resolveAddress(context, 'eip155:1', 'mara.eth', coinType)
    await expect(ask()).resolves.toBe(MARA)
    await expect(ask(0x80000000 + 8453)).resolves.toBe(getAddress(RESOLVER))
    await expect(ask(0x80000000 + 10)).resolves.toBeUndefined()
    await expect(ask(0x80000000 + 137)).resolves.toBeUndefined()
    // An old resolver knows no coin types; Ethereum's address proves that it answers.
    await expect(ask(0x80000000 + 100)).resolves.toBeUndefined()
    delete records['60']
    await expect(ask(0x80000000 + 100)).rejects.toThrow()
    context.http.rpc = () => Promise.reject(revert(errors.HttpError))
    await expect(ask(0x80000000 + 8453)).rejects.toThrow()
  })

  test.each(['', 'vitаlik.eth', 'a..eth', 'x'.repeat(300)])('is refused for the name %j', async (name) => {
    const { context } = createNode({})
    await expect(names.commands.ensAddress(input(name), context)).rejects.toMatchObject({
      code: 'name_invalid',
    })
  })

  test('fails with "Error resolving name" when the node does not answer', async () => {
    const { context } = createNode({})
    context.http.rpc = () => Promise.reject(new BillfoldError('http_network', 'down'))
    await expect(names.commands.ensAddress(input('mara.eth'), context)).rejects.toMatchObject({
      code: 'name_unresolved',
      message: 'Error resolving name',
    })
  })

  test('is an error on a network without the ENS contract', async () => {
    const { context } = createNode({})
    const elsewhere = { name: 'mara.eth', caipNetworkId: 'eip155:10' as const }
    await expect(names.commands.ensAddress(elsewhere, context)).rejects.toMatchObject({
      code: 'name_unresolved',
    })
  })

  test.each([
    [
      ['https://gateway.example/{sender}/{data}.json'],
      [`https://gateway.example/${getAddress(RESOLVER)}/0xabcd.json`],
    ],
    [
      ['http://gateway.example/{data}', 'https://127.0.0.1/{data}', 'https://gateway.example/{data}'],
      ['https://gateway.example/0xabcd'],
    ],
    [['https://gateway.example/'], []],
  ])(
    'is fetched from offchain gateways only over https and only from public hosts (the name’s gateways: %j)',
    async (urls, expected) => {
      const { context, documents } = createNode({})
      const { rpc } = context.http
      let isFirst = true
      context.http.rpc = async (url, method, params, options) => {
        if (!isFirst) return rpc(url, method, params, options)
        isFirst = false
        throw revert(
          encodeErrorResult({
            abi,
            errorName: 'OffchainLookup',
            args: [RESOLVER, urls, '0xabcd', '0xd7a7b9f2', '0x'],
          }),
        )
      }
      await names.commands.ensAddress(input('mara.eth'), context).catch(() => {})
      expect(documents).toEqual(expected)
    },
  )
})

describe('[A156] the avatar of an ENS name', () => {
  const avatarOf = (avatar: string, tokenUri?: string) => {
    const { context, documents } = createNode({ [namehash('mara.eth')]: { avatar } }, tokenUri)
    return { picture: names.commands.ensAvatar(input('mara.eth'), context), documents }
  }

  test.each([
    ['https://pictures.example/mara.png', 'https://pictures.example/mara.png'],
    ['ipfs://bafy/mara.png', 'https://ipfs.io/ipfs/bafy/mara.png'],
    ['http://192.168.1.1/reboot', undefined],
    ['javascript:alert(1)', undefined],
    ['eip155:5/erc721:0x1111111111111111111111111111111111111111/7', undefined],
    ['', undefined],
  ])('is read from the record %j as %s (undefined: no avatar)', async (avatar, expected) => {
    await expect(avatarOf(avatar).picture).resolves.toBe(expected)
  })

  test('is the picture of an NFT if the record names the NFT', async () => {
    const { picture, documents } = avatarOf(
      'eip155:1/erc721:0x1111111111111111111111111111111111111111/7',
      'https://nfts.example/7.json',
    )
    await expect(picture).resolves.toBe('https://pictures.example/7.png')
    expect(documents).toEqual(['https://nfts.example/7.json'])
  })
})
