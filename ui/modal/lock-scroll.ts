/**
 * Keeps the page behind the modal where it is, without a jump where its scrollbar was. Returns the way back. By a
 * stylesheet of its own: what dialogs of the page write to the styles of `html` and `body` meanwhile stays theirs.
 */
export function lockScroll({ documentElement: root, body }: Document): () => void {
  const { overflowX, overflowY, paddingInlineEnd, scrollbarGutter } = getComputedStyle(root)
  // The page may keep its place free by itself. Older browsers know no such style.
  const isKept = scrollbarGutter?.startsWith('stable')
  const scrollbar = isKept ? 0 : window.innerWidth - root.clientWidth
  const padding =
    scrollbar > 0 ? `padding-inline-end:calc(${paddingInlineEnd || '0px'} + ${scrollbar}px)!important` : ''
  // The browser scrolls the page by the overflow of `body` if `html` has none, and would make `body` a scroller of its
  // own now: one that starts at the top.
  const isOfBody = body && overflowX === 'visible' && overflowY === 'visible'
  const css = `:root:root{overflow:hidden!important;${padding}}${isOfBody ? BODY : ''}`
  return addSheet(css, root)
}

/** Above any rule of the page, by an id that no element has. */
const BODY = ':root:root>body:not(#_){overflow:visible!important}'

/** @returns takes it away */
function addSheet(css: string, root: HTMLElement): () => void {
  try {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
    return () => (document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet))
  } catch {
    const style = document.createElement('style')
    style.textContent = css
    root.append(style)
    return () => style.remove()
  }
}
