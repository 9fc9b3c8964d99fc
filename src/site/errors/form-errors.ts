import { Refusal } from '#contract/errors.ts'
import { errorMessage } from '#site/errors/messages.ts'
import type { FormProblem } from '#site/ui/form.tsx'

type Issue = { path?: string[]; message?: string }

/** The messages of the server beside their fields, or one message above the form. */
export function toFieldProblem(error: unknown, fields: readonly string[]): FormProblem {
  const issues: unknown = error instanceof Refusal ? error.details['issues'] : null
  const list: Issue[] = Array.isArray(issues) ? issues : []
  const named = list.flatMap(({ path = [], message = '' }) =>
    path[0] === 'body' && fields.includes(path[1] ?? '') ? [[path[1] ?? '', message] as const] : [],
  )
  return named.length > 0 ? { fields: Object.fromEntries(named) } : { message: errorMessage(error) }
}
