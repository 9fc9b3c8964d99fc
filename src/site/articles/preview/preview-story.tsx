import '#site/reading/story.css'
import './preview.css'
import type { Ref } from 'react'
import { moveFootnotesToEnd } from '#contract/document/footnotes.ts'
import { AuthorCard } from '#site/reading/author-card.tsx'
import { inLanguage } from '#site/ui/text-direction.ts'
import { embedPlayer } from '#site/reading/play-embed.ts'
import { StoryHeader } from '#site/reading/story-header.tsx'
import { TagList } from '#site/reading/tag-list.tsx'
import { Wall } from '#site/paywall/wall.tsx'
import { Icon } from '#site/ui/icon.tsx'
import { Photo } from '#site/ui/photo.tsx'
import type { Audience, PreviewParts } from './preview-parts.ts'

type Props = PreviewParts & {
  as: Audience
  textRef?: Ref<HTMLElement>
}

/** An article as readers see it. Members also see where the members-only part begins. */
export function PreviewStory({ preview, publicText, membersText, as, textRef }: Props) {
  const { scheduledFor, publishedAt, savedAt, language, tags, author, coAuthors, cover } = preview
  const story = {
    ...preview,
    title: preview.title || 'Untitled',
    publishedAt: publishedAt ?? scheduledFor ?? savedAt,
  }
  const whole = moveFootnotesToEnd(publicText, membersText)
  return (
    <div data-preview>
      <article className="px-5" ref={textRef}>
        <StoryHeader story={story} />
        {cover && (
          <Photo
            first
            picture={cover}
            sizes="(min-width: 59rem) 56rem, calc(100vw - 2.5rem)"
            className="mx-auto mt-10 aspect-3/2 w-full max-w-4xl"
          />
        )}
        <Text html={as === 'member' ? whole.html : publicText} language={language} />
        {membersText && (as === 'member' ? <MembersLine /> : <Wall />)}
        {membersText && as === 'member' && <Text html={whole.membersHtml} language={language} />}
        {!publicText && !membersText && <p className="mx-auto mt-10 max-w-reading text-gray-600">No text yet.</p>}
        {tags.length > 0 && (
          <div className="mx-auto mt-12 max-w-reading">
            <TagList tags={tags} />
          </div>
        )}
      </article>
      <div className="mx-auto mt-12 max-w-paper px-5 pb-16">
        <AuthorCard authors={[author, ...coAuthors]} />
      </div>
    </div>
  )
}

function Text({ html, language }: { html: string; language: string }) {
  if (!html) return null
  return (
    <div
      className="story mx-auto mt-10 max-w-reading"
      {...inLanguage(language)}
      {...embedPlayer}
      // Rendered by the server from the validated document.
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}

function MembersLine() {
  return (
    <p className="mx-auto mt-10 flex max-w-reading items-center gap-3 text-sm font-medium text-primary-800 before:h-px before:flex-1 before:bg-primary-600 after:h-px after:flex-1 after:bg-primary-600">
      <Icon name="lock" size={16} />
      Members only below this line
    </p>
  )
}
