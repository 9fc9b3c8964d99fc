/** What of a story's page the browser need not take over before there is a sign of a reader. */
export { Below } from './below.tsx'
export { ContentsAside, ContentsDisclosure } from './contents.tsx'
export { StoryActions } from './story-actions.tsx'
