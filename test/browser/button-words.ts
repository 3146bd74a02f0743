/** Text of the page's button for Mara: her address, or her name once it is loaded. */
export const ACCOUNT = /^(mara\.|0x)/
