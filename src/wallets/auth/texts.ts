/** Around the sign-in site's frame. */
export const texts = {
  /** Over it, while a person decides there. */
  title: 'Approve for {site}',
  /** Its name. */
  frame: 'Sign-in site',
  close: 'Cancel',
} as const
