/** A second bundle for the page of `host-page.tsx`, like that of a micro-frontend. */
import { createBillfold } from 'billfold'
import { evm } from 'billfold/evm'

window.newer = createBillfold({ ...window.host!.options, adapters: [evm()] })
