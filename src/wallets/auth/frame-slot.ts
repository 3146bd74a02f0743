/** The slot of the modal that the sign-in site's frame is shown in. */
export const FRAME_SLOT = 'sign-in-site'
