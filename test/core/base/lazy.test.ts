import { describe, expect, it, vi } from 'vitest'
import { lazy } from '../../../src/core/base/lazy.ts'

describe('Lazily loaded code', () => {
  it('is loaded and created once for all callers', async () => {
    const fetchCode = vi.fn(async () => ({ start: () => ({}) }))
    const part = lazy(fetchCode, ({ start }) => start())
    expect([part.loading, part.current]).toEqual([undefined, undefined])
    const [first, second] = await Promise.all([part.load(), part.load()])
    expect(second).toBe(first)
    expect(await part.load()).toBe(first)
    expect(part.current).toBe(first)
    expect(fetchCode).toHaveBeenCalledOnce()
  })

  it('is returned unchanged if the caller gives no creation step', async () => {
    const code = { answer: 42 }
    expect(await lazy(async () => code).load()).toBe(code)
  })

  it('reports code_missing if it fails to load, and is loaded again by the next call', async () => {
    const fetchCode = vi.fn(async () => 'code').mockRejectedValueOnce(new TypeError('Failed to fetch'))
    const part = lazy(fetchCode)
    const failed = part.load()
    await expect(failed).rejects.toMatchObject({ code: 'code_missing' })
    expect(part.loading).toBeUndefined()
    await expect(part.load()).resolves.toBe('code')
    expect(fetchCode).toHaveBeenCalledTimes(2)
  })

  it('throws the error of a failed creation step, and is created by the next call', async () => {
    const create = vi
      .fn((code: string) => code)
      .mockImplementationOnce(() => {
        throw new RangeError('stopped')
      })
    const part = lazy(async () => 'code', create)
    await expect(part.load()).rejects.toThrow(RangeError)
    await expect(part.load()).resolves.toBe('code')
  })
})
