import { z } from 'zod'
import { Refusal } from '#contract/errors.ts'

const Email = z.string().trim().toLowerCase().max(254).pipe(z.email())

/** Lower-cased, so that one person does not create two accounts by accident. */
export function parseEmail(text: string): string {
  if (text.trim() === '') throw new Refusal('missing-email')
  const { success, data } = Email.safeParse(text)
  if (!success) throw new Refusal('invalid-email')
  return data
}
