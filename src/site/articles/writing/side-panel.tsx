import { Dialog as Base } from '@base-ui/react/dialog'
import { type ReactNode, useRef } from 'react'
import { IconButton } from '#site/ui/button.tsx'
import { Icon } from '#site/ui/icon.tsx'

type Props = {
  open: boolean
  title: string
  onClose(): void
  /** Name of the field to focus. */
  startAt?: string | null
  children: ReactNode
}

/** A non-modal panel beside the text; on a phone it covers the window. */
export function SidePanel({ open, title, onClose, startAt = null, children }: Props) {
  const popup = useRef<HTMLDivElement>(null)
  const first = () =>
    popup.current?.querySelector<HTMLElement>(`[name="${startAt}"], [data-field="${startAt}"]`) ?? true
  return (
    <Base.Root open={open} modal={false} disablePointerDismissal onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Popup
          ref={popup}
          initialFocus={first}
          className="fixed top-0 bottom-0 end-0 z-40 flex w-[min(26rem,100vw)] flex-col sm:top-14 border-s border-gray-200 bg-white shadow-float transition-transform outline-none data-ending-style:translate-x-full data-starting-style:translate-x-full rtl:data-ending-style:-translate-x-full rtl:data-starting-style:-translate-x-full"
        >
          <header className="flex h-14 shrink-0 items-center justify-between border-b border-gray-200 ps-5 pe-2">
            <Base.Title className="font-serif text-lg font-semibold">{title}</Base.Title>
            <Base.Close
              render={
                <IconButton label="Close">
                  <Icon name="x" />
                </IconButton>
              }
            />
          </header>
          <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-5 pb-[max(1.25rem,env(safe-area-inset-bottom))]">
            {children}
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
