import { useRevalidator } from 'react-router'
import { useAction } from '#site/identity/account/use-action.ts'

/** Runs an action of the person's screen and then shows the new state. */
export function usePersonAction() {
  const action = useAction()
  const { revalidate } = useRevalidator()
  return {
    ...action,
    run: (change: () => Promise<unknown>, success: string | null = null) =>
      action.run(async () => {
        await change()
        await revalidate()
      }, success),
    /** Also after an error: another admin may have changed the person. */
    refresh: revalidate,
  }
}
