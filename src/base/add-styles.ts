/**
 * Styles a shadow root. A constructed sheet is not "inline style" in the eyes of a content security policy; where a page
 * has none, as in the tests of many dapps (jsdom), an element does.
 */
export function addStyles(root: ShadowRoot, css: string): void {
  try {
    let sheet = sheets.get(css)
    if (!sheet) {
      sheet = new CSSStyleSheet()
      sheet.replaceSync(css)
      sheets.set(css, sheet)
    }
    if (!root.adoptedStyleSheets.includes(sheet))
      root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet]
  } catch {
    const style = document.createElement('style')
    style.textContent = css
    root.append(style)
  }
}

/** By their text: one for all buttons of a page. */
const sheets = new Map<string, CSSStyleSheet>()
