import { useApi, useShell } from '#site/page.ts'
import { useSession } from '#site/identity/session/session.ts'
import { Avatar } from '#site/ui/avatar.tsx'
import { PictureField } from '#site/storage/picture-field.tsx'
import { Section } from './section.tsx'

export function PictureSection() {
  const { viewer } = useShell()
  const api = useApi()
  const session = useSession()
  return (
    <Section id="picture" title="Picture" about="Shown next to your name across the site.">
      <PictureField
        label="Your picture"
        shape="round"
        picture={viewer?.avatar ?? null}
        instead={<Avatar name={viewer?.name ?? ''} size={96} />}
        hint="Square pictures work best. The picture is cropped to a circle."
        onChange={async (media) => {
          await api('PUT /api/profile/picture', { body: { media: media?.id ?? null } })
          await session.refresh()
        }}
      />
    </Section>
  )
}
