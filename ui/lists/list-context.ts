/** What long lists stand in: a view of their own that scrolls, unless something else is said above them. */
import { createContext } from 'react'
import { WindowList } from './window-list.tsx'

export const ListContext = createContext(WindowList)
