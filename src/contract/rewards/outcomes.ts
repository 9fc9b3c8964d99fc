/** What notifications say about a redeemed reward, by `detail.outcome`. The name stands between the two parts. */
export const rewardOutcomes: Record<string, readonly [string, string]> = {
  fulfilled: ['Your reward ', ' is ready'],
  refunded: ['Your berries for ', ' were refunded'],
}

export function describeBerries(count: number) {
  return count === 1 ? '1 berry' : `${count} berries`
}
