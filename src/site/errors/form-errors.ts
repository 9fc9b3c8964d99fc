import { Refusal } from '#contract/errors.ts'
import { errorMessage } from '#site/errors/messages.ts'
import type { FormProblem } from '#site/ui/form.tsx'

type Issue = { path?: string[]; message?: string }

/** The messages of the server beside their fields, or one message above the form. */
export function toFieldProblem(error: unknown, fields: readonly string[]): FormProblem {
  const named = listInvalidFields(error).filter(({ name }) => fields.includes(name))
  if (named.length === 0) return { message: errorMessage(error) }
  return { fields: Object.fromEntries(named.map(({ name, message }) => [name, message])) }
}

/** The fields of the request body that the server found invalid. */
export function listInvalidFields(error: unknown): { name: string; message: string }[] {
  const issues: unknown = error instanceof Refusal ? error.details['issues'] : null
  const list: Issue[] = Array.isArray(issues) ? issues : []
  return list.flatMap(({ path: [part, name] = [], message = '' }) =>
    part === 'body' && name !== undefined ? [{ name, message }] : [],
  )
}

/** Whether the server answered with a refusal. After another failure the request may have been carried out. */
export function isRefused(error: unknown): error is Refusal {
  return error instanceof Refusal && error.status < 500
}
