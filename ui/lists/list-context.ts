/** The container of long lists. Default: a scrolling view of their own. */
import { createContext } from 'react'
import { WindowList } from './window-list.tsx'

export const ListContext = createContext(WindowList)
