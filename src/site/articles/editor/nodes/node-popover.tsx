import { Popover } from '@base-ui/react/popover'
import type { ReactElement, ReactNode } from 'react'
import { popupLook } from '#site/ui/popup-styles.ts'

type Props = {
  open: boolean
  /** `back`: return focus to the text, because the popover was closed rather than left. */
  onOpenChange(open: boolean, back: boolean): void
  trigger: ReactElement<Record<string, unknown>>
  title: string
  children: ReactNode
}

/** Popover for the fields of a node. */
export function NodePopover({ open, onOpenChange, trigger, title, children }: Props) {
  return (
    <Popover.Root
      open={open}
      onOpenChange={(next, { reason }) =>
        onOpenChange(next, !next && reason !== 'outside-press' && reason !== 'focus-out')
      }
    >
      <Popover.Trigger render={trigger} />
      <Popover.Portal>
        <Popover.Positioner
          sideOffset={8}
          collisionPadding={{ top: 64, bottom: 56, left: 8, right: 8 }}
          className="z-40"
        >
          <Popover.Popup
            finalFocus={false}
            className={`max-h-(--available-height) w-[min(24rem,calc(100vw-1rem))] overflow-y-auto p-4 ${popupLook}`}
          >
            <Popover.Title className="text-sm font-semibold text-gray-900">{title}</Popover.Title>
            {children}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
