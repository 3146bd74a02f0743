import { afterEach, expect, it } from 'vitest'
import { createFakeClock } from '../fake-clock.ts'
import { createDomainLoader, type DomainSource } from '../../../worker/main/load-domain.ts'

const KEY = Symbol.for('billfold')
afterEach(() => {
  delete (globalThis as { [KEY]?: unknown })[KEY]
})

const toUrl = (code: string) => `data:text/javascript,${encodeURIComponent(code)}`
const gone = toUrl('throw new Error("gone")')
const good = toUrl('export const domain = { answer: 42 }')

const clock = createFakeClock()

function createLoader(urls: string[], importDomain?: DomainSource['importDomain']) {
  const asked: number[] = []
  const load = createDomainLoader({
    clock,
    async getUrl(_domain, attempt) {
      asked.push(attempt)
      return urls[attempt]
    },
    importDomain,
  })
  return { load, asked }
}

it('[G20] the domain loader imports a domain only once, from the first URL that works', async () => {
  const { load, asked } = createLoader([gone, good, 'never asked for'])
  expect(await Promise.all([load('evm'), load('evm')])).toEqual([{ answer: 42 }, { answer: 42 }])
  expect(asked).toEqual([0, 1])
})

it('[G20] the domain loader skips a file that does not contain the domain, such as the page’s own code', async () => {
  expect(await createLoader([toUrl('export const other = 1'), good]).load('evm')).toEqual({ answer: 42 })
})

it('[G20] the domain loader finds a domain by its global registration when a bundler removed the exports', async () => {
  const stripped = toUrl('globalThis[Symbol.for("billfold")] = { evm: { answer: 43 } }')
  expect(await createLoader([stripped]).load('evm')).toEqual({ answer: 43 })
})

it('[G20] the domain loader fails when no URL works, and tries every URL again on the next use', async () => {
  const urls = [gone]
  const { load, asked } = createLoader(urls)
  await expect(load('evm')).rejects.toMatchObject({ code: 'code_missing' })
  urls[0] = good
  expect(await load('evm')).toEqual({ answer: 42 })
  expect(asked).toEqual([0, 1, 0])
})

it('[G20] the domain loader uses the page’s own import on the page’s thread, and requests no URL', async () => {
  const { load, asked } = createLoader([], async () => ({ domain: { answer: 44 } }))
  expect(await load('evm')).toEqual({ answer: 44 })
  expect(asked).toEqual([])
})

it('[F7] the domain loader fails if the code takes over 10 s, and serves later requests with the code once it arrives', async () => {
  let arrive: (file: unknown) => void = () => {}
  const { load } = createLoader([], () => new Promise((resolve) => (arrive = resolve)))
  const late = load('evm')
  const outcome = expect(late).rejects.toMatchObject({ code: 'code_missing' })
  await clock.advance(10_000)
  await outcome
  const next = load('evm')
  arrive({ domain: { answer: 45 } })
  expect(await next).toEqual({ answer: 45 })
})
