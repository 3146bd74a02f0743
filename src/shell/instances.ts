/**
 * The Billfolds of this page, for elements that may be defined before a Billfold exists. All elements follow the newest
 * Billfold that is not destroyed, whichever copy or version of the library defined them.
 */
import type { Signal } from '@preact/signals-core'
import type { Billfold } from './billfold.ts'
import { createPageSignal } from '../base/page-signal.ts'

/**
 * The number in the key is the version of the interface between elements and Billfolds. Raise it when that interface
 * changes, not with each release.
 */
const KEY = Symbol.for('billfold/living/1')
const page = globalThis as { [KEY]?: Signal<readonly Billfold[]> }

/** One Billfold of each version, the newest last. */
export const instances = (page[KEY] ??= createPageSignal<readonly Billfold[]>([]))
