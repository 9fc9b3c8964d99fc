import { Drawer as Base } from '@base-ui/react/drawer'
import { type ReactElement, type ReactNode, useState } from 'react'
import { useLocation } from 'react-router'
import { backdropLook } from './dialog.tsx'
import { Icon } from './icon.tsx'

type Props = { trigger: ReactElement<Record<string, unknown>>; title: string; children: ReactNode }

/** A side panel. Closes with its button, Escape, a click outside, a swipe, or a navigation. */
export function Drawer({ trigger, title, children }: Props) {
  const { pathname } = useLocation()
  // Bound to the path it was opened on, so that a navigation closes it.
  const [openAt, setOpenAt] = useState<string | null>(null)
  return (
    <Base.Root
      swipeDirection="right"
      open={openAt === pathname}
      onOpenChange={(open) => setOpenAt(open ? pathname : null)}
    >
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Backdrop className={backdropLook} />
        <Base.Viewport className="fixed inset-0 z-40 flex justify-end rtl:justify-start">
          <Base.Popup className="h-full w-[min(22rem,calc(100vw-3rem))] overflow-y-auto bg-white p-6 shadow-float outline-none [transform:translateX(var(--drawer-swipe-movement-x))] transition-transform data-ending-style:[transform:translateX(100%)] data-starting-style:[transform:translateX(100%)] rtl:data-ending-style:[transform:translateX(-100%)] rtl:data-starting-style:[transform:translateX(-100%)]">
            <Base.Content>
              <div className="flex items-center justify-between gap-4">
                <Base.Title className="font-serif text-xl font-semibold">{title}</Base.Title>
                <Base.Close
                  aria-label="Close"
                  className="-me-2 grid size-11 place-items-center rounded-full text-gray-500 hover:bg-gray-100"
                >
                  <Icon name="x" />
                </Base.Close>
              </div>
              <div className="mt-4">{children}</div>
            </Base.Content>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}
