/** A second bundle on the page of `host-page.tsx`, as a micro-frontend brings it. */
import { createBillfold } from 'billfold'
import { evm } from 'billfold/evm'

window.newer = createBillfold({ ...window.host!.options, adapters: [evm()] })
