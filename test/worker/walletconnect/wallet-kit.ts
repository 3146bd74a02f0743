/** The sandbox's phone without a screen: the same code, with answers from the test. */
import { expect } from 'vitest'
import { createApproval, type Question } from '../../../sandbox/people/wallets/approval.ts'
import { createPhone, type Phone } from '../../../sandbox/services/walletconnect/phone.ts'
import { eventually } from '../../eventually.ts'

export interface TestPhone extends Phone {
  /** The open question; undefined without one. */
  getQuestion(): Question | undefined
  /** Waits for a question and answers it. */
  answer(isYes: boolean): Promise<Question>
  autoApprove(isOn: boolean): void
}

let count = 0

export async function openPhone(relayUrl: string): Promise<TestPhone> {
  const values = new Map<string, unknown>()
  const approval = createApproval(() => {})
  const phone = await createPhone({
    relayUrl,
    approval,
    nodes: [
      { chainId: 31337, rpcUrl: 'http://127.0.0.1:1' },
      { chainId: 31338, rpcUrl: 'http://127.0.0.1:1' },
    ],
    solanaRpc: 'http://127.0.0.1:1',
    fetch: () => Promise.reject(new Error('This phone has no node.')),
    name: `phone-${(count += 1)}`,
    storage: {
      getKeys: async () => [...values.keys()],
      getEntries: async () => [...values] as [string, never][],
      getItem: async (key) => values.get(key) as never,
      setItem: async (key, value) => void values.set(key, structuredClone(value)),
      removeItem: async (key) => void values.delete(key),
    },
  })
  return {
    ...phone,
    getQuestion: approval.getPending,
    async answer(isYes) {
      await eventually(() => expect(approval.getPending()).toBeDefined())
      const question = approval.getPending()!
      if (isYes) approval.approve()
      else approval.reject()
      return question
    },
    autoApprove(isOn) {
      approval.autoApprove = isOn
    },
  }
}
