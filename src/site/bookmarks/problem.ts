import { sentenceOf } from '#site/errors/messages.ts'
import type { FormProblem } from '#site/ui/form.tsx'
import { toast } from '#site/ui/toast.tsx'

/** What a form shows when what it does was refused. */
export async function problemOf(work: () => Promise<void>): Promise<FormProblem | undefined> {
  try {
    await work()
    return undefined
  } catch (error) {
    return { message: sentenceOf(error) }
  }
}

/** Says that something was taken back. */
export function sayRefused(error: unknown) {
  return toast({ tone: 'danger', title: 'Not changed', description: sentenceOf(error) })
}
