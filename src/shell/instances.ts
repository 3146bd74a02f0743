/**
 * The Billfolds of this page, for elements that may be defined before it exists. Whichever copy of Billfold defined the
 * elements, and of whatever version, they all follow the one that was created last and still lives.
 */
import type { Signal } from '@preact/signals-core'
import type { Billfold } from './billfold.ts'
import { createPageSignal } from '../base/page-signal.ts'

/** The number is that of what the elements use of a Billfold: it grows when that changes, not with each version. */
const KEY = Symbol.for('billfold/living/1')
const page = globalThis as { [KEY]?: Signal<readonly Billfold[]> }

/** One of each version, the newest last. */
export const instances = (page[KEY] ??= createPageSignal<readonly Billfold[]>([]))
