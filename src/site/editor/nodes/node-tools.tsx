import type { ReactNode } from 'react'
import { Icon } from '#site/ui/icon.tsx'

type Props = { label: string; children: ReactNode; shown: boolean }

/** What can be done with a block, above it while it is selected. */
export function NodeTools({ label, shown, children }: Props) {
  if (!shown) return null
  return (
    <div
      role="toolbar"
      aria-label={label}
      contentEditable={false}
      className="edit-tools absolute bottom-full left-1/2 z-20 mb-2 flex max-w-[calc(100vw-1rem)] -translate-x-1/2 items-center gap-0.5 rounded-md bg-white p-1 font-sans text-sm shadow-float ring-1 ring-gray-200"
    >
      {children}
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

export function ToolLine() {
  return <span aria-hidden className="mx-0.5 h-6 w-px shrink-0 bg-gray-200" />
}
