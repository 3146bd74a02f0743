/** What the button says before anything is loaded. Each by itself: what is not needed costs a page nothing. */
export const CONNECT = 'Connect wallet'
export const CONNECTING = 'Connecting…'
export const RESTORING = 'Restoring your wallet'
