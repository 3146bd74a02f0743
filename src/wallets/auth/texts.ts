/** Around the sign-in site's frame. */
export const texts = {
  /** Its name. */
  frame: 'Sign-in site',
} as const
