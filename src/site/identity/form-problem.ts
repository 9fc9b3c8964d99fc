import { Refusal } from '#contract/errors.ts'
import type { FormProblem } from '#site/ui/form.tsx'

/** What a form shows for an error: sentences beside the fields that were refused, or one above them all. */
export function problemOf(error: unknown, sentences: Record<string, string>): FormProblem {
  if (!(error instanceof Refusal))
    return { message: 'We could not reach the server. What you typed is still here; try again.' }
  const named = refusedFields(error).filter((name) => Object.hasOwn(sentences, name))
  if (named.length === 0) return { message: error.message }
  return { fields: Object.fromEntries(named.map((name) => [name, sentences[name] ?? error.message])) }
}

function refusedFields({ details }: Refusal): string[] {
  const issues: unknown = details['issues']
  if (!Array.isArray(issues)) return []
  return issues.flatMap((issue: { path?: string[] }) => (issue.path?.[0] === 'body' ? (issue.path[1] ?? []) : []))
}
