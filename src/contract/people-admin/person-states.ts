/** An active account whose address is not confirmed is `unconfirmed`. Erased people are not listed. */
export const personStates = ['active', 'unconfirmed', 'disabled'] as const
export type PersonState = (typeof personStates)[number] | 'erased'
