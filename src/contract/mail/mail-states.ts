/** `undelivered`: there was no mail server, or it was down until the mail was a day old. */
export const mailStates = ['delivered', 'waiting', 'failed', 'undelivered'] as const
export type MailState = (typeof mailStates)[number]
