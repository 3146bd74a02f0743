import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTheme } from '../../src/shell/theme.ts'

let system: { matches: boolean; onchange: (() => void) | null }
const stops = new Set<() => void>()
beforeEach(() => {
  system = { matches: true, onchange: null }
  vi.stubGlobal('matchMedia', () => system)
})
afterEach(() => {
  for (const stop of stops) stop()
  stops.clear()
  vi.unstubAllGlobals()
})

function becomes(light: boolean): void {
  system.matches = light
  system.onchange?.()
}

describe('[G50] the theme', () => {
  it('is dark by default and changes only when the page sets it, not with the system', () => {
    const [shown, show] = createTheme(undefined, stops)
    expect(shown.peek()).toBe('dark')
    show('light')
    becomes(false)
    expect(shown.peek()).toBe('light')
  })

  it('follows the system with "auto" until the page sets a theme', () => {
    const [shown, show] = createTheme('auto', stops)
    expect(shown.peek()).toBe('light')
    becomes(false)
    expect(shown.peek()).toBe('dark')
    show('light')
    becomes(false)
    expect(shown.peek()).toBe('light')
    show('auto')
    expect(shown.peek()).toBe('dark')
  })

  it('stops following the system when Billfold is destroyed', () => {
    const [shown] = createTheme('auto', stops)
    for (const stop of stops) stop()
    becomes(false)
    expect(shown.peek()).toBe('light')
  })

  it('is dark with "auto" where the system’s theme is unknown, as on a server', () => {
    vi.stubGlobal('matchMedia', undefined)
    expect(createTheme('auto', stops)[0].peek()).toBe('dark')
  })
})
