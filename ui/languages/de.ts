import type { Translation } from './translation.ts'

export default {} as unknown as Translation
