import type { Person, PersonCard } from '#contract/people.ts'
import type { Picture } from '#contract/shapes.ts'
import { pictureAt } from '#server/platform/base.ts'

type CardRow = { id: string; handle: string; name: string; about: string; avatar: Picture | null }

export function presentCard(base: string, { id, handle, name, about, avatar }: CardRow): PersonCard {
  return { id, handle, name, about, avatar: pictureAt(base, avatar) }
}

export function presentPerson(
  base: string,
  row: CardRow & { createdAt: Date; storyCount: number; followerCount: number },
): Person {
  return {
    ...presentCard(base, row),
    joinedAt: row.createdAt.toISOString(),
    stories: row.storyCount,
    followers: row.followerCount,
    followed: false,
  }
}
