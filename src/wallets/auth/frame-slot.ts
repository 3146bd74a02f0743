/** Name of the slot in the modal that shows the sign-in site's frame. */
export const FRAME_SLOT = 'sign-in-site'
