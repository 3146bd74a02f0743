/** The Billfold of this page, for elements that may be defined before it exists. */
import { signal } from '@preact/signals-core'
import type { Billfold } from './billfold.ts'

export const current = signal<Billfold | undefined>(undefined)
