/** The directory of wallets, what the project's dashboard decides and what is reported to it: one file that imports nothing. */
import { sendReport } from '../analytics/send-report.ts'
import { createWalletsSource, searchWallets } from '../directory/wallets.ts'
import { registerDomain } from '../domain-registry.ts'
import { createProjectSource } from '../project/config.ts'
import { isOriginAllowed } from '../project/origins.ts'

export { ownUrl } from '../../src/core/own-url.ts'
export const domain = registerDomain('directory', {
  createWalletsSource,
  searchWallets,
  createProjectSource,
  isOriginAllowed,
  sendReport,
})
