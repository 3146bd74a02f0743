declare module 'virtual:lists' {
  import type { List } from '../list.ts'

  /** The lists of the build, by key. */
  export const lists: Readonly<Record<string, () => Promise<{ default: List }>>>
}
