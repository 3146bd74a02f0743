/**
 * Keeps the page behind the modal from scrolling, without a jump when its scrollbar disappears. Uses a stylesheet, so
 * that dialogs of the page can still change the styles of `html` and `body`. Returns a function that unlocks scrolling.
 */
export function lockScroll({ documentElement: root, body }: Document): () => void {
  const { overflowX, overflowY, paddingInlineEnd, scrollbarGutter } = getComputedStyle(root)
  // Add no padding if the page itself reserves the scrollbar's space. `scrollbarGutter` is missing in older browsers.
  const isKept = scrollbarGutter?.startsWith('stable')
  const scrollbar = isKept ? 0 : window.innerWidth - root.clientWidth
  const padding =
    scrollbar > 0 ? `padding-inline-end:calc(${paddingInlineEnd || '0px'} + ${scrollbar}px)!important` : ''
  // If `html` has no overflow, browsers use that of `body` for the page. The lock gives `html` an overflow, which would
  // turn `body` into a scroll container of its own, scrolled to the top.
  const isOfBody = body && overflowX === 'visible' && overflowY === 'visible'
  const css = `:root:root{overflow:hidden!important;${padding}}${isOfBody ? BODY : ''}`
  return addSheet(css, root)
}

/** Overrides all rules of the page: `:not(#_)` adds the specificity of an id. */
const BODY = ':root:root>body:not(#_){overflow:visible!important}'

/** Returns a function that removes the sheet. */
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
