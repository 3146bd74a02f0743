/** wagmi, ethers and viem on the demo page, using the page's Billfold. */
import type { Billfold } from '../../src/shell/billfold.ts'
import { createLibraries, type Libraries } from '../libraries.ts'

declare global {
  interface Window {
    libraries?: Libraries
  }
}

window.libraries = createLibraries(window.billfold as unknown as Billfold<'eip155'>)
