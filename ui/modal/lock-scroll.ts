/**
 * Locks the page's scroll position behind the modal, without a jump at the scrollbar. Uses a stylesheet, so that dialogs of
 * the page can still change the styles of `html` and `body`. Returns a function that unlocks it.
 */
export function lockScroll({ documentElement: root, body }: Document): () => void {
  const { overflowX, overflowY, paddingInlineEnd, scrollbarGutter } = getComputedStyle(root)
  // The page may reserve the scrollbar's space itself. Older browsers do not know this property.
  const isKept = scrollbarGutter?.startsWith('stable')
  const scrollbar = isKept ? 0 : window.innerWidth - root.clientWidth
  const padding =
    scrollbar > 0 ? `padding-inline-end:calc(${paddingInlineEnd || '0px'} + ${scrollbar}px)!important` : ''
  // If `html` has no overflow, the browser takes the page's from `body`. With the lock on `html`, `body` would become its own
  // scroll container, which starts at the top.
  const isOfBody = body && overflowX === 'visible' && overflowY === 'visible'
  const css = `:root:root{overflow:hidden!important;${padding}}${isOfBody ? BODY : ''}`
  return addSheet(css, root)
}

/** Outranks all rules of the page: `:not(#_)` adds the specificity of an id. */
const BODY = ':root:root>body:not(#_){overflow:visible!important}'

/** @returns removes the sheet */
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
