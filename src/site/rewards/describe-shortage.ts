import { Refusal } from '#contract/errors.ts'
import { formatBerries } from './labels.ts'

/** For an admin: that a person does not have the berries that a correction takes. Null for another error. */
export function describeShortage(error: unknown, person: string) {
  if (!(error instanceof Refusal) || error.code !== 'not-enough-berries') return null
  const { balance, needed } = error.details
  return `${person} has ${formatBerries(Number(balance))}, and this takes ${formatBerries(Number(needed))}.`
}
