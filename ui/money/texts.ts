/** Of amounts. */
export const texts = {
  withRaw: '{what} ({raw} on the chain)',
  faults: {
    form: 'Enter a number, such as 1{sign}5.',
    separator: 'Use “{sign}” for decimals, and no separators for thousands.',
    ambiguous: 'This could mean two amounts. Use “{sign}” for decimals, and no separators for thousands.',
    digits: '{token} has no more than {n} decimals.',
  },
  reading: '= {amount}',
} as const
