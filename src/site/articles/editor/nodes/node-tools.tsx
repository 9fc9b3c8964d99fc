import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { Icon } from '#site/ui/icon.tsx'

type Props = { label: string; children: ReactNode; shown: boolean }

/** Toolbar of a selected block. Sticky while the block is in view. */
export function NodeTools({ label, shown, children }: Props) {
  return shown ? <Bar label={label}>{children}</Bar> : null
}

const MARGIN = 8

function Bar({ label, children }: Pick<Props, 'label' | 'children'>) {
  const bar = useRef<HTMLDivElement>(null)
  // The toolbar of a narrow block can be wider than the block and overflow a small screen.
  useLayoutEffect(() => {
    const { current } = bar
    if (!current) return
    current.style.translate = ''
    const { left, right } = current.getBoundingClientRect()
    const shift = Math.max(MARGIN - left, 0) - Math.max(right - (innerWidth - MARGIN), 0)
    current.style.translate = `${shift}px 0`
  })
  return (
    <div
      contentEditable={false}
      className="pointer-events-none absolute inset-x-0 -top-14 bottom-0 z-20 flex items-start justify-center pointer-fine:-top-12"
    >
      <div
        ref={bar}
        role="toolbar"
        aria-label={label}
        className="pointer-events-auto sticky top-16 flex shrink-0 items-center gap-0.5 rounded-md bg-white p-1 font-sans text-sm shadow-float ring-1 ring-gray-200"
      >
        {children}
      </div>
    </div>
  )
}

type ToolProps = { label: string; icon: string; pressed?: boolean; disabled?: boolean; danger?: boolean; onUse(): void }

export const toolLook =
  'relative inline-grid size-11 shrink-0 place-items-center rounded-sm text-gray-700 transition-colors hover:bg-gray-100 aria-pressed:bg-primary-100 aria-pressed:text-primary-800 disabled:opacity-40 pointer-fine:size-9'

export function Tool({ label, icon, pressed, disabled = false, danger = false, onUse }: ToolProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      disabled={disabled}
      {...(pressed !== undefined && { 'aria-pressed': pressed })}
      className={`${toolLook} ${danger ? 'hover:text-danger-700' : ''}`}
      onClick={onUse}
    >
      <Icon name={icon} size={18} className={icon.startsWith('arrow-') ? 'rtl:-scale-x-100' : ''} />
    </button>
  )
}

export function ToolSeparator() {
  return <span aria-hidden className="mx-0.5 h-6 w-px shrink-0 bg-gray-200" />
}
