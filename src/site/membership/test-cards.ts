import type { TestCard } from '#contract/membership/states.ts'

/** The cards of the built-in test checkout. */
export const testCardOptions: readonly { value: TestCard; label: string; hint: string }[] = [
  { value: 'works', label: 'Card that works', hint: 'Each payment goes through.' },
  { value: 'declined', label: 'Card that is declined', hint: 'The payment fails at once.' },
  { value: 'fails-later', label: 'Card that fails later', hint: 'The first payment goes through, renewals fail.' },
]
