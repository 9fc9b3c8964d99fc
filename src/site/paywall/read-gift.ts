import { MAX_GIFT_TOKEN } from '#contract/constants.ts'

/** Something that cannot be a token is no gift: the reader is asked as any other. */
export function readGift(search: string) {
  const token = new URLSearchParams(search).get('gift') ?? ''
  return token.length > 0 && token.length <= MAX_GIFT_TOKEN ? token : null
}
