import { errorMessage } from '#site/errors/messages.ts'
import type { FormProblem } from '#site/ui/form.tsx'
import { toast } from '#site/ui/toast.tsx'

/** Returns the error for the form to show, if any. */
export async function runForForm(work: () => Promise<void>): Promise<FormProblem | undefined> {
  try {
    await work()
    return undefined
  } catch (error) {
    return { message: errorMessage(error) }
  }
}

export function showError(error: unknown) {
  return toast({ tone: 'danger', title: 'Change not saved', description: errorMessage(error) })
}
