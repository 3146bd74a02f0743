/**
 * Styles a shadow root with a constructed sheet, which a content security policy does not treat as an inline style.
 * Environments without constructed sheets, such as jsdom, get a style element.
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

/** Sheets by their CSS text. All instances of an element, such as the buttons of a page, share a sheet. */
const sheets = new Map<string, CSSStyleSheet>()
