import { Suspense, lazy, useState } from 'react'
import type { ForYouWeights } from '#contract/discovery.ts'
import { Button } from '#site/ui/button.tsx'
import { Icon } from '#site/ui/icon.tsx'
import { useWeights } from './use-weights.ts'

const TuneDialog = lazy(async () => ({ default: (await import('./tune-dialog.tsx')).TuneDialog }))

/** Says how the list is made, and lets its reader change that. */
export function Tune({ weights: initially }: { weights: ForYouWeights }) {
  const { weights, change, showList } = useWeights(initially)
  const [opened, setOpened] = useState<'never' | 'open' | 'closed'>('never')

  function turn(open: boolean) {
    setOpened(open ? 'open' : 'closed')
    if (!open) void showList()
  }

  return (
    <div className="mt-2 flex min-h-11 items-center justify-between gap-4">
      <p className="min-w-0 text-sm text-gray-600">
        {weights.newest ? 'Every story, the newest first' : 'From whom and what you follow and read'}
      </p>
      <Button tone="plain" size="sm" aria-haspopup="dialog" className="-me-3.5" onClick={() => turn(true)}>
        <Icon name="sliders-horizontal" size={16} />
        Tune<span className="sr-only"> For you</span>
      </Button>
      {opened !== 'never' && (
        <Suspense>
          <TuneDialog open={opened === 'open'} onOpenChange={turn} weights={weights} onChange={change} />
        </Suspense>
      )}
    </div>
  )
}
