import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { Icon } from '#site/ui/icon.tsx'
import { useNavigation } from './nav-links.ts'
import { AnyLink } from '#site/any-link.tsx'
import { isCurrent } from '#site/ui/link.tsx'

const ID = 'main-menu'

/** The main navigation on small screens. A native popover: it works without scripts and closes with Escape. */
export function MainMenu() {
  const menu = useRef<HTMLElement>(null)
  const { key, pathname } = useLocation()
  const { main } = useNavigation()
  const shownKey = useRef(key)

  // The header stays when the page changes. The first page does not close it: it may have been opened before hydration.
  useEffect(() => {
    if (shownKey.current === key) return
    shownKey.current = key
    menu.current?.hidePopover?.()
  }, [key])

  return (
    <>
      <button
        type="button"
        popoverTarget={ID}
        aria-label="Menu"
        className="-ms-3 grid size-11 shrink-0 place-items-center rounded-full text-gray-600 hover:bg-gray-100 hover:text-gray-900 md:hidden"
      >
        <Icon name="menu" />
      </button>
      <nav
        ref={menu}
        id={ID}
        popover="auto"
        aria-label="Main menu"
        className="inset-x-0 top-16 bottom-auto m-0 max-h-[calc(100dvh-4rem)] w-full overflow-y-auto border-b border-gray-200 bg-white px-5 py-2 shadow-float md:hidden"
      >
        <ul>
          {main.map(({ to, name }) => (
            <li key={`${to} ${name}`}>
              <AnyLink
                to={to}
                aria-current={isCurrent(pathname, to, { below: true }) ? 'page' : undefined}
                className="flex min-h-12 items-center text-gray-800 hover:text-gray-900 aria-[current]:font-semibold aria-[current]:text-primary-800"
              >
                {name}
              </AnyLink>
            </li>
          ))}
        </ul>
      </nav>
    </>
  )
}
