/**
 * The stylesheets of all loaded components, in the order in which their files load: shared sheets come first, and a
 * component's parts before the component.
 */
import { addStyles } from '../../src/base/add-styles.ts'
import baseCss from './base.css?inline'
import tokensCss from './tokens.css?inline'

const sheets = [tokensCss, baseCss]
const roots = new Set<ShadowRoot>()

/** Registers a stylesheet. Each file calls it once, beside its imports. @param css the content of one file */
export function addSheet(css: string): void {
  sheets.push(css)
  for (const root of roots) addStyles(root, css)
}

/** Applies all sheets to a shadow root: those already loaded, and each one that loads later. Returns a stop function. */
export function adoptSheets(root: ShadowRoot): () => void {
  // Join the sheets: browsers parse one long sheet faster than many short ones.
  addStyles(root, sheets.join('\n'))
  roots.add(root)
  return () => void roots.delete(root)
}
