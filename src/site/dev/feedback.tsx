import { Banner } from '#site/ui/banner.tsx'
import { Button } from '#site/ui/button.tsx'
import { EmptyState } from '#site/ui/empty-state.tsx'
import { Progress } from '#site/ui/progress.tsx'
import { Skeleton } from '#site/ui/skeleton.tsx'
import { Spinner } from '#site/ui/spinner.tsx'
import { toast } from '#site/ui/toast.tsx'
import { Chapter, Part } from './part.tsx'

export function Feedback() {
  return (
    <Chapter name="Feedback">
      <Part name="Banners">
        <div className="grid grid-cols-1 gap-3">
          <Banner title="A new season of walks">Four stories about watersheds, one a week.</Banner>
          <Banner tone="success">Your story is published.</Banner>
          <Banner tone="warning">You’re offline. Changes are stored in this browser.</Banner>
          <Banner tone="danger">The story could not be saved.</Banner>
        </div>
      </Part>
      <Part name="Toasts">
        <div className="flex flex-wrap gap-3">
          <Button tone="quiet" onClick={() => void toast({ title: 'Link copied' })}>
            Say something
          </Button>
          <Button
            tone="quiet"
            onClick={() =>
              void toast({ tone: 'danger', title: 'Not saved', description: 'We could not reach the server.' })
            }
          >
            Say that it failed
          </Button>
        </div>
      </Part>
      <Part name="Progress">
        <div className="grid max-w-md gap-5">
          <Progress label="Importing" value={38} />
          <Progress label="Looking" value={null} />
        </div>
      </Part>
      <Part name="Spinner">
        <Spinner label="Loading" />
      </Part>
      <Part name="Skeleton">
        <div className="flex max-w-md gap-4">
          <Skeleton className="size-12 rounded-full" />
          <div className="flex-1 space-y-2 pt-1">
            <Skeleton className="h-4 w-2/3 rounded-sm" />
            <Skeleton />
            <Skeleton className="h-4 w-1/2 rounded-sm" />
          </div>
        </div>
      </Part>
      <Part name="Empty state">
        <EmptyState
          icon="bookmark"
          title="Nothing saved yet"
          action={<Button tone="quiet">Find something to read</Button>}
        >
          Tap the ribbon on any story.
        </EmptyState>
      </Part>
    </Chapter>
  )
}
