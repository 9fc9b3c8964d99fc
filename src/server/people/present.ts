import type { Person, PersonCard, Profile, ProfileLink } from '#contract/people.ts'
import type { Picture } from '#contract/shapes.ts'
import { pictureWithBase } from '#server/platform/base-url.ts'

type CardRow = { id: string; handle: string; name: string; about: string; avatar: Picture | null }

export function presentCard(base: string, { id, handle, name, about, avatar }: CardRow): PersonCard {
  return { id, handle, name, about, avatar: pictureWithBase(base, avatar) }
}

type PersonRow = CardRow & { createdAt: Date; storyCount: number; followerCount: number }

export function presentPerson(base: string, row: PersonRow, followed: boolean): Person {
  return {
    ...presentCard(base, row),
    joinedAt: row.createdAt.toISOString(),
    stories: row.storyCount,
    followers: row.followerCount,
    followed,
  }
}

type ProfileRow = PersonRow & {
  header: Picture | null
  links: ProfileLink[]
  story: string
  followingCount: number
  lists: number
}
type Beside = Pick<Profile, 'badges' | 'followed' | 'relation'>

export function presentProfile(base: string, row: ProfileRow, { badges, followed, relation }: Beside): Profile {
  return {
    ...presentPerson(base, row, followed),
    header: pictureWithBase(base, row.header),
    links: row.links.map(({ label, address }) => ({ label, address })),
    story: row.story,
    following: row.followingCount,
    lists: row.lists,
    badges,
    relation,
  }
}
