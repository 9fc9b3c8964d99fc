import { Dialog as Base } from '@base-ui/react/dialog'
import { type ReactElement, type ReactNode, type RefObject, useRef } from 'react'
import { Icon } from './icon.tsx'

export const backdropLook =
  'fixed inset-0 z-40 bg-black/30 transition-opacity data-starting-style:opacity-0 data-ending-style:opacity-0'

type Props = {
  /** The element that opens it; optional when `open` is controlled. */
  trigger?: ReactElement<Record<string, unknown>>
  open?: boolean
  onOpenChange?(open: boolean): void
  title: string
  description?: string
  children?: ReactNode
  /** Footer buttons; wrap those that close the dialog in `DialogClose`. */
  actions?: ReactNode
  /** For content to look at, such as images. */
  wide?: boolean
  /** Gets focus when it closes, if that is not what had focus before. */
  finalFocus?: RefObject<HTMLElement | null>
}

/** A modal dialog. Focus moves in and returns to the opener. */
export function Dialog({ trigger, open, onOpenChange, title, description, children, actions, ...look }: Props) {
  const { wide = false, finalFocus } = look
  const popup = useRef<HTMLDivElement>(null)
  // Focuses the first field, except on touch devices, whose keyboard would cover the dialog.
  const firstField = (by: string) =>
    by === 'touch' || (popup.current?.querySelector<HTMLElement>('input:not([hidden]), textarea') ?? true)
  return (
    <Base.Root {...(open !== undefined && { open })} {...(onOpenChange && { onOpenChange })}>
      {trigger && <Base.Trigger render={trigger} />}
      <Base.Portal>
        <Base.Backdrop className={backdropLook} />
        <Base.Popup
          ref={popup}
          initialFocus={firstField}
          {...(finalFocus && { finalFocus })}
          className={`fixed top-1/2 left-1/2 z-40 max-h-[calc(100dvh-2rem)] ${wide ? 'w-[min(60rem,calc(100vw-2rem))]' : 'w-[min(32rem,calc(100vw-2rem))]'} -translate-x-1/2 -translate-y-1/2 overflow-y-auto rounded-lg bg-white p-6 shadow-float outline-none transition-[opacity,scale] data-ending-style:scale-98 data-ending-style:opacity-0 data-starting-style:scale-98 data-starting-style:opacity-0`}
        >
          <div className="flex items-start justify-between gap-4">
            <Base.Title className="min-w-0 font-serif text-xl font-semibold wrap-anywhere">{title}</Base.Title>
            <CloseCross />
          </div>
          {description && <Base.Description className="mt-1 text-gray-600">{description}</Base.Description>}
          {children && <div className="mt-4">{children}</div>}
          {actions && <div className="mt-6 flex flex-wrap justify-end gap-3">{actions}</div>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

export function DialogClose({ children }: { children: ReactElement<Record<string, unknown>> }) {
  return <Base.Close render={children} />
}

function CloseCross() {
  return (
    <Base.Close
      aria-label="Close"
      className="-me-2 -mt-2 grid size-11 shrink-0 place-items-center rounded-full text-gray-500 hover:bg-gray-100"
    >
      <Icon name="x" />
    </Base.Close>
  )
}
