/** The component that long lists render into. Default: a list that scrolls by itself. */
import { createContext } from 'react'
import { WindowList } from './window-list.tsx'

export const ListContext = createContext(WindowList)
