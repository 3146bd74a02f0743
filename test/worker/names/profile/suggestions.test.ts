import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { fetchNameSuggestions } from '../../../../worker/names/profile/suggestions.ts'
import { json } from '../../fake-api.ts'
import { through } from '../../fake-clock.ts'
import { createContext } from './create-context.ts'
import { propertyRuns } from '../../../property-runs.ts'
import '../../../seed.ts'

const ask = (context: ReturnType<typeof createContext>['context'], label = 'mara') =>
  fetchNameSuggestions({ label, caipNetworkId: 'eip155:1' }, context)

test('[A144] [A45] name suggestions are requested for the zone reown.id, and begin with the entered name itself', async () => {
  const suggestions = [
    { name: 'mara1.reown.id', registered: false },
    { name: 'mara.reown.id', registered: true },
  ]
  const { context, sent } = createContext(() => json({ suggestions }))
  await expect(ask(context)).resolves.toEqual({
    suggestions: [
      { name: 'mara.reown.id', registered: true },
      { name: 'mara1.reown.id', registered: false },
    ],
  })
  expect(sent[0]!.url.pathname).toBe('/v1/profile/suggestions/mara')
  expect(sent[0]!.url.searchParams.get('zone')).toBe('reown.id')
})

test('[A45] name suggestions leave out invalid names, and keep names for which the API does not say whether they are registered', async () => {
  const suggestions = [
    null,
    { name: null },
    { name: 'mаra.reown.id', registered: false },
    { name: 'mara.wcn.id', registered: false },
    { name: 'ab--cd.reown.id', registered: false },
    { name: 'tern.reown.id' },
    { name: 'reef.reown.id', registered: null },
    { name: 'cove.reown.id', registered: false },
    { name: 'cove.reown.id', registered: true },
    { name: 'wren.reown.id', registered: 'true' },
  ]
  const { context } = createContext(() => json({ suggestions }))
  await expect(ask(context)).resolves.toEqual({
    suggestions: [
      { name: 'tern.reown.id' },
      { name: 'reef.reown.id' },
      { name: 'cove.reown.id', registered: false },
      { name: 'wren.reown.id' },
    ],
  })
})

test('name suggestions are empty, without an error, when the API answers with an empty list', async () => {
  const { context } = createContext(() => json({ suggestions: [] }))
  await expect(ask(context)).resolves.toEqual({ suggestions: [] })
})

test.each([[[]], [{}], [{ suggestions: 'mara' }], [null]])(
  'name suggestions fail when the answer is %j',
  async (body) => {
    const { context } = createContext(() => json(body))
    await expect(ask(context)).rejects.toMatchObject({ code: 'name_suggestions_failed' })
  },
)

test('[A169] name suggestions fail with "Error fetching name suggestions" when the API fails', async () => {
  const { context, clock } = createContext(() => json({}, { status: 500 }))
  await expect(through(clock, ask(context))).rejects.toMatchObject({
    code: 'name_suggestions_failed',
    message: 'Error fetching name suggestions',
  })
})

test('[A158] [T3] name suggestions on an unsupported network send no request and return the reason', async () => {
  const { context, sent } = createContext(() => json({ suggestions: [] }))
  const asked = fetchNameSuggestions({ label: 'mara', caipNetworkId: 'eip155:999' }, context)
  await expect(asked).resolves.toEqual({ suggestions: [], reason: 'network_unsupported' })
  expect(sent).toEqual([])
})

test('[F6] name suggestions keep any entered text within one segment of the request’s path, or send no request', async () => {
  const bad = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('../x', 'a/../b', '?a=b', '#abcd', '%2f%2f', '//host', '__proto__', 'constructor'),
  )
  await fc.assert(
    fc.asyncProperty(bad, async (label) => {
      const { context, sent } = createContext(() => json({ suggestions: [] }))
      await ask(context, label).catch(() => {})
      for (const { url } of sent) expect(url.pathname).toBe(`/v1/profile/suggestions/${label}`)
    }),
    { numRuns: propertyRuns(500) },
  )
  expect(Object.hasOwn(Object.prototype, 'suggestions')).toBe(false)
})
