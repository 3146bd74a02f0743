/**
 * The stylesheets of all loaded components in the order of their files: shared sheets first, and a component's parts before
 * the component.
 */
import { addStyles } from '../../src/base/add-styles.ts'
import baseCss from './base.css?inline'
import tokensCss from './tokens.css?inline'

const sheets = [tokensCss, baseCss]
const roots = new Set<ShadowRoot>()

/** Registers a stylesheet; called once per file, beside the imports. @param css of one file */
export function addSheet(css: string): void {
  sheets.push(css)
  for (const root of roots) addStyles(root, css)
}

/** Applies all loaded sheets to a root, and those that load later. @returns stops following later sheets */
export function adoptSheets(root: ShadowRoot): () => void {
  // Join them: browsers parse one long sheet faster than many short ones.
  addStyles(root, sheets.join('\n'))
  roots.add(root)
  return () => void roots.delete(root)
}
