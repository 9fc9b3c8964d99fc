import type { Person, PersonCard } from '#contract/people.ts'
import type { Picture } from '#contract/shapes.ts'

type CardRow = { id: string; handle: string; name: string; about: string; avatar: Picture | null }

export function presentCard({ id, handle, name, about, avatar }: CardRow): PersonCard {
  return { id, handle, name, about, avatar }
}

export function presentPerson(row: CardRow & { createdAt: Date; storyCount: number }): Person {
  return { ...presentCard(row), joinedAt: row.createdAt.toISOString(), stories: row.storyCount }
}
