/** The parts of a story page that are hydrated late. */
export { BelowStory } from './below-story.tsx'
export { ContentsAside, ContentsDisclosure } from './contents.tsx'
export { MembersWall } from '#site/paywall/members-wall.tsx'
export { StoryActions } from './story-actions.tsx'
