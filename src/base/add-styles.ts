/**
 * Styles a shadow root. A content security policy does not count a constructed sheet as "inline style". Environments without
 * constructed sheets, such as many dapps' tests (jsdom), get a style element.
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

/** Sheets by their text: all buttons of a page share one. */
const sheets = new Map<string, CSSStyleSheet>()
