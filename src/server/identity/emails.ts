import { z } from 'zod'
import { Refusal } from '#contract/errors.ts'

const Email = z.string().trim().toLowerCase().max(254).pipe(z.email())

/** The address as it is kept: without case, so that one person cannot have two accounts by accident. */
export function readEmail(text: string): string {
  if (text.trim() === '') throw new Refusal('missing-email')
  const { success, data } = Email.safeParse(text)
  if (!success) throw new Refusal('invalid-email')
  return data
}
