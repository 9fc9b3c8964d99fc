import type { ReactNode } from 'react'
import { Refusal } from '#contract/errors.ts'
import { Banner } from '#site/ui/banner.tsx'
import { Button } from '#site/ui/button.tsx'

/** The version that another person saved meanwhile, if that is why the change was refused. */
export function conflictOf<Current extends { version: number }>(
  error: unknown,
  isCurrent: (value: unknown) => value is Current,
): Current | null {
  const current: unknown = error instanceof Refusal && error.code === 'version-conflict' && error.details['current']
  return isCurrent(current) ? current : null
}

type Props = { what: string; children: ReactNode; onKeepMine(): void; onUseTheirs(): void }

/** Shows the other version. What the person has entered stays in the form. */
export function ConflictNotice({ what, children, onKeepMine, onUseTheirs }: Props) {
  return (
    <Banner tone="warning" title={`Someone else has changed this ${what} since you opened it.`}>
      <p className="mt-1">Your input is still here. This is their version:</p>
      <div className="my-2 rounded-md bg-white p-3 text-gray-900">{children}</div>
      <div className="flex flex-wrap gap-2">
        <Button tone="quiet" size="sm" onClick={onKeepMine}>
          Keep my version
        </Button>
        <Button tone="quiet" size="sm" onClick={onUseTheirs}>
          Use their version
        </Button>
      </div>
    </Banner>
  )
}
