import { Popover as Base } from '@base-ui/react/popover'
import type { ReactElement, ReactNode, RefObject } from 'react'
import { popupLook } from './popup-styles.ts'

type Props = { trigger: ReactElement<Record<string, unknown>>; title: string; children: ReactNode }

/** A non-modal popover. */
export function Popover({ trigger, title, children }: Props) {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner sideOffset={8} className="z-40">
          <Base.Popup className={`w-[min(20rem,calc(100vw-2rem))] p-4 ${popupLook}`}>
            <Base.Title className="font-semibold">{title}</Base.Title>
            <div className="mt-1 text-sm text-gray-600">{children}</div>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

type AnchoredProps = { anchor: RefObject<HTMLElement | null>; title: string; children: ReactNode; onClose(): void }

/** A popover that is open while it is mounted. Focus returns to its anchor. */
export function AnchoredPopover({ anchor, title, children, onClose }: AnchoredProps) {
  // A press of the anchor closes it by its own click.
  const isAnchor = ({ target }: Event) => target instanceof Node && anchor.current?.contains(target) === true
  return (
    <Base.Root open onOpenChange={(open, { event }) => !open && !isAnchor(event) && onClose()}>
      <Base.Portal>
        <Base.Positioner anchor={anchor} sideOffset={8} collisionPadding={16} className="z-40">
          <Base.Popup finalFocus={anchor} className={`w-[min(20rem,calc(100vw-2rem))] p-4 ${popupLook}`}>
            <Base.Title className="font-semibold">{title}</Base.Title>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
