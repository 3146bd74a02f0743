/** The stylesheets of all components that were loaded, in the order of their files: what a component uses comes first. */
import { addStyles } from '../src/shell/add-styles.ts'

const sheets: string[] = []
const roots = new Set<ShadowRoot>()

/** A component calls it once, beside its imports. @param css of one file */
export function addSheet(css: string): void {
  sheets.push(css)
  for (const root of roots) addStyles(root, css)
}

/** Styles a root with all that is loaded, and with what is loaded later. @returns ends the latter. */
export function adoptSheets(root: ShadowRoot): () => void {
  for (const css of sheets) addStyles(root, css)
  roots.add(root)
  return () => void roots.delete(root)
}
