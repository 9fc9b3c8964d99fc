import { type Role, hasRole } from '#contract/endpoint.ts'
import type { Feature } from '#contract/settings/features.ts'
import type { Viewer } from '#contract/viewer.ts'
import { useSession } from '#site/identity/session/session.ts'
import { useShell } from '#site/page.ts'
import { isBuilt } from '#site/routes.ts'
import { Avatar } from '#site/ui/avatar.tsx'
import { Menu, MenuItem, MenuLink, MenuSeparator } from '#site/ui/menu.tsx'
import { toast } from '#site/ui/toast.tsx'
import { builtLinks } from './nav-links.ts'

type AccountLink = { to: string; name: string; icon: string; feature?: Feature; role?: Role }

const links = builtLinks<AccountLink>([
  { to: '/articles', name: 'Your stories', icon: 'file-text' },
  { to: '/articles/analytics', name: 'Figures', icon: 'chart-no-axes-column', role: 'author' },
  { to: '/user/bookmarks', name: 'Reading lists', icon: 'bookmark' },
  { to: '/berrybasket', name: 'Berry basket', icon: 'cherry', feature: 'berries' },
  { to: '/membership', name: 'Membership', icon: 'sprout', feature: 'membership' },
  { to: '/user/account', name: 'Account', icon: 'settings' },
])

export function AccountMenu({ viewer }: { viewer: Viewer }) {
  const session = useSession()
  const { site } = useShell()
  const open = links.filter(
    ({ feature, role = 'reader' }) => hasRole(viewer, role) && !(feature && site.switchedOff.includes(feature)),
  )

  async function signOut() {
    try {
      await session.signOut()
    } catch {
      await toast({
        tone: 'danger',
        title: 'We couldn’t sign you out',
        description: 'Check your connection and try again.',
      })
    }
  }

  return (
    <Menu
      trigger={
        <button
          type="button"
          aria-label={`Account menu, ${viewer.name}`}
          className="grid size-11 place-items-center rounded-full"
        >
          <Avatar name={viewer.name} src={viewer.avatar?.src ?? null} size={32} />
        </button>
      }
    >
      <MenuLink to={`/user/${viewer.handle}`} icon="user">
        Profile
      </MenuLink>
      {open.map(({ to, name, icon }) => (
        <MenuLink key={to} to={to} icon={icon}>
          {name}
        </MenuLink>
      ))}
      {hasRole(viewer, 'editor') && (
        <MenuLink to={isBuilt('/admin') ? '/admin' : '/admin/articles'} icon="shield">
          Admin
        </MenuLink>
      )}
      <MenuSeparator />
      <MenuItem icon="log-out" onSelect={() => void signOut()}>
        Sign out
      </MenuItem>
    </Menu>
  )
}
