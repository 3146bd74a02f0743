/**
 * Copies text to the clipboard, with `execCommand` if the Clipboard API is missing or forbidden. Resolves with true if
 * the text was copied.
 */
export async function copyText(text: string, near: Element): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text, near)
  }
}

/**
 * Copies the text from a selected field. Returns whether this succeeded. The field is added to the dialog, since
 * elements outside an open modal dialog are inert.
 */
function copyBySelection(text: string, near: Element): boolean {
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true
  field.style.position = 'fixed'
  field.style.opacity = '0'
  const focused = (near.getRootNode() as ShadowRoot).activeElement
  near.closest('dialog')?.append(field)
  field.select()
  try {
    return document.execCommand('copy')
  } catch {
    return false
  } finally {
    field.remove()
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
  }
}
