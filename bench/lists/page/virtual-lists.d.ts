declare module 'virtual:lists' {
  import type { List } from '../list.ts'

  /** The built lists, by key. */
  export const lists: Readonly<Record<string, () => Promise<{ default: List }>>>
}
