import type { Media, MediaReferenceKind } from '#contract/media.ts'
import { CopyButton } from '#site/identity/account/copy-button.tsx'
import { TextLink } from '#site/ui/link.tsx'
import { Time } from '#site/ui/time.tsx'
import { formatBytes } from '#site/storage/size-text.ts'

/** Metadata and usages. */
export function MediaDetails({ media: { size, type, picture, createdAt, address, uses, owner } }: { media: Media }) {
  const whole = new URL(address, location.origin).href
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 text-sm *:min-w-0 [&>dt]:text-gray-600">
      <dt>Size</dt>
      <dd>
        {formatBytes(size)}
        {picture && `, ${picture.width} × ${picture.height} pixels`}
      </dd>
      <dt>Type</dt>
      <dd>{type}</dd>
      <dt>Uploaded</dt>
      <dd>
        <Time at={createdAt} /> by <TextLink to={`/user/${owner.handle}`}>{owner.name}</TextLink>
      </dd>
      <dt>Used in</dt>
      <dd>
        <MediaReferences uses={uses} />
      </dd>
      <dt className="self-center">URL</dt>
      <dd className="flex items-center gap-2">
        <span className="min-w-0 flex-1 truncate text-gray-700" dir="ltr">
          {whole}
        </span>
        <CopyButton text={whole} />
      </dd>
    </dl>
  )
}

const useWords: Record<MediaReferenceKind, string> = {
  avatar: 'Profile picture',
  header: 'Profile header',
  cover: 'Cover',
  article: 'Story',
  category: 'Category',
  banner: 'Sign-in picture',
  setting: 'Site settings',
  page: 'Page of the site',
}

export function MediaReferences({ uses }: Pick<Media, 'uses'>) {
  if (uses.length === 0) return 'Nothing yet'
  return (
    <ul className="grid gap-1">
      {uses.map(({ kind, title, address }) => (
        <li key={`${kind} ${address ?? title}`}>
          {useWords[kind]}: {address ? <TextLink to={address}>{title}</TextLink> : title}
        </li>
      ))}
    </ul>
  )
}
