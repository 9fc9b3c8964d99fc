/** The parts of a story page that are hydrated late. */
export { Below } from './below.tsx'
export { ContentsAside, ContentsDisclosure } from './contents.tsx'
export { StoryActions } from './story-actions.tsx'
