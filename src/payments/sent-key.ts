/** Where localStorage keeps what was sent and is still open. The shell looks there, without the code of payments. */
export const SENT = 'billfold/sent'
