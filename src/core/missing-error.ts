import { BillfoldError } from './errors.ts'

/** For the `catch` of an `import()`: a part of the package could not be fetched. @throws code_missing */
export function throwMissing(cause: unknown): never {
  throw new BillfoldError('code_missing', 'A part of Billfold could not be fetched. Reload the page.', {
    cause,
  })
}
