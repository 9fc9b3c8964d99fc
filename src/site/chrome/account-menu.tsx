import type { Viewer } from '#contract/identity.ts'
import { useApi, useBoot } from '#site/page.ts'
import { Avatar } from '#site/ui/avatar.tsx'
import { Menu, MenuItem, MenuLink, MenuSeparator } from '#site/ui/menu.tsx'
import { toast } from '#site/ui/toast.tsx'

/** Everything that is the signed-in person's own. */
export function AccountMenu({ viewer }: { viewer: Viewer }) {
  const api = useApi()
  const { base } = useBoot()

  async function signOut() {
    try {
      await api('POST /api/sign-out')
      // A whole new page: nothing of the person stays in memory.
      location.assign(base)
    } catch {
      await toast({
        tone: 'danger',
        title: 'You are still signed in',
        description: 'We could not reach the server. Try again.',
      })
    }
  }

  return (
    <Menu
      trigger={
        <button
          type="button"
          aria-label={`Your menu, ${viewer.name}`}
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
      {(viewer.role === 'editor' || viewer.role === 'admin') && (
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
