import { Refusal } from '#contract/errors.ts'

/** A text as it is kept. One in which nothing can be read is refused. */
export function readable(text: string) {
  if (!/[\p{L}\p{N}\p{P}\p{S}]/u.test(text)) {
    throw new Refusal('invalid', { issues: [{ path: ['body', 'text'], message: 'Write something.' }] })
  }
  return text.replace(/\r\n?/g, '\n')
}
