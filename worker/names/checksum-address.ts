export { toChecksumAddress } from '../../src/core/checksum-address.ts'
