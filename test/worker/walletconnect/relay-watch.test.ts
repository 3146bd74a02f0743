/** How long the relay is waited for, with a relay that does what a test says. */
import { expect, it } from 'vitest'
import { type Relayer, watchRelay } from '../../../worker/walletconnect/relay-watch.ts'
import { createSkippingClock } from './open-tab.ts'

function createWatch() {
  const listeners = new Map<string, (error?: unknown) => void>()
  const states: string[] = []
  const clock = createSkippingClock()
  const fake = { connected: false, canReach: false, tries: 0 }
  const relayer: Relayer = {
    get connected() {
      return fake.connected
    },
    on: (event, listener) => void listeners.set(event, listener),
    async transportOpen() {
      fake.tries += 1
      fake.connected = fake.canReach
      if (!fake.canReach) throw new Error('lost')
      listeners.get('relayer_connect')!()
    },
    async transportClose() {},
  }
  const watch = watchRelay(relayer, clock, (state) => states.push(state))
  const emit = (event: string, error?: unknown) => listeners.get(event)!(error)
  return { fake, watch, clock, states, emit }
}
const settle = () => new Promise((resolve) => setTimeout(resolve))

it('[D30] a lost relay is reconnected at once on demand, even during a pause between two attempts', async () => {
  const { fake, watch, clock, states, emit } = createWatch()
  emit('relayer_disconnect')
  for (let round = 0; round < 10; round += 1) {
    clock.skip(30_000)
    await settle()
  }
  fake.canReach = true
  const before = fake.tries
  watch.hurry()
  await settle()
  expect(fake.tries).toBe(before + 1)
  expect(states.at(-1)).toBe('connected')
  // A relay that is there, or was not needed, is left alone.
  watch.hurry()
  createWatch().watch.hurry()
  await settle()
  expect(fake.tries).toBe(before + 1)
  watch.stop()
})

it('[D30] a request fails with the relay’s refusal as the reason until the relay accepts a connection', async () => {
  const { fake, watch, emit } = createWatch()
  const connecting = watch.connect()
  emit('relayer_error', new Error('closed abnormally with code: 3000 (Project not found)'))
  await expect(connecting).rejects.toMatchObject({ context: { reason: 'relay_project' } })
  expect(watch.getFailure().context).toMatchObject({ said: 'Project not found' })
  fake.canReach = true
  watch.hurry()
  await settle()
  expect(watch.getFailure().context).toEqual({})
  watch.stop()
})
