/**
 * The stylesheets of all loaded components, in the order of their files: shared sheets first, and the sheets of a component's
 * parts before its own.
 */
import { addStyles } from '../../src/base/add-styles.ts'
import baseCss from './base.css?inline'
import tokensCss from './tokens.css?inline'

const sheets = [tokensCss, baseCss]
const roots = new Set<ShadowRoot>()

/** A component calls it once, beside its imports. @param css of one file */
export function addSheet(css: string): void {
  sheets.push(css)
  for (const root of roots) addStyles(root, css)
}

/** Styles a root with all that is loaded, and with what is loaded later. @returns ends the latter. */
export function adoptSheets(root: ShadowRoot): () => void {
  // As one: the browser reads a long sheet sooner than many short ones.
  addStyles(root, sheets.join('\n'))
  roots.add(root)
  return () => void roots.delete(root)
}
