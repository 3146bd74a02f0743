/** Of amounts. */
export const texts = {
  withRaw: '{what} ({raw} on the chain)',
} as const
