/** A network's nodes: the page names several, and one of them may be gone. */
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { BillfoldError } from '../../../src/core/base/errors.ts'
import { toNetwork } from '../../../src/core/chains/networks.ts'
import { openRpc } from '../../../worker/http/rpc.ts'

const urls = ['https://own.example', 'https://second.example', 'https://third.example']

function start(rpcUrls = urls) {
  const asked: string[] = []
  const answers = new Map<string, () => unknown>()
  const network = {
    ...toNetwork({
      id: 1,
      name: 'Ethereum',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [] } },
    }),
    rpcUrls: [...rpcUrls],
  }
  const context = {
    config: { networks: [network] },
    http: {
      async rpc(url: string) {
        asked.push(url)
        return (answers.get(url) ?? (() => `by ${url}`))()
      },
    },
  }
  const open = () => openRpc(context as never, 'eip155:1', new AbortController().signal)
  return { asked, answers, open }
}

const fail = (code: 'http_network' | 'http_status' | 'http_timeout' | 'bad_envelope' | 'aborted') => () => {
  throw new BillfoldError(code, code)
}

describe('[A126] the nodes of a network', () => {
  it.each(['http_network', 'http_status', 'http_timeout'] as const)(
    'are tried in order if a node fails with %s, and later requests go to the node that answered',
    async (code) => {
      const { asked, answers, open } = start()
      answers.set(urls[0]!, fail(code))
      await expect(open()!('eth_blockNumber', [])).resolves.toBe(`by ${urls[1]}`)
      await expect(open()!('eth_getBalance', [])).resolves.toBe(`by ${urls[1]}`)
      expect(asked).toEqual([urls[0], urls[1], urls[1]])
    },
  )

  it.each(['bad_envelope', 'aborted'] as const)(
    'are not tried beyond the first node if the first node fails with %s',
    async (code) => {
      const { asked, answers, open } = start()
      answers.set(urls[0]!, fail(code))
      await expect(open()!('eth_call', [])).rejects.toMatchObject({ code })
      expect(asked).toEqual([urls[0]])
    },
  )

  it('make a request fail if no node answers, and the next request starts with the first node', async () => {
    const { asked, answers, open } = start()
    for (const url of urls) answers.set(url, fail('http_network'))
    await expect(open()!('eth_call', [])).rejects.toMatchObject({ code: 'http_network' })
    expect(asked).toEqual(urls)
    answers.clear()
    await expect(open()!('eth_call', [])).resolves.toBe(`by ${urls[0]}`)
  })

  it('are switched only once, to the second node, if several requests to the first node fail together', async () => {
    const { asked, answers, open } = start()
    answers.set(urls[0]!, fail('http_timeout'))
    const rpc = open()!
    await Promise.all([rpc('eth_call', []), rpc('eth_call', []), rpc('eth_call', [])])
    await rpc('eth_call', [])
    expect(asked.slice(3)).toEqual([urls[1], urls[1], urls[1], urls[1]])
  })

  it('are undefined if the page configures no node', () => {
    expect(start([]).open()).toBeUndefined()
  })

  it('receive no method that signs or sends, except to send a transaction that a Solana wallet has signed', () => {
    const root = new URL('../../../worker/', import.meta.url)
    const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.ts'),
    )
    const wrong = sources.filter((name) =>
      /['"`](eth_send\w*|eth_sign\w*|sendTransaction|sendRawTransaction|requestAirdrop)['"`]\s*,/.test(
        readFileSync(new URL(name, root), 'utf8'),
      ),
    )
    expect(sources.length).toBeGreaterThan(50)
    // A Solana transaction with these signatures counts once, however often it is sent.
    expect(wrong).toEqual(['payments/transfer/send-solana.ts'])
  })
})
