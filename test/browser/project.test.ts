/** What is reported of a whole visit. */
import { describe, expect, it } from 'vitest'
import { useWorld } from './use-world.ts'

const world = useWorld()

interface Told {
  eventId: string
  url: string
  domain: string
  timestamp: number
  props: { type: string; event: string; address?: string }
}
const readReports = () => world.sandbox.control.getReports()
const readEvents = () => readReports().map(({ body }) => (body as Told).props.event)

/** Opens, connects, looks around and leaves. */
async function visitAll(query: Record<string, string> = {}): Promise<void> {
  const journey = await world.visit({ query })
  await journey.goto()
  await journey.connect('Harbor')
  await journey.open()
  await journey.modal.getByRole('button', { name: 'Account settings' }).click()
  await journey.modal.getByRole('button', { name: 'Disconnect' }).click()
  await journey.modal.waitFor({ state: 'hidden' })
}

describe('Analytics reports', () => {
  it('[A151] [A152] are posted one by one, with the project’s parameters', async () => {
    await visitAll()
    await expect.poll(readEvents).toContain('DISCONNECT_SUCCESS')
    expect(readEvents()).toEqual(expect.arrayContaining(['MODAL_OPEN', 'SELECT_WALLET', 'CONNECT_SUCCESS']))
    const ids = readReports().map(({ body }) => (body as Told).eventId)
    expect(new Set(ids).size).toBe(ids.length)
    for (const { query, body } of readReports()) {
      expect(query).toMatchObject({
        projectId: 'sandbox',
        st: 'billfold',
        sv: expect.stringContaining('html-'),
      })
      expect(body).toMatchObject({ url: `${world.sandbox.urls.page}/`, domain: '127.0.0.1' })
    }
    const connected = readReports().find(({ body }) => (body as Told).props.event === 'CONNECT_SUCCESS')
    expect((connected!.body as Told).props.address).toBe(world.sandbox.accounts.mara)
  })

  it('[A155] [F38] are not sent at all if they are turned off', async () => {
    await visitAll({ reports: 'none' })
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(readReports()).toEqual([])
  })
})
