import { expect, it } from 'vitest'
import { bitcoin } from '../../../worker/bitcoin/domain.ts'
import type { CommandContext } from '../../../worker/context.ts'

it('says that code is missing where the library cannot be loaded, and not that there is no PSBT', async () => {
  const context = { load: () => Promise.reject(new Error('offline')) } as unknown as CommandContext
  await expect(bitcoin.commands.readPsbt({ psbt: new Uint8Array() }, context)).rejects.toMatchObject({
    code: 'code_missing',
  })
})
