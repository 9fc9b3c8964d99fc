/** What notifications say about a membership, by `detail.outcome`. */
export const membershipOutcomes: Record<string, string> = {
  'started': 'Your membership has started',
  'trial-started': 'Your trial has started',
  'trial-added': 'You received free days. Your next payment is after them',
  'trial-ending': 'Your trial ends soon',
  'payment-failed': 'Your payment failed. Update your payment method to keep your membership',
  'recovered': 'Your payment went through. Your membership continues',
  'switched': 'Your plan has changed',
  'cancelled': 'Your membership is cancelled and ends with the period you paid for',
  'resumed': 'Your membership continues',
  'ended': 'Your membership has ended',
  'refunded': 'Your last payment was refunded, and your membership has ended',
  'late-refunded': 'Your membership had ended before your payment arrived, so the payment was refunded',
  'duplicate-refunded': 'You already had a membership, so the second payment was refunded',
  'granted': 'You received a free membership',
  'gift-refunded': 'The gift that you redeemed was refunded, so its free months have ended',
  'months-ended': 'The site ended free months of membership that you had',
  'seat-removed': 'You no longer have a seat in a group membership',
}

/** What another person did, after their name. */
export const membershipActions: Record<string, string> = {
  'gift-redeemed': 'redeemed your membership gift',
  'seat-accepted': 'accepted your invitation to a seat',
}
