import { useLocation } from 'react-router'
import { useChromeViewer } from '#site/offline/device-viewer.ts'
import { PersonalPart } from '#site/rendering/personal-part.tsx'
import { PaletteKeys } from '#site/search/palette-keys.tsx'
import { ButtonLink } from '#site/ui/button.tsx'
import { Icon } from '#site/ui/icon.tsx'
import { AccountButton } from './account-button.tsx'
import { Bell } from './bell.tsx'
import { MainMenu } from './main-menu.tsx'
import { useNavigation } from './nav-links.ts'
import { Logo } from '#site/logo.tsx'
import { AnyLink } from '#site/any-link.tsx'
import { Link, isCurrent } from '#site/ui/link.tsx'

export function SiteHeader() {
  const { pathname } = useLocation()
  const viewer = useChromeViewer()
  const { main } = useNavigation()
  return (
    <header className="no-print sticky top-0 z-30 border-b border-gray-200 bg-white/95 backdrop-blur-sm">
      <div className="mx-auto flex h-16 max-w-page items-center gap-2 px-5">
        <MainMenu />
        <Logo />
        <nav
          aria-label="Main"
          className="ms-5 hidden min-w-0 gap-6 overflow-x-auto px-1 py-3 whitespace-nowrap md:flex"
        >
          {main.map(({ to, name }) => (
            <AnyLink
              key={`${to} ${name}`}
              to={to}
              aria-current={isCurrent(pathname, to, { below: true }) ? 'page' : undefined}
              className="text-sm text-gray-600 underline-offset-8 hover:text-gray-900 aria-[current]:text-gray-900 aria-[current]:underline"
            >
              {name}
            </AnyLink>
          ))}
        </nav>
        <div className="ms-auto flex shrink-0 items-center gap-1 sm:gap-2">
          {/* The narrowest phones have it in the bottom bar. */}
          <span className={viewer ? 'max-[22rem]:hidden' : ''}>
            <RoundLink to="/search" label="Search" icon="search" data-search />
          </span>
          <PaletteKeys />
          <span className="hidden sm:block">
            <ButtonLink to="/articles/new" tone="plain" size="sm">
              <Icon name="square-pen" size={18} />
              Write
            </ButtonLink>
          </span>
          {viewer ? (
            <PersonalPart name="header">
              <Bell />
              <AccountButton viewer={viewer} />
            </PersonalPart>
          ) : (
            <ButtonLink to="/auth/newauth" size="sm">
              Sign in
            </ButtonLink>
          )}
        </div>
      </div>
    </header>
  )
}

type RoundProps = { 'to': string; 'label': string; 'icon': string; 'data-search'?: boolean }

function RoundLink({ to, label, icon, ...marks }: RoundProps) {
  return (
    <Link
      to={to}
      viewTransition
      aria-label={label}
      {...marks}
      className="grid size-11 place-items-center rounded-full text-gray-600 hover:bg-gray-100 hover:text-gray-900"
    >
      <Icon name={icon} />
    </Link>
  )
}
