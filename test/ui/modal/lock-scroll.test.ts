// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { lockScroll } from '../../../ui/modal/lock-scroll.ts'

afterEach(() => void vi.restoreAllMocks())

test.each([
  [undefined, 'calc(3px + 15px)'],
  ['auto', 'calc(3px + 15px)'],
  ['stable', undefined],
  ['stable both-edges', undefined],
])(
  '[D41] to keep the page’s width if scrollbar-gutter is %s, the open modal gives the page the padding %s (undefined: none)',
  (scrollbarGutter, padding) => {
    const style = { overflowX: 'visible', overflowY: 'visible', paddingInlineEnd: '3px', scrollbarGutter }
    vi.spyOn(window, 'getComputedStyle').mockReturnValue(style as CSSStyleDeclaration)
    vi.spyOn(document.documentElement, 'clientWidth', 'get').mockReturnValue(window.innerWidth - 15)
    const replace = vi.spyOn(CSSStyleSheet.prototype, 'replaceSync')
    const unlock = lockScroll(document)
    const [css] = replace.mock.lastCall!
    expect(css).toContain('overflow:hidden')
    expect(/padding-inline-end:(.*?)!/.exec(css)?.[1]).toBe(padding)
    expect(document.adoptedStyleSheets).toHaveLength(1)
    unlock()
    expect(document.adoptedStyleSheets).toHaveLength(0)
  },
)
