/**
 * Provides the shell to components of the modal, and provides the viewer, a part of the shell, to components that only
 * show data.
 */
import { createContext, useContext } from 'react'
import type { Shell } from '../../src/shell/shell.ts'
import type { Viewer } from '../../src/shell/viewer.ts'

export const ShellContext = createContext<Shell | undefined>(undefined)
/** For components that work without a shell, such as those of the portfolio. */
export const ViewerContext = createContext<Viewer | undefined>(undefined)

export function useShell(): Shell {
  const shell = useContext(ShellContext)
  if (!shell) throw new Error('useShell needs a ShellContext above it.')
  return shell
}

export function useViewer(): Viewer {
  const viewer = useContext(ViewerContext)
  const shell = useContext(ShellContext)
  const found = viewer ?? shell
  if (!found) throw new Error('useViewer needs a ViewerContext or a ShellContext above it.')
  return found
}
