import { Suspense, lazy, useState } from 'react'
import type { ForYouWeights } from '#contract/discovery.ts'
import { Button } from '#site/ui/button.tsx'
import { Icon } from '#site/ui/icon.tsx'
import { useWeights } from './use-weights.ts'

const ForYouPreferencesDialog = lazy(async () => ({
  default: (await import('./for-you-preferences-dialog.tsx')).ForYouPreferencesDialog,
}))

export function ForYouPreferences({ weights: initially }: { weights: ForYouWeights }) {
  const { weights, change, showList } = useWeights(initially)
  const [opened, setOpened] = useState<'never' | 'open' | 'closed'>('never')

  function setOpen(open: boolean) {
    setOpened(open ? 'open' : 'closed')
    if (!open) void showList()
  }

  return (
    <div className="mt-2 flex min-h-11 items-center justify-between gap-4">
      <p className="min-w-0 text-sm text-gray-600">
        {weights.newest ? 'All stories, newest first' : 'Based on what you follow and read'}
      </p>
      <Button tone="plain" size="sm" aria-haspopup="dialog" className="-me-3.5" onClick={() => setOpen(true)}>
        <Icon name="sliders-horizontal" size={16} />
        Feed preferences
      </Button>
      {opened !== 'never' && (
        <Suspense>
          <ForYouPreferencesDialog
            open={opened === 'open'}
            onOpenChange={setOpen}
            weights={weights}
            onChange={change}
          />
        </Suspense>
      )}
    </div>
  )
}
