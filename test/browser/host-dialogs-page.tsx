/**
 * A page with a dialog of each of four libraries, its own shortcuts and handlers, and a wallet that asks in the page.
 */
import { Dialog as HeadlessDialog, DialogPanel } from '@headlessui/react'
import MuiDialog from '@mui/material/Dialog'
import * as Radix from '@radix-ui/react-dialog'
import { type Billfold, createBillfold } from 'billfold'
import { evm } from 'billfold/evm'
import { type CSSProperties, type ReactNode, useEffect, useState } from 'react'
import { Dialog as AriaDialog, Modal as AriaModal, ModalOverlay } from 'react-aria-components'
import { createRoot } from 'react-dom/client'

export type Library = 'Radix' | 'Headless UI' | 'MUI' | 'React Aria'

declare global {
  interface Window {
    dialogs?: {
      billfold: Billfold
      open(library: Library): void
      close(): void
      /** Types of the events that the page's handlers received. */
      heard: string[]
    }
  }
}

const origin = location.origin
const billfold = createBillfold({
  projectId: 'host',
  networks: [
    {
      id: 1,
      name: 'Ethereum',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [`${origin}/rpc`] } },
    },
  ],
  adapters: [evm()],
  metadata: { name: 'Host' },
  apiUrl: origin,
  explorerUrl: origin,
  enableWalletConnect: false,
  features: { analytics: false },
})

const heard: string[] = []
const eager = { capture: true }
for (const type of [
  'keydown',
  'keyup',
  'beforeinput',
  'input',
  'paste',
  'pointerdown',
  'mousedown',
  'click',
  'touchstart',
  'focusin',
  'drop',
])
  document.addEventListener(
    type,
    ({ target }) => {
      if ((target as Element).localName === 'billfold-modal') heard.push(type)
    },
    eager,
  )
// The page's shortcuts can't recognize fields in foreign shadow roots.
document.addEventListener('keydown', (event) => {
  if ((event.target as Element).matches('input, textarea')) return
  heard.push(`shortcut ${event.key}`)
  if (event.key === '/' || event.key === 'l') event.preventDefault()
})
document.addEventListener(
  'wheel',
  (event) => {
    if ((event.target as Element).localName === 'billfold-modal') event.preventDefault()
  },
  { passive: false },
)

const place: CSSProperties = {
  position: 'fixed',
  insetBlockStart: 20,
  insetInlineStart: 20,
  width: 300,
  height: 200,
  zIndex: 1,
  background: 'white',
}
const scrim: CSSProperties = { position: 'fixed', inset: 0, background: 'rgb(0 0 0 / .3)' }

function Inner({ library }: { library: Library }) {
  const [count, setCount] = useState(0)
  return (
    <div data-library={library}>
      <button type="button" onClick={() => void billfold.open()}>
        Connect
      </button>
      <button type="button" onClick={() => setCount(count + 1)}>
        Pressed {count}
      </button>
      <input aria-label="Note" />
    </div>
  )
}

const dialogs: Record<Library, (isOpen: boolean, close: () => void, inner: ReactNode) => ReactNode> = {
  Radix: (isOpen, close, inner) => (
    <Radix.Root open={isOpen} onOpenChange={close}>
      <Radix.Portal>
        <Radix.Overlay style={scrim} />
        <Radix.Content style={place} aria-describedby={undefined}>
          <Radix.Title>Radix</Radix.Title>
          {inner}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  ),
  'Headless UI': (isOpen, close, inner) => (
    <HeadlessDialog open={isOpen} onClose={close}>
      <DialogPanel style={place}>{inner}</DialogPanel>
    </HeadlessDialog>
  ),
  MUI: (isOpen, close, inner) => (
    <MuiDialog open={isOpen} onClose={close} transitionDuration={0}>
      {inner}
    </MuiDialog>
  ),
  'React Aria': (isOpen, close, inner) => (
    <ModalOverlay isOpen={isOpen} onOpenChange={close} isDismissable style={scrim}>
      <AriaModal style={place}>
        <AriaDialog aria-label="React Aria">{inner}</AriaDialog>
      </AriaModal>
    </ModalOverlay>
  ),
}

function App() {
  const [library, setLibrary] = useState<Library>()
  useEffect(() => {
    window.dialogs = { billfold, open: setLibrary, close: () => setLibrary(undefined), heard }
  }, [])
  return (
    <main>
      {(Object.keys(dialogs) as Library[]).map((each) => (
        <div key={each}>
          {dialogs[each](library === each, () => setLibrary(undefined), <Inner library={each} />)}
        </div>
      ))}
      <p style={{ height: 3000 }}>A long page</p>
    </main>
  )
}

createRoot(document.getElementById('root')!).render(<App />)
