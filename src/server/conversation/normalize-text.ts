import { Refusal } from '#contract/errors.ts'

/** Refuses a text without visible characters. */
export function normalizeText(text: string) {
  if (!/[\p{L}\p{N}\p{P}\p{S}]/u.test(text)) {
    throw new Refusal('invalid', { issues: [{ path: ['body', 'text'], message: 'Enter a response.' }] })
  }
  return text.replace(/\r\n?/g, '\n')
}
