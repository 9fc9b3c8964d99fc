import { Skeleton } from '#site/ui/skeleton.tsx'
import { StepTitle } from './step-title.tsx'

/** As large as what comes, so that nothing moves. */
export function LinkLoading() {
  return (
    <div aria-busy>
      <StepTitle lead="One moment, please.">Reading your link</StepTitle>
      <Skeleton className="h-11 w-full rounded-full" />
    </div>
  )
}
