import type { Viewer } from '#contract/viewer.ts'
import { Avatar } from '#site/ui/avatar.tsx'

/** The picture of the reader, next to a form. */
export function OwnPicture({ viewer: { name, avatar } }: { viewer: Viewer }) {
  return <Avatar name={name} src={avatar?.src ?? null} size={32} />
}
