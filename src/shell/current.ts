/**
 * The Billfold of this page, for elements that may be defined before it exists. All copies of one version on a page
 * share it, whichever of them defined the elements; two versions do not know each other.
 */
import type { Billfold } from './billfold.ts'
import { createState, type State } from './state.ts'
import { version } from './version.ts'

const KEY = Symbol.for(`billfold/${version}/current`)
const page = globalThis as { [KEY]?: State<Billfold | undefined> }

export const current = (page[KEY] ??= createState<Billfold | undefined>(undefined))
