/** Texts of amounts. */
import { catalogue } from '../../src/base/catalogue.ts'

export const texts = catalogue('money', {
  withRaw: '{what} ({raw} onchain)',
  faults: {
    form: 'Enter a number, such as 1{sign}5.',
    separator: 'Use “{sign}” for decimals and don’t separate thousands.',
    ambiguous: 'This could mean two amounts. Use “{sign}” for decimals and don’t separate thousands.',
    digits: '{token} has at most {n} decimals.',
  },
  reading: '= {amount}',
})
