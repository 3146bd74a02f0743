/** What the page's button says of Mara: her address, and her name as soon as it is known. */
export const ACCOUNT = /^(mara\.|0x)/
