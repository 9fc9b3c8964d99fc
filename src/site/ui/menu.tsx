import { Menu as Base } from '@base-ui/react/menu'
import type { ReactElement, ReactNode } from 'react'
import { Icon } from './icon.tsx'
import { itemLook, popupLook } from './popup-styles.ts'
import { Link } from './link.tsx'

type Props = {
  trigger: ReactElement<Record<string, unknown>>
  children: ReactNode
  align?: 'start' | 'end'
  /** For a menu whose code is loaded by the click that opens it. */
  defaultOpen?: boolean
}

export function Menu({ trigger, children, align = 'end', defaultOpen = false }: Props) {
  return (
    <Base.Root defaultOpen={defaultOpen}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner sideOffset={8} align={align} className="z-40">
          <Base.Popup className={`min-w-52 p-1 ${popupLook}`}>{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

type ItemProps = { icon?: string; children: ReactNode; onSelect?(): void; tone?: 'danger' }

export function MenuItem({ icon, children, onSelect, tone }: ItemProps) {
  return (
    <Base.Item className={`${itemLook} ${tone === 'danger' ? 'text-danger-700' : ''}`} onClick={onSelect}>
      {icon && <Icon name={icon} size={16} />}
      {children}
    </Base.Item>
  )
}

export function MenuLink({ icon, children, to }: { icon?: string; children: ReactNode; to: string }) {
  return (
    <Base.LinkItem className={itemLook} closeOnClick render={<Link to={to} viewTransition />}>
      {icon && <Icon name={icon} size={16} />}
      {children}
    </Base.LinkItem>
  )
}

export function MenuSeparator() {
  return <Base.Separator className="mx-2 my-1 h-px bg-gray-200" />
}
