import { expect, test } from 'vitest'
import type { SignClient } from '../../../worker/walletconnect/create-sign-client.ts'
import { proposeSignIn } from '../../../worker/walletconnect/propose.ts'

const evm = { eip155: { chains: ['eip155:1'], methods: ['personal_sign'], events: [] } } as const
const signIn = { domain: 'app.example', uri: 'https://app.example/', nonce: 'abcdefgh', aud: '' } as never

/** Of the library: each call of `authenticate` asks two questions. */
function createClient(numbers: readonly (readonly [proposal: number, request: number])[]) {
  const client = {
    asked: 0,
    proposal: {
      keys: [] as number[],
      delete: async (id: number) => void client.proposal.keys.splice(client.proposal.keys.indexOf(id), 1),
    },
    auth: { requests: { keys: [] as number[] } },
  }
  return Object.assign(client, {
    async authenticate() {
      const [proposal, request] = numbers[client.asked]!
      client.asked += 1
      client.proposal.keys.push(proposal)
      client.auth.requests.keys.push(request)
      return { uri: `wc:${client.asked}`, response: () => new Promise(() => {}) }
    },
  })
}

test.each([
  ['share one link if their ids differ', [[1, 2]], 'wc:1'],
  [
    'get a new link if their ids are the same',
    [
      [1, 1],
      [2, 3],
    ],
    'wc:2',
  ],
] as const)('the session proposal and the sign-in request of one pairing %s', async (_, numbers, uri) => {
  const client = createClient(numbers)
  expect(await proposeSignIn(client as unknown as SignClient, evm, signIn)).toMatchObject({ uri })
  expect(client.asked).toBe(numbers.length)
  expect(client.proposal.keys).toHaveLength(1)
})
