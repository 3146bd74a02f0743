/** The shell, for every component below the modal. */
import { createContext, useContext } from 'react'
import type { Shell } from '../../src/shell/shell.ts'

export const ShellContext = createContext<Shell | undefined>(undefined)

export function useShell(): Shell {
  const shell = useContext(ShellContext)
  if (!shell) throw new Error('useShell needs a ShellContext above it.')
  return shell
}
