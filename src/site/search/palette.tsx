import { Dialog } from '@base-ui/react/dialog'
import type { RefObject } from 'react'
import { backdropLook } from '#site/ui/dialog.tsx'
import { Icon } from '#site/ui/icon.tsx'
import { SearchBox } from './search-box.tsx'

export type PaletteProps = {
  open: boolean
  onOpenChange(open: boolean): void
  /** The element to return focus to. */
  from: RefObject<HTMLElement | null>
}

export function Palette({ open, onOpenChange, from }: PaletteProps) {
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Backdrop className={backdropLook} />
        <Dialog.Popup
          finalFocus={from}
          className="fixed top-[max(1rem,12dvh)] left-1/2 z-40 w-[min(40rem,calc(100vw-2rem))] -translate-x-1/2 overflow-hidden rounded-lg bg-white shadow-float outline-none transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0"
        >
          <Dialog.Title className="sr-only">Search</Dialog.Title>
          <div className="ps-5 pe-2">
            <SearchBox q="" onLeave={() => onOpenChange(false)}>
              <Dialog.Close
                aria-label="Close"
                className="grid size-11 shrink-0 place-items-center rounded-full text-gray-500 hover:bg-gray-100"
              >
                <Icon name="x" />
              </Dialog.Close>
            </SearchBox>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
