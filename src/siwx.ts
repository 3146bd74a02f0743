/** Ready-made sign-ins with a wallet, for the option `siwx`. */
export { localSiwx, type LocalSiwxOptions } from './siwx/local-siwx.ts'
export { serverSiwx, type ServerSiwxOptions } from './siwx/server-siwx.ts'
