import { Skeleton } from '#site/ui/skeleton.tsx'
import { StepTitle } from './step-title.tsx'

/** The same height as the next step, to avoid a layout shift. */
export function LinkLoading() {
  return (
    <div aria-busy className="noscript:hidden">
      <StepTitle lead="One moment, please.">Checking your link</StepTitle>
      <Skeleton className="h-11 w-full rounded-full" />
    </div>
  )
}
