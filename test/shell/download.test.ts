// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { evm } from '../../src/evm.ts'
import { createBillfold } from '../../src/shell/create-billfold.ts'

const ui = vi.hoisted(() => {
  let arrive = () => {}
  return { mounts: 0, asked: false, arrived: new Promise<void>((resolve) => (arrive = resolve)), arrive }
})
vi.mock('#ui', async () => {
  ui.asked = true
  await ui.arrived
  return { mountView: () => ({ unmount() {} }) }
})

beforeEach(() => localStorage.clear())

describe('the code of the modal, while it is on its way', () => {
  it('[G24] [G32] shows nothing of a Billfold that was destroyed meanwhile, and whoever opened it is told', async () => {
    const billfold = createBillfold({
      projectId: 'project',
      networks: [
        {
          id: 1,
          name: 'Ethereum',
          nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
          rpcUrls: { default: { http: [] } },
        },
      ],
      adapters: [evm()],
      metadata: { name: 'Driftwood' },
    })
    const opening = billfold.open()
    opening.catch(() => {})
    await vi.waitFor(() => expect(ui.asked).toBe(true), { timeout: 30_000 })
    expect(billfold.isOpen.peek()).toBe(true)
    billfold.destroy()
    ui.arrive()
    const afterwards = await billfold.open().catch((error: unknown) => error)
    expect(afterwards).toMatchObject({ code: 'stopped' })
    await expect(opening).rejects.toEqual(afterwards)
    expect(billfold.isOpen.peek()).toBe(false)
    expect(document.querySelector('billfold-modal')).toBeNull()
  })
})
