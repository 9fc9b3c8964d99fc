import { hasRole } from '#contract/endpoint.ts'
import type { Viewer } from '#contract/viewer.ts'
import { useSession } from '#site/identity/session/session.ts'
import { Avatar } from '#site/ui/avatar.tsx'
import { Menu, MenuItem, MenuLink, MenuSeparator } from '#site/ui/menu.tsx'
import { toast } from '#site/ui/toast.tsx'

export function AccountMenu({ viewer }: { viewer: Viewer }) {
  const session = useSession()

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
      <MenuLink to="/articles" icon="file-text">
        Your stories
      </MenuLink>
      <MenuLink to="/user/bookmarks" icon="bookmark">
        Reading lists
      </MenuLink>
      <MenuLink to="/berrybasket" icon="cherry">
        Berry basket
      </MenuLink>
      <MenuLink to="/user/account" icon="settings">
        Account
      </MenuLink>
      {hasRole(viewer, 'editor') && (
        <MenuLink to="/admin" icon="shield">
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
