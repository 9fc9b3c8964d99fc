import { Popover as Base } from '@base-ui/react/popover'
import type { ReactElement, ReactNode } from 'react'
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
