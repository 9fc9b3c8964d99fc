import { type ReactNode, Suspense, lazy, useState } from 'react'
import type { Profile, Relation } from '#contract/people.ts'
import { useApi } from '#site/page.ts'
import { Banner } from '#site/ui/banner.tsx'
import { Button, IconButton } from '#site/ui/button.tsx'
import { Icon } from '#site/ui/icon.tsx'
import { Menu, MenuItem, MenuSeparator } from '#site/ui/menu.tsx'
import { toast } from '#site/ui/toast.tsx'
import { FollowButton } from './follow-person.tsx'
import { useFollowPerson } from './use-follow-person.ts'

const BlockPerson = lazy(async () => ({ default: (await import('./person-dialogs.tsx')).BlockPerson }))
const ReportPerson = lazy(async () => ({ default: (await import('./person-dialogs.tsx')).ReportPerson }))

type Shown = { followers: number; actions: ReactNode; notice: ReactNode }
type Props = { person: Profile; children(shown: Shown): ReactNode }

const noRelation: Relation = { followsYou: false, blocked: false, muted: false }

export function ProfileActions({ person, children }: Props) {
  const { id, name } = person
  const { followed, followers, toggle, ended } = useFollowPerson({ ...person, fresh: true })
  const [asked, setAsked] = useState<'block' | 'report' | null>(null)
  const { relation, change } = useRelation(person)

  function block() {
    setAsked(null)
    ended()
    void change({ blocked: true, followsYou: false }, 'PUT /api/people/{ref}/block', `${name} blocked`)
  }
  const unblock = () => void change({ blocked: false }, 'DELETE /api/people/{ref}/block', `${name} unblocked`)
  const mute = () => void change({ muted: true }, 'PUT /api/people/{ref}/mute', `${name} muted`)
  const unmute = () => void change({ muted: false }, 'DELETE /api/people/{ref}/mute', `${name} unmuted`)

  const actions = (
    <>
      {relation.blocked ? (
        <Button tone="quiet" size="sm" aria-label={`Unblock ${name}`} onClick={unblock}>
          Unblock
        </Button>
      ) : (
        <FollowButton name={name} followed={followed} onToggle={toggle} />
      )}
      <Menu
        trigger={
          <IconButton label={`More actions for ${name}`} className="pointer-fine:size-9">
            <Icon name="ellipsis" />
          </IconButton>
        }
      >
        <MenuItem icon={relation.muted ? 'volume-2' : 'volume-x'} onSelect={relation.muted ? unmute : mute}>
          {relation.muted ? 'Unmute' : 'Mute'}
        </MenuItem>
        <MenuItem icon="ban" onSelect={relation.blocked ? unblock : () => setAsked('block')}>
          {relation.blocked ? 'Unblock' : 'Block…'}
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon="flag" tone="danger" onSelect={() => setAsked('report')}>
          Report…
        </MenuItem>
      </Menu>
      <Suspense fallback={null}>
        {asked === 'block' && <BlockPerson name={name} onBlock={block} onClose={() => setAsked(null)} />}
        {asked === 'report' && <ReportPerson id={id} name={name} onClose={() => setAsked(null)} />}
      </Suspense>
    </>
  )
  return children({ followers, actions, notice: <Notice name={name} {...relation} /> })
}

function Notice({ name, blocked, muted }: { name: string } & Relation) {
  if (!blocked && !muted) return null
  return (
    <div className="mt-4">
      <Banner>
        {blocked
          ? `You have blocked ${name}. You don’t follow each other or see each other’s responses.`
          : `You have muted ${name}. You won’t get notifications about them or see their stories in For you and Following. They aren’t told.`}
      </Banner>
    </div>
  )
}

type Change = `${'PUT' | 'DELETE'} /api/people/{ref}/${'block' | 'mute'}`

/** Optimistic: reverts if the request fails. */
function useRelation({ id, relation: initially }: Profile) {
  const api = useApi()
  const [relation, setRelation] = useState(initially ?? noRelation)

  async function change(to: Partial<Relation>, key: Change, message: string) {
    setRelation({ ...relation, ...to })
    try {
      setRelation(await api(key, { params: { ref: id } }))
      await toast({ tone: 'success', title: message })
    } catch (error) {
      setRelation(relation)
      const { errorMessage } = await import('#site/errors/messages.ts')
      await toast({ tone: 'danger', title: 'Change not saved', description: errorMessage(error) })
    }
  }

  return { relation, change }
}
