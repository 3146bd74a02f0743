import { BillfoldError } from '../../src/core/errors.ts'
import type { WorkerContext } from '../context.ts'

/**
 * The file that holds viem, as the type of the module in it that is needed.
 * @throws unexpected when it cannot be loaded; the next use tries again
 */
export async function loadEvm<M>(context: Pick<WorkerContext, 'load'>): Promise<M> {
  try {
    return await context.load<M>('evm')
  } catch (error) {
    throw new BillfoldError('unexpected', 'The code for contracts could not be loaded. Try again.', {
      cause: error,
    })
  }
}
